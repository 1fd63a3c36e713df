package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.Secret;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.SslMode;
import io.dbus.source.mysql.enumerator.ServerStarter;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.Startup;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

@RequiresServers
class BinlogConnectorITCase {
    private static final byte[] NOT_MYSQL = "\3\0\0\0abc".getBytes(StandardCharsets.US_ASCII);

    private final MySqlServer server = SharedServers.mysql();

    @Test
    void aLoginThatHangsEndsWithTheConnector() throws Exception {
        try (ServerSocket silent = listener()) {
            BinlogConnector connector = new BinlogConnector(settings(address(silent)), "db");
            CompletableFuture<Optional<BinlogStream>> connecting = connecting(connector);
            try (Socket accepted = silent.accept()) {
                connector.close();
                assertThat(connecting.get(60, TimeUnit.SECONDS)).isEmpty();
                assertThat(accepted.isConnected()).isTrue();
            }
        }
    }

    @Test
    void aHostThatRefusesForGoodLeavesTheOthersToBeTried() throws Exception {
        try (ServerSocket wrong = listener()) {
            CompletableFuture<Void> answering = answering(wrong, 2);
            ReaderSettings settings = settings(address(wrong), new ServerAddress(server.hostname(), server.port()));
            assertThat(connecting(new BinlogConnector(settings, "db")).get(60, TimeUnit.SECONDS))
                    .hasValueSatisfying(stream -> {
                        assertThat(stream.info().serverUuid()).isEqualTo(server.serverUuid());
                        stream.close();
                    });
            assertThat(new ServerStarter(settings, new Startup.Latest())
                            .start("db")
                            .position()
                            .server())
                    .isEqualTo(server.serverUuid());
            answering.get(60, TimeUnit.SECONDS);
        }
    }

    @Test
    void theFailureNamesEveryHostWhenOneRefusesForGoodAndNoneIsLeft() throws Exception {
        ServerAddress nobody = addressOfNobody();
        try (ServerSocket wrong = listener()) {
            CompletableFuture<Void> answering = answering(wrong, 2);
            ReaderSettings settings = settings(address(wrong), nobody);
            assertThatThrownBy(() -> new BinlogConnector(settings, "db").connect(start()))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(address(wrong) + ": what listens")
                    .hasMessageContaining("no connection to " + nobody);
            assertThatThrownBy(() -> new ServerStarter(settings, new Startup.Latest()).start("db"))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("what listens at " + address(wrong));
            answering.get(60, TimeUnit.SECONDS);
        }
    }

    private static ServerSocket listener() throws IOException {
        return new ServerSocket(0, 10, InetAddress.getLoopbackAddress());
    }

    private static ServerAddress address(ServerSocket listener) {
        return new ServerAddress(listener.getInetAddress().getHostAddress(), listener.getLocalPort());
    }

    private static ServerAddress addressOfNobody() throws IOException {
        try (ServerSocket gone = listener()) {
            return address(gone);
        }
    }

    private static CompletableFuture<Void> answering(ServerSocket listener, int times) {
        return CompletableFuture.runAsync(() -> {
            try {
                for (int i = 0; i < times; i++) {
                    try (Socket socket = listener.accept()) {
                        socket.getOutputStream().write(NOT_MYSQL);
                        socket.getInputStream().read();
                    }
                }
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    private static CompletableFuture<Optional<BinlogStream>> connecting(BinlogConnector connector) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return connector.connect(start());
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }

    private static BinlogSplitState start() {
        return new BinlogSplitState(BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()));
    }

    private ReaderSettings settings(ServerAddress... hosts) {
        return new ReaderSettings(
                "connector-" + server.createDatabase("c"),
                "src",
                Map.of("db", List.of(hosts)),
                new ConnectionSettings(
                        server.rootUser(),
                        new Secret(server.password()),
                        ConnectionSettings.Tls.of(SslMode.DISABLED),
                        Duration.ofHours(1),
                        Duration.ofSeconds(10)),
                List.of("shop.t"),
                KeyColumns.NONE,
                false,
                false,
                false,
                StatementHandling.FAIL,
                LostXa.FAIL,
                1 << 20,
                1 << 20,
                Duration.ofMillis(1),
                Duration.ofMillis(10),
                0);
    }
}
