package io.dbus.embedded;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Picks ports for servers that cannot bind port 0 themselves, or must come back on the same port. They lie below the range
 * from which Linux takes the ports of outgoing connections (32768 on), so that a port stays free while its server is down,
 * unless another server takes it. A port that was free may be taken a moment later: who uses this retries.
 */
final class FreePort {
    private static final int FIRST = 15_000;
    private static final int LAST = 32_000;
    private static final int TRIES = 1_000;

    private static final Queue<Integer> CHOSEN = new ConcurrentLinkedQueue<>();

    private FreePort() {}

    /** For tests of what happens when a port is taken after it was picked: it will be picked next. */
    static void choose(int port) {
        CHOSEN.add(port);
    }

    static int pick() {
        Integer chosen = CHOSEN.poll();
        if (chosen != null) {
            return chosen;
        }
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FIRST, LAST);
            if (isFree(port)) {
                return port;
            }
        }
        throw new ServerFailedException("no free port was found between " + FIRST + " and " + LAST + " on 127.0.0.1");
    }

    /** Whether a connection is accepted. Unlike {@link #isFree} this does not disturb a server that is about to bind. */
    static boolean isListenedOn(int port) {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1_000);
            return true;
        } catch (IOException e) {
            return false;
        }
    }

    private static boolean isFree(int port) {
        try (ServerSocket socket = new ServerSocket()) {
            socket.setReuseAddress(true);
            socket.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
            return true;
        } catch (IOException e) {
            return false;
        }
    }
}
