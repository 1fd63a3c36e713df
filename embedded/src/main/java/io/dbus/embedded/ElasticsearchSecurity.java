package io.dbus.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import javax.crypto.SecretKeyFactory;
import javax.crypto.spec.PBEKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;

/**
 * Passwords and HTTPS of one node: one user in its file realm, an authority of its own made by {@code keytool}, and a
 * certificate for 127.0.0.1 and localhost signed by it.
 */
final class ElasticsearchSecurity {
    static final String USER = "dbus";
    static final String PASSWORD = "dbus-secret";
    private static final String STORE_PASSWORD = "changeit";
    private static final int ITERATIONS = 10_000;
    private static final int KEY_BITS = 256;

    private final Path caCertificate;
    private final X509Certificate authority;
    private final SSLContext trust;

    private ElasticsearchSecurity(Path caCertificate, X509Certificate authority, SSLContext trust) {
        this.caCertificate = caCertificate;
        this.authority = authority;
        this.trust = trust;
    }

    /** Writes users and key store into the configuration's directory, the authority's certificate as PEM beside it. */
    static ElasticsearchSecurity create(Path configuration, Path caCertificate) throws IOException {
        Files.writeString(configuration.resolve("users"), USER + ":" + hash(PASSWORD) + "\n");
        Files.writeString(configuration.resolve("users_roles"), "superuser:" + USER + "\n");
        Path store = configuration.resolve("http.p12");
        Path authorityStore = caCertificate.resolveSibling("ca.p12");
        Path request = caCertificate.resolveSibling("http.csr");
        Path reply = caCertificate.resolveSibling("http.pem");
        List<String> key = List.of("-keyalg", "EC", "-groupname", "secp256r1", "-validity", "3650");
        keytool(authorityStore, "-genkeypair", "ca", key, "-dname", "CN=dbus test authority", "-ext", "bc:c");
        keytool(authorityStore, "-exportcert", "ca", List.of("-rfc"), "-file", caCertificate.toString());
        keytool(store, "-genkeypair", "http", key, "-dname", "CN=localhost");
        keytool(store, "-certreq", "http", List.of(), "-file", request.toString());
        keytool(
                authorityStore,
                "-gencert",
                "ca",
                List.of("-rfc", "-validity", "3650"),
                "-ext",
                "san=ip:127.0.0.1,dns:localhost",
                "-infile",
                request.toString(),
                "-outfile",
                reply.toString());
        keytool(store, "-importcert", "ca", List.of("-noprompt"), "-file", caCertificate.toString());
        keytool(store, "-importcert", "http", List.of("-noprompt"), "-file", reply.toString());
        try {
            return trusting(caCertificate, authorityStore);
        } catch (GeneralSecurityException e) {
            throw new IOException("cannot trust the certificate just made, " + caCertificate, e);
        }
    }

    private static ElasticsearchSecurity trusting(Path caCertificate, Path authorityStore)
            throws IOException, GeneralSecurityException {
        KeyStore made = KeyStore.getInstance("PKCS12");
        try (InputStream in = Files.newInputStream(authorityStore)) {
            made.load(in, STORE_PASSWORD.toCharArray());
        }
        X509Certificate authority = (X509Certificate) made.getCertificate("ca");
        KeyStore trusted = KeyStore.getInstance("PKCS12");
        trusted.load(null, null);
        trusted.setCertificateEntry("ca", authority);
        TrustManagerFactory managers = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        managers.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, managers.getTrustManagers(), null);
        return new ElasticsearchSecurity(caCertificate, authority, context);
    }

    /** What {@code elasticsearch.yml} must say. */
    static Map<String, String> settings() {
        return Map.of(
                "xpack.security.enabled", "true",
                "xpack.security.http.ssl.enabled", "true",
                "xpack.security.http.ssl.keystore.path", "http.p12",
                "xpack.security.http.ssl.keystore.password", STORE_PASSWORD);
    }

    Path caCertificate() {
        return caCertificate;
    }

    /** SHA-256 of the authority's certificate, in lower-case hexadecimal. */
    String caFingerprint() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(authority.getEncoded()));
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("the certificate " + caCertificate + " has no fingerprint", e);
        }
    }

    SSLContext trust() {
        return trust;
    }

    /** As Elasticsearch's file realm stores passwords under {@code pbkdf2}: HMAC-SHA-512 over a salt of 32 bytes. */
    private static String hash(String password) throws IOException {
        byte[] salt = new byte[32];
        new SecureRandom().nextBytes(salt);
        try {
            byte[] key = SecretKeyFactory.getInstance("PBKDF2withHMACSHA512")
                    .generateSecret(new PBEKeySpec(password.toCharArray(), salt, ITERATIONS, KEY_BITS))
                    .getEncoded();
            Base64.Encoder base64 = Base64.getEncoder();
            return "{PBKDF2}" + ITERATIONS + "$" + base64.encodeToString(salt) + "$" + base64.encodeToString(key);
        } catch (GeneralSecurityException e) {
            throw new IOException("this Java cannot hash a password", e);
        }
    }

    private static void keytool(Path store, String verb, String alias, List<String> more, String... arguments)
            throws IOException {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "keytool").toString(), verb, "-alias", alias));
        command.addAll(List.of("-keystore", store.toString(), "-storetype", "PKCS12", "-storepass", STORE_PASSWORD));
        command.addAll(more);
        command.addAll(List.of(arguments));
        CommandResult result = CommandResult.of(command);
        if (result.exitCode() != 0) {
            throw new IOException(
                    "keytool " + verb + " failed: " + result.output().strip().replace("\n", " "));
        }
    }
}
