package io.dbus.embedded;

import com.sun.net.httpserver.HttpServer;
import com.sun.net.httpserver.HttpsServer;
import com.sun.net.httpserver.spi.HttpServerProvider;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.util.List;

/**
 * The JDK's HTTP servers, on 127.0.0.1 whatever address is asked for: Flink's reporter for Prometheus listens on all
 * networks, and has no option for it. A JVM takes this by {@link #jvmOptions}.
 */
public final class LoopbackHttp extends HttpServerProvider {
    private static final String OF_THE_JDK = "sun.net.httpserver.DefaultHttpServerProvider";

    private final HttpServerProvider provider;

    /** For the JDK, which finds it by its name. */
    public LoopbackHttp() {
        try {
            provider = (HttpServerProvider)
                    Class.forName(OF_THE_JDK).getDeclaredConstructor().newInstance();
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException("this JDK has no " + OF_THE_JDK, e);
        }
    }

    /** What a JVM with this module on its class path is started with. */
    static List<String> jvmOptions() {
        return List.of(
                "--add-exports=jdk.httpserver/sun.net.httpserver=ALL-UNNAMED",
                "-Dcom.sun.net.httpserver.HttpServerProvider=" + LoopbackHttp.class.getName());
    }

    @Override
    public HttpServer createHttpServer(InetSocketAddress address, int backlog) throws IOException {
        return provider.createHttpServer(onLoopback(address), backlog);
    }

    @Override
    public HttpsServer createHttpsServer(InetSocketAddress address, int backlog) throws IOException {
        return provider.createHttpsServer(onLoopback(address), backlog);
    }

    private static InetSocketAddress onLoopback(InetSocketAddress address) {
        return address == null ? null : new InetSocketAddress(InetAddress.getLoopbackAddress(), address.getPort());
    }
}
