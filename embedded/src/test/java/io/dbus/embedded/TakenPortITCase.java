package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Between the picking of a free port and a server's binding another process may take it: then the server takes another. */
@RequiresServers({ServerKind.MYSQL, ServerKind.MARIADB, ServerKind.KAFKA, ServerKind.FLINK})
class TakenPortITCase {

    @Test
    void mysqlTakesAnotherPort() throws IOException {
        try (ServerSocket taken = takenPort()) {
            FreePort.choose(taken.getLocalPort());
            try (MySqlServer server = MySqlServer.builder().start()) {
                assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
                assertThat(server.queryString("SELECT 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void mariadbTakesAnotherPort() throws IOException {
        try (ServerSocket taken = takenPort()) {
            FreePort.choose(taken.getLocalPort());
            try (MariaDbServer server = MariaDbServer.builder().start()) {
                assertThat(server.port()).isNotEqualTo(taken.getLocalPort());
                assertThat(server.queryString("SELECT 1")).isEqualTo("1");
            }
        }
    }

    @Test
    void mysqlTakesAnotherPortWhenAnotherMysqlSitsOnIt() {
        MySqlServer sitting = SharedServers.mysql();
        FreePort.choose(sitting.port());
        try (MySqlServer server = MySqlServer.builder().start()) {
            assertThat(server.port()).isNotEqualTo(sitting.port());
            assertThat(server.queryString("SELECT @@server_id")).isEqualTo(Long.toString(server.serverId()));
        }
    }

    @Test
    void kafkaTakesOtherPorts() throws Exception {
        try (ServerSocket taken = takenPort()) {
            FreePort.choose(taken.getLocalPort());
            try (KafkaCluster kafka = KafkaCluster.builder().start()) {
                assertThat(kafka.bootstrapServers()).doesNotContain(":" + taken.getLocalPort());
                assertThat(kafka.admin().listTopics().names().get()).isEmpty();
            }
        }
    }

    @Test
    void flinkTakesOtherPortsForRestAndForItsJobManager() throws IOException {
        try (ServerSocket taken = takenPort()) {
            // The first pair has no port for REST, the second none for the JobManager.
            int free = FreePort.pick();
            FreePort.choose(taken.getLocalPort());
            FreePort.choose(free);
            FreePort.choose(free);
            FreePort.choose(taken.getLocalPort());
            try (FlinkCluster flink = FlinkCluster.builder().taskManagers(0).start()) {
                assertThat(flink.restUri().getPort()).isNotEqualTo(taken.getLocalPort());
                assertThat(flink.jobs()).isEqualTo(Map.of());
                assertThat(flink.jobManagerLog()).hasFileName(flink.name() + "-jobmanager-try-2.log");
            }
        }
    }

    private static ServerSocket takenPort() throws IOException {
        return new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
    }
}
