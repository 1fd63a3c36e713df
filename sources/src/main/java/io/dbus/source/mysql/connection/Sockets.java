package io.dbus.source.mysql.connection;

import java.io.IOException;
import java.net.Socket;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closing of sockets. */
final class Sockets {
    private static final Logger LOG = LoggerFactory.getLogger(Sockets.class);

    private Sockets() {}

    /**
     * Closes a TCP socket under whatever is laid over it. Closing the TLS socket above could wait for a thread that reads from it;
     * closing this one ends that read.
     */
    static void closeQuietly(Socket tcp) {
        try {
            tcp.close();
        } catch (IOException e) {
            LOG.debug("closing a connection failed, it is given up: {}", ErrorText.of(e));
        }
    }
}
