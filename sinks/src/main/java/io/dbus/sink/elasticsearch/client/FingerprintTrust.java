package io.dbus.sink.elasticsearch.client;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;
import javax.net.ssl.X509TrustManager;

/**
 * Trusts a chain that leads to the certificate of one fingerprint, which the host must send along. The chain itself (signatures, times) is
 * checked by Java's own manager with that certificate as the only anchor; that the certificate is the host's, by name, is checked by the client.
 */
final class FingerprintTrust implements X509TrustManager {
    private final String fingerprint;

    FingerprintTrust(String fingerprint) {
        this.fingerprint = fingerprint;
    }

    /** A manager that trusts what the certificates of a store have signed. */
    static X509TrustManager anchoredIn(KeyStore anchors) throws GeneralSecurityException {
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(anchors);
        for (TrustManager manager : factory.getTrustManagers()) {
            if (manager instanceof X509TrustManager x509) {
                return x509;
            }
        }
        throw new IllegalStateException("Java has no trust manager for X.509");
    }

    @Override
    public void checkServerTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        for (X509Certificate certificate : chain) {
            if (Fingerprint.of(certificate).equals(fingerprint)) {
                try {
                    KeyStore anchors = KeyStore.getInstance(KeyStore.getDefaultType());
                    anchors.load(null, null);
                    anchors.setCertificateEntry("trusted", certificate);
                    anchoredIn(anchors).checkServerTrusted(chain, authType);
                    return;
                } catch (CertificateException e) {
                    throw e;
                } catch (GeneralSecurityException | IOException e) {
                    throw new CertificateException("the chain cannot be checked: " + e.getMessage(), e);
                }
            }
        }
        throw new CertificateException("none of the " + chain.length
                + " certificates that the host sent has the fingerprint of "
                + ConnectionOptions.CERTIFICATE_FINGERPRINT.key()
                + "; the last one's is " + Fingerprint.of(chain[chain.length - 1]));
    }

    @Override
    public void checkClientTrusted(X509Certificate[] chain, String authType) throws CertificateException {
        throw new CertificateException("no clients are trusted here");
    }

    @Override
    public X509Certificate[] getAcceptedIssuers() {
        return new X509Certificate[0];
    }
}
