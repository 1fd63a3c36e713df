package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;

/**
 * How to connect to a server, whichever it is.
 *
 * @param username the user
 * @param password the password, may be empty
 * @param tls the encryption
 * @param connectTimeout how long connecting may take, and each answer to a query
 * @param heartbeat how often a server with nothing to send says that it lives; one that is silent for three of them is taken for
 *     lost
 */
public record ConnectionSettings(String username, Secret password, Tls tls, Duration connectTimeout, Duration heartbeat)
        implements Serializable {
    private static final long serialVersionUID = 1;

    /**
     * Encryption.
     *
     * @param mode whether and how
     * @param caFile a PEM file of the authorities to trust; empty: those that Java trusts
     * @param certificateFile a PEM file of the client's own certificate chain; empty: none
     * @param keyFile a PEM file of the client's private key (PKCS#8, not encrypted); empty: none
     */
    public record Tls(SslMode mode, String caFile, String certificateFile, String keyFile) implements Serializable {
        private static final long serialVersionUID = 1;

        public Tls {
            requireNonNull(mode, "mode");
            requireNonNull(caFile, "caFile");
            requireNonNull(certificateFile, "certificateFile");
            requireNonNull(keyFile, "keyFile");
            if (certificateFile.isEmpty() != keyFile.isEmpty()) {
                throw new IllegalArgumentException(
                        "a client certificate and its private key are given together or not at all");
            }
        }

        /** A mode without files. */
        public static Tls of(SslMode mode) {
            return new Tls(mode, "", "", "");
        }
    }

    public ConnectionSettings {
        requireNonNull(username, "username");
        requireNonNull(password, "password");
        requireNonNull(tls, "tls");
        positive(connectTimeout, "connect timeout");
        positive(heartbeat, "heartbeat interval");
    }

    /** Settings with encryption where offered, 30 seconds to connect and a heartbeat every 10. */
    public static ConnectionSettings of(String username, String password) {
        return new ConnectionSettings(
                username,
                new Secret(password),
                Tls.of(SslMode.PREFERRED),
                Duration.ofSeconds(30),
                Duration.ofSeconds(10));
    }

    /** The same with other encryption. */
    public ConnectionSettings withTls(Tls changed) {
        return new ConnectionSettings(username, password, changed, connectTimeout, heartbeat);
    }

    /** The same with another heartbeat. */
    public ConnectionSettings withHeartbeat(Duration changed) {
        return new ConnectionSettings(username, password, tls, connectTimeout, changed);
    }

    private static void positive(Duration duration, String what) {
        if (duration.toMillis() < 1 || duration.toMillis() > Integer.MAX_VALUE / 3) {
            throw new IllegalArgumentException("the " + what + " of " + duration + " is not from 1 ms to 8 days");
        }
    }
}
