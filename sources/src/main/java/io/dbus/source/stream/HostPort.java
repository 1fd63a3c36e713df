package io.dbus.source.stream;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;

/**
 * A host and a port.
 *
 * @param host its name or address
 * @param port 0 to 65535
 */
record HostPort(String host, int port) {
    /**
     * Reads {@code host:port}; the host of an IPv6 address stands in brackets.
     *
     * @throws IllegalArgumentException when it cannot be read
     */
    static HostPort parse(String text) {
        int colon = text.lastIndexOf(':');
        String port = text.substring(colon + 1);
        if (colon <= 0 || !port.matches("[0-9]{1,5}") || Integer.parseInt(port) > 65_535) {
            throw new IllegalArgumentException("'" + text + "' is no host:port");
        }
        String host = text.substring(0, colon);
        return new HostPort(
                host.startsWith("[") && host.endsWith("]") ? host.substring(1, host.length() - 1) : host,
                Integer.parseInt(port));
    }

    /** Whether only this machine can reach it. */
    boolean isLoopback() throws UnknownHostException {
        return InetAddress.getByName(host).isLoopbackAddress();
    }

    InetSocketAddress address() throws IOException {
        return new InetSocketAddress(InetAddress.getByName(host), port);
    }
}
