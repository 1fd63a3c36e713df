package io.dbus.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.CreateMode;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.KeeperException;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.ZooDefs;
import org.apache.flink.shaded.zookeeper3.org.apache.zookeeper.ZooKeeper;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

@RequiresServers(ServerKind.ZOOKEEPER)
class ZooKeeperServerITCase {
    private static final Duration LIMIT = Duration.ofSeconds(60);

    private final List<ZooKeeper> clients = new ArrayList<>();

    private ZooKeeper client(String connect, int sessionTimeout) throws Exception {
        ZooKeeper client = new ZooKeeper(connect, sessionTimeout, event -> {});
        clients.add(client);
        return client;
    }

    @AfterEach
    void closeClients() throws Exception {
        for (ZooKeeper client : clients) {
            client.close();
        }
    }

    @Test
    void whatWasWrittenIsThereOnTheSamePortAfterAKillAndTheClientComesBack() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.builder().start()) {
            ZooKeeper client = client(server.connect(), 30_000);
            connected(() -> client.create(
                    "/kept", "value".getBytes(UTF_8), ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT));
            String address = server.connect();
            long session = client.getSessionId();

            server.kill9();
            assertThat(server.isRunning()).isFalse();
            server.start();
            assertThat(server.connect()).isEqualTo(address);
            assertThat(connected(() -> new String(client.getData("/kept", false, null), UTF_8)))
                    .isEqualTo("value");
            assertThat(client.getSessionId()).isEqualTo(session);

            server.restart();
            assertThat(connected(() -> client.exists("/kept", false))).isNotNull();
        }
    }

    @Test
    void theSessionOfAClientThatIsCutOffEndsAfterItsTimeoutAndItLearnsSoOnceTheWayIsMended() throws Exception {
        try (ZooKeeperServer server = ZooKeeperServer.builder().start();
                TcpProxy way = TcpProxy.to(server.port())) {
            ZooKeeper watching = client(server.connect(), 30_000);
            ZooKeeper cut = client(way.address(), 2_000);
            connected(() -> cut.create("/alive", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.EPHEMERAL));
            assertThat(connected(() -> watching.exists("/alive", false))).isNotNull();

            way.cut();
            Awaitility.await().atMost(LIMIT).until(() -> connected(() -> watching.exists("/alive", false)) == null);

            way.mend();
            Awaitility.await().atMost(LIMIT).untilAsserted(() -> assertThatThrownBy(() -> cut.exists("/alive", false))
                    .isInstanceOf(KeeperException.SessionExpiredException.class));
        }
    }

    @Test
    void itTakesAnotherPortWhenItsOwnIsTakenAndLeavesItsLogAlone() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            FreePort.choose(taken.getLocalPort());
            ZooKeeperServer server = ZooKeeperServer.builder().start();
            assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
            server.close();
            assertThat(server.logFiles()).allMatch(Files::exists);
            assertThatThrownBy(server::start).isInstanceOf(IllegalStateException.class);
        }
    }

    @Test
    void optionsThatZooKeeperRefusesFailWithTheLog() {
        assertThatThrownBy(() -> ZooKeeperServer.builder()
                        .option("maxSessionTimeout", "1")
                        .start())
                .isInstanceOf(ServerFailedException.class)
                .hasMessageContainingAll("ended while it started", "minSessionTimeout");
    }

    private interface Call<T> {
        T call() throws KeeperException, InterruptedException;
    }

    /** Once there is a connection. */
    private static <T> T connected(Call<T> call) {
        AtomicReference<T> answer = new AtomicReference<>();
        Awaitility.await()
                .atMost(LIMIT)
                .ignoreException(KeeperException.ConnectionLossException.class)
                .until(() -> {
                    answer.set(call.call());
                    return true;
                });
        return answer.get();
    }
}
