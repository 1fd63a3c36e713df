package io.dbus.source.mysql.connection;

import java.util.Locale;

/** Whether the connection is encrypted and what of the server's certificate is checked; the names are MySQL's {@code --ssl-mode}. */
public enum SslMode {
    /** Never encrypted. */
    DISABLED,
    /** Encrypted when the server offers it; the certificate is not checked. */
    PREFERRED,
    /** Encrypted; the certificate is not checked. */
    REQUIRED,
    /** Encrypted, by a certificate of an authority that is trusted. */
    VERIFY_CA,
    /** As {@link #VERIFY_CA}, and the certificate is of the host's name or address. */
    VERIFY_IDENTITY;

    /** As users write it: {@code verify-identity}. Flink's options read enums by this. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
