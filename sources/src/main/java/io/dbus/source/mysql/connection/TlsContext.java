package io.dbus.source.mysql.connection;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyStore;
import java.security.PrivateKey;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509ExtendedTrustManager;

/** Makes Java's TLS context of {@link ConnectionSettings.Tls}. */
final class TlsContext {
    private static final Pattern PRIVATE_KEY =
            Pattern.compile("-----BEGIN ((?:RSA )?PRIVATE KEY)-----([A-Za-z0-9+/=\\s]+)-----END \\1-----");

    /** AlgorithmIdentifier of RSA: SEQUENCE { OID 1.2.840.113549.1.1.1, NULL }. */
    private static final byte[] RSA_ALGORITHM = {
        0x30, 0x0d, 0x06, 0x09, 0x2a, (byte) 0x86, 0x48, (byte) 0x86, (byte) 0xf7, 0x0d, 0x01, 0x01, 0x01, 0x05, 0x00
    };

    private TlsContext() {}

    static SSLContext create(ConnectionSettings.Tls tls) throws MySqlException {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keyManagers(tls), trustManagers(tls), null);
            return context;
        } catch (GeneralSecurityException | IOException e) {
            if (e instanceof MySqlException known) {
                throw known;
            }
            throw new MySqlException(
                    MySqlException.Kind.FATAL,
                    0,
                    "TLS could not be set up (" + ErrorText.of(e) + ")",
                    "check the files that the ssl options name",
                    e);
        }
    }

    private static TrustManager[] trustManagers(ConnectionSettings.Tls tls)
            throws GeneralSecurityException, IOException {
        if (tls.mode() == SslMode.PREFERRED || tls.mode() == SslMode.REQUIRED) {
            return new TrustManager[] {new AnyCertificate()};
        }
        if (tls.caFile().isEmpty()) {
            return null; // SSLContext's word for "those that Java trusts"
        }
        KeyStore store = emptyStore();
        int number = 0;
        for (Certificate certificate : certificates(tls.caFile())) {
            store.setCertificateEntry("ca" + number++, certificate);
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        return factory.getTrustManagers();
    }

    private static KeyManager[] keyManagers(ConnectionSettings.Tls tls) throws GeneralSecurityException, IOException {
        if (tls.certificateFile().isEmpty()) {
            return new KeyManager[0];
        }
        KeyStore store = emptyStore();
        Certificate[] chain = certificates(tls.certificateFile()).toArray(new Certificate[0]);
        store.setKeyEntry("client", privateKey(tls.keyFile()), new char[0], chain);
        KeyManagerFactory factory = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        factory.init(store, new char[0]);
        return factory.getKeyManagers();
    }

    private static KeyStore emptyStore() throws GeneralSecurityException, IOException {
        KeyStore store = KeyStore.getInstance("PKCS12");
        store.load(null, null);
        return store;
    }

    private static Collection<? extends Certificate> certificates(String file)
            throws GeneralSecurityException, IOException {
        try (InputStream in = Files.newInputStream(Path.of(file))) {
            Collection<? extends Certificate> certificates =
                    CertificateFactory.getInstance("X.509").generateCertificates(in);
            if (certificates.isEmpty()) {
                throw MySqlException.fatal(
                        "the file " + file + " holds no certificate", "it must be PEM, with BEGIN CERTIFICATE");
            }
            return certificates;
        } catch (GeneralSecurityException e) {
            throw new GeneralSecurityException("the certificates of " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    private static PrivateKey privateKey(String file) throws GeneralSecurityException, IOException {
        Matcher matcher = PRIVATE_KEY.matcher(Files.readString(Path.of(file), StandardCharsets.ISO_8859_1));
        if (!matcher.find()) {
            throw MySqlException.fatal(
                    "the file " + file + " holds no private key",
                    "it must be PEM, with BEGIN PRIVATE KEY or BEGIN RSA PRIVATE KEY, not encrypted");
        }
        byte[] der = Base64.getMimeDecoder().decode(matcher.group(2));
        byte[] pkcs8 = matcher.group(1).startsWith("RSA") ? pkcs8OfRsa(der) : der;
        for (String algorithm : List.of("RSA", "EC", "EdDSA")) {
            try {
                return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(pkcs8));
            } catch (InvalidKeySpecException e) {
                // Not of this algorithm: PKCS#8 says which only inside.
                continue;
            }
        }
        throw MySqlException.fatal(
                "the private key in " + file + " is not of RSA, EC or EdDSA, or is damaged", "make a new one");
    }

    /** Wraps a key of PKCS#1, which older MySQL servers generate, into PKCS#8 (RFC 5208). */
    private static byte[] pkcs8OfRsa(byte[] pkcs1) {
        byte[] version = {0x02, 0x01, 0x00};
        return der(0x30, version, RSA_ALGORITHM, der(0x04, pkcs1));
    }

    private static byte[] der(int tag, byte[]... parts) {
        int length = 0;
        for (byte[] part : parts) {
            length += part.length;
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(tag);
        byte[] size = ByteBuffer.allocate(4).putInt(length).array();
        if (length < 0x80) {
            out.write(length);
        } else {
            int skip = 0;
            while (size[skip] == 0) {
                skip++;
            }
            out.write(0x80 | 4 - skip);
            out.write(size, skip, 4 - skip);
        }
        for (byte[] part : parts) {
            out.write(part, 0, part.length);
        }
        return out.toByteArray();
    }

    /** What {@code preferred} and {@code required} ask for: encryption, whoever the server is. */
    private static final class AnyCertificate extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, Socket socket) {}

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String authType, SSLEngine engine) {}

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
