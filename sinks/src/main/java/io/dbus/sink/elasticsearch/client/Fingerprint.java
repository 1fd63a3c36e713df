package io.dbus.sink.elasticsearch.client;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.cert.CertificateEncodingException;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.Locale;

/** The SHA-256 of a certificate, by which people name it. */
final class Fingerprint {
    private Fingerprint() {}

    /** The fingerprint as written by people in the form in which ours are compared: lower-case hex. */
    static String plain(String text) {
        return text.replace(":", "").trim().toLowerCase(Locale.ROOT);
    }

    static boolean wellFormed(String text) {
        return plain(text).matches("[0-9a-f]{64}");
    }

    static String of(X509Certificate certificate) throws CertificateEncodingException {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded()));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java has SHA-256", e);
        }
    }
}
