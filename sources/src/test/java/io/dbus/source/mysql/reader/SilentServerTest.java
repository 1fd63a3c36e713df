package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.connection.Secret;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.SslMode;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;

/** Questions to a server beside its stream. */
class SilentServerTest {
    private static final int HEARTBEATS = 6;

    @Test
    void aQuestionThatIsNotAnsweredEndsWithTheConnector() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            ServerAddress address =
                    new ServerAddress(listener.getInetAddress().getHostAddress(), listener.getLocalPort());
            ReaderSettings settings = settings(address);
            BinlogConnector connector = new BinlogConnector(settings, "db");
            SilentServer silence = new SilentServer(settings, "db", start(), connector::opening);
            CompletableFuture<Void> asking = CompletableFuture.runAsync(() -> hearHeartbeats(silence, address));
            try (Socket accepted = listener.accept()) {
                assertThat(accepted.isConnected()).isTrue();
                connector.close();
                assertThat(asking).succeedsWithin(60, TimeUnit.SECONDS);
            }
        }
    }

    @Test
    void aQuestionForTheFilesThatIsNotAnsweredEndsWithTheWatch() throws Exception {
        try (ServerSocket listener = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            ServerAddress address =
                    new ServerAddress(listener.getInetAddress().getHostAddress(), listener.getLocalPort());
            PurgeWatch watch = new PurgeWatch(
                    settings(address), "db", () -> address, new ServerFigures(new UnregisteredMetricsGroup()));
            CompletableFuture<MySqlException> asking = CompletableFuture.supplyAsync(() -> {
                try {
                    watch.ask();
                    return null;
                } catch (MySqlException e) {
                    return e;
                }
            });
            try (Socket accepted = listener.accept()) {
                assertThat(accepted.isConnected()).isTrue();
                watch.close();
                assertThat(asking)
                        .succeedsWithin(60, TimeUnit.SECONDS)
                        .asString()
                        // Still connecting or waiting for the greeting, as the threads happen to run.
                        .containsAnyOf("was lost during the login", "Socket closed");
            }
        }
    }

    private static void hearHeartbeats(SilentServer silence, ServerAddress address) {
        byte[] heartbeat = new EventBytes().text("binlog.000001").event(EventType.HEARTBEAT, 500);
        try {
            for (int i = 0; i < HEARTBEATS; i++) {
                silence.heard(new RawEvent(heartbeat, 0, heartbeat.length), address);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static BinlogSplitState start() {
        return new BinlogSplitState(BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()));
    }

    private static ReaderSettings settings(ServerAddress address) {
        return new ReaderSettings(
                "silent",
                "src",
                Map.of("db", List.of(address)),
                new ConnectionSettings(
                        "root",
                        new Secret(""),
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
