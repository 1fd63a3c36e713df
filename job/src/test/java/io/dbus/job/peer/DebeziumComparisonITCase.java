package io.dbus.job.peer;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.peer.DebeziumRun.Record;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What debezium-json writes beside what Debezium does, of the same rows of the same server. */
@RequiresServers
class DebeziumComparisonITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @TempDir
    Path folder;

    @Test
    void dump() throws Exception {
        MySqlServer server = SharedServers.mysql();
        String database = server.createDatabase("peer");
        server.execute("CREATE TABLE " + database + ".marks (id INT PRIMARY KEY)");
        server.execute(
                "CREATE TABLE " + database
                        + ".types (id BIGINT UNSIGNED PRIMARY KEY, d DATE, g POINT, nn INT NOT NULL, j JSON, ts TIMESTAMP(3) NULL, e ENUM('a','b') DEFAULT 'b', b1 BIT(1), b9 BIT(9), de DECIMAL(10,2), f FLOAT, s SET('x','y'))");
        try (DebeziumRun debezium = new DebeziumRun(server, database, "peer", Map.of())) {
            int[] mark = {0};
            Awaitility.await()
                    .atMost(PATIENCE)
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> {
                        server.execute("INSERT INTO " + database + ".marks VALUES (" + ++mark[0] + ")");
                        return !debezium.records().isEmpty();
                    });
            server.execute(
                    "INSERT INTO " + database
                            + ".types VALUES (1, '2024-02-29', POINT(1,2), 3, '[1]', '2024-01-01 00:00:00', 'a', 1, 5, 1.5, 0.1, 'x,y')");
            server.execute("UPDATE " + database + ".types SET id = 2");
            server.execute("DELETE FROM " + database + ".types");
            Awaitility.await().atMost(PATIENCE).until(() -> debezium.records().size() > mark[0] + 4);
            Thread.sleep(2000);
            List<Record> records = debezium.records();
            for (Record record : records.subList(1, records.size())) {
                System.out.println("KEY " + record.key());
                System.out.println("VALUE " + record.value());
            }
        }
    }
}
