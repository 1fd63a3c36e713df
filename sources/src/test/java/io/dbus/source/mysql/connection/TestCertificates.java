package io.dbus.source.mysql.connection;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;

/** A certificate that signs itself, with names of the test's choice, as PEM files; made by the JDK's keytool. */
record TestCertificates(Path ca, Path certificate, Path key) {
    static TestCertificates create(Path directory, String names)
            throws IOException, InterruptedException, GeneralSecurityException {
        Path store = directory.resolve("store.p12");
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString()));
        command.addAll(List.of("-genkeypair", "-alias", "server", "-keyalg", "RSA", "-keysize", "2048"));
        command.addAll(List.of("-dname", "CN=dbus test", "-validity", "30", "-ext", "san=" + names));
        command.addAll(List.of("-ext", "bc:c=ca:true", "-storetype", "PKCS12"));
        command.addAll(List.of("-keystore", store.toString(), "-storepass", "secret"));
        Process keytool = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(keytool.getInputStream().readAllBytes());
        if (keytool.waitFor() != 0) {
            throw new IOException("keytool failed: " + output);
        }
        KeyStore keys = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(store)) {
            keys.load(in, "secret".toCharArray());
        }
        Path certificate = directory.resolve("server-cert.pem");
        Path key = directory.resolve("server-key.pem");
        Files.writeString(
                certificate, pem("CERTIFICATE", keys.getCertificate("server").getEncoded()));
        Files.writeString(
                key,
                pem("PRIVATE KEY", keys.getKey("server", "secret".toCharArray()).getEncoded()));
        return new TestCertificates(certificate, certificate, key);
    }

    private static String pem(String what, byte[] der) {
        return "-----BEGIN " + what + "-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(der) + "\n-----END " + what + "-----\n";
    }
}
