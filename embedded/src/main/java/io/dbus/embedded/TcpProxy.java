package io.dbus.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A way to a server on this machine that can be cut, as a network is: connections stay open and nothing arrives, in either
 * direction, not even that the other end has closed. What was sent meanwhile arrives when the way is mended.
 */
public final class TcpProxy implements AutoCloseable {
    private static final int BUFFER = 16 * 1024;

    private final int target;
    private final ServerSocket server;
    private final Set<Socket> sockets = ConcurrentHashMap.newKeySet();
    private boolean cut;
    private volatile boolean closed;

    private TcpProxy(int target) {
        this.target = target;
        try {
            this.server = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
        } catch (IOException e) {
            throw new UncheckedIOException("cannot listen for a proxy to port " + target, e);
        }
    }

    /** Listens on a free port of 127.0.0.1 for the server of that port. */
    public static TcpProxy to(int port) {
        TcpProxy proxy = new TcpProxy(port);
        proxy.start("accept", proxy::accept);
        return proxy;
    }

    /** Host and port, for clients. */
    public String address() {
        return "127.0.0.1:" + server.getLocalPort();
    }

    /** Nothing passes from now on. */
    public synchronized void cut() {
        cut = true;
    }

    /** What waits passes, and all that comes. */
    public synchronized void mend() {
        cut = false;
        notifyAll();
    }

    private synchronized void awaitWay() throws InterruptedException {
        while (cut && !closed) {
            wait();
        }
    }

    private void start(String what, Runnable work) {
        Thread thread = new Thread(work, "tcp-proxy-" + target + "-" + what);
        thread.setDaemon(true);
        thread.start();
    }

    private void accept() {
        while (!closed) {
            try {
                Socket client = server.accept();
                sockets.add(client);
                start("connect", () -> connect(client));
            } catch (IOException e) {
                // Closed.
                return;
            }
        }
    }

    private void connect(Socket client) {
        Socket upstream = new Socket();
        try {
            awaitWay();
            upstream.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), target), 5_000);
            sockets.add(upstream);
            start("up", () -> pass(client, upstream));
            pass(upstream, client);
        } catch (IOException e) {
            // No server, as the client learns by the end of its connection.
            close(client);
            close(upstream);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void pass(Socket from, Socket to) {
        byte[] buffer = new byte[BUFFER];
        try {
            InputStream in = from.getInputStream();
            OutputStream out = to.getOutputStream();
            for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
                awaitWay();
                out.write(buffer, 0, n);
            }
            awaitWay();
        } catch (IOException e) {
            // One end is closed or reset; the other end is told below, once there is a way.
            awaitWayToClose();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        close(from);
        close(to);
    }

    private void awaitWayToClose() {
        try {
            awaitWay();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void close(Socket socket) {
        sockets.remove(socket);
        try {
            socket.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close a connection to port " + target, e);
        }
    }

    /** Ends all connections. */
    @Override
    public void close() {
        closed = true;
        synchronized (this) {
            notifyAll();
        }
        try {
            server.close();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot close the proxy to port " + target, e);
        }
        sockets.forEach(this::close);
    }
}
