package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/**
 * Where a server listens.
 *
 * @param host its name or address, as the user wrote it: certificates are checked against it
 * @param port its TCP port
 */
public record ServerAddress(String host, int port) implements Serializable {
    private static final long serialVersionUID = 1;

    /** Where MySQL listens if nothing else is said. */
    public static final int DEFAULT_PORT = 3306;

    public ServerAddress {
        requireNonNull(host, "host");
        if (host.isBlank() || port < 1 || port > 65535) {
            throw new IllegalArgumentException(
                    "'" + host + ":" + port + "' is no address of a server: write host:port, the port from 1 to 65535");
        }
    }

    /**
     * The address of a text: {@code host}, {@code host:port} or {@code [ipv6]:port}.
     *
     * @throws IllegalArgumentException when the text is none; its message says why
     */
    public static ServerAddress parse(String text, int defaultPort) {
        String address = text.strip();
        int colon = address.lastIndexOf(':');
        boolean plainIpv6 = !address.startsWith("[") && address.indexOf(':') != colon;
        if (plainIpv6 || colon < 0 || address.endsWith("]")) {
            return new ServerAddress(unbracketed(address), defaultPort);
        }
        try {
            return new ServerAddress(
                    unbracketed(address.substring(0, colon)), Integer.parseInt(address.substring(colon + 1)));
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is no address of a server: write host:port, the port from 1 to 65535", e);
        }
    }

    private static String unbracketed(String host) {
        return host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host;
    }

    @Override
    public String toString() {
        return (host.indexOf(':') < 0 ? host : "[" + host + "]") + ":" + port;
    }
}
