package io.dbus.sink.format.avro.registry;

import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.util.Optional;
import javax.net.ssl.KeyManager;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Whom a client of a registry trusts, and who it is. */
final class RegistryTls {
    private RegistryTls() {}

    /**
     * The context of the stores; empty when none is set.
     *
     * @throws RegistryException when one cannot be read
     */
    static Optional<SSLContext> context(RegistrySettings settings) {
        if (settings.trustStore().isEmpty() && settings.keyStore().isEmpty()) {
            return Optional.empty();
        }
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys(settings), trust(settings), null);
            return Optional.of(context);
        } catch (GeneralSecurityException e) {
            throw new RegistryException("TLS to the schema registry cannot be set up: " + e.getMessage(), e);
        }
    }

    private static KeyManager[] keys(RegistrySettings settings) throws GeneralSecurityException {
        if (settings.keyStore().isEmpty()) {
            return null;
        }
        char[] password = settings.keyStorePassword().toCharArray();
        KeyManagerFactory keys = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
        keys.init(store(settings.keyStore(), password, "keystore"), password);
        return keys.getKeyManagers();
    }

    private static TrustManager[] trust(RegistrySettings settings) throws GeneralSecurityException {
        if (settings.trustStore().isEmpty()) {
            return null;
        }
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(store(settings.trustStore(), settings.trustStorePassword().toCharArray(), "truststore"));
        return trust.getTrustManagers();
    }

    /** JKS or PKCS12: Java finds out which. */
    private static KeyStore store(String file, char[] password, String what) throws GeneralSecurityException {
        try {
            return KeyStore.getInstance(Path.of(file).toFile(), password);
        } catch (IOException | IllegalArgumentException e) {
            throw new RegistryException(
                    "The " + what + " " + file + " cannot be read: " + e.getMessage()
                            + " See whether it is a JKS or PKCS12 file on this machine and avro-confluent.ssl." + what
                            + ".password is its password.",
                    e);
        }
    }
}
