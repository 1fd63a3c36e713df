package io.dbus.source.mysql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.event.RowChange;
import io.dbus.event.ValueText;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** XA and other transactions in a random order on a real server, the job stopped and started between; in the end what came is what SELECT shows. */
@RequiresServers
class XaRestartITCase {
    private static final Duration LONG = Duration.ofSeconds(120);
    private static final int STEPS = 150;
    private static final int ROWS = 30;

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(4)
            .build());

    @TempDir
    Path directory;

    private final Random random = new Random(20_240_601);
    private final Map<String, List<Integer>> prepared = new TreeMap<>();
    private DatabaseServer server;
    private String db;
    private int version;

    @Test
    void onMySqlWhatComesIsWhatSelectShows() throws Exception {
        run(SharedServers.mysql());
    }

    @Test
    void onMariaDbWhatComesIsWhatSelectShows() throws Exception {
        run(SharedServers.mariadb());
    }

    private void run(DatabaseServer any) throws Exception {
        server = any;
        db = server.createDatabase("xarandom");
        server.execute("CREATE TABLE " + db + ".t (id INT PRIMARY KEY, v INT, pad VARCHAR(200))");
        try (SourceJob job = new SourceJob(directory, server, db + ".t")
                .with(MySqlSourceOptions.TRANSACTION_HOLD, MemorySize.parse("1kb"))
                .start()) {
            await().atMost(LONG).until(() -> job.checkpoints() > 1);
            for (int step = 0; step < STEPS; step++) {
                step();
                if (step % 30 == 29) {
                    await().atMost(LONG).until(() -> job.checkpoints() > 0);
                    job.stopWithSavepoint();
                    step();
                    job.start();
                }
            }
            for (String xid : List.copyOf(prepared.keySet())) {
                decide(xid);
            }
            server.execute("INSERT INTO " + db + ".t VALUES (-1, 0, '')");
            await().atMost(LONG).until(() -> job.lines().contains("t +I[-1, 0, ]"));
            assertThat(replayed(job)).isEqualTo(selected());
            assertThat(job.out()).extracting(SourceJob.Out::sequence).isSorted().doesNotHaveDuplicates();
        }
    }

    private void step() throws SQLException {
        String xid = "x" + random.nextInt(4);
        if (prepared.containsKey(xid)) {
            decide(xid);
        } else if (random.nextInt(3) > 0) {
            change(xid, random.nextInt(5) == 0);
        } else {
            change("", false);
        }
        if (random.nextInt(10) == 0) {
            server.execute("FLUSH BINARY LOGS");
        }
    }

    private void decide(String xid) {
        server.execute((random.nextInt(3) > 0 ? "XA COMMIT '" : "XA ROLLBACK '") + xid + "'");
        prepared.remove(xid);
    }

    /** Changes some rows that no prepared transaction has locked. */
    private void change(String xid, boolean onePhase) throws SQLException {
        List<Integer> ids = random.ints(1 + random.nextInt(8), 0, ROWS)
                .distinct()
                .filter(id -> prepared.values().stream().noneMatch(locked -> locked.contains(id)))
                .boxed()
                .toList();
        if (ids.isEmpty()) {
            return;
        }
        try (Connection session = server.connect();
                Statement statement = session.createStatement()) {
            statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
            statement.execute(xid.isEmpty() ? "START TRANSACTION" : "XA START '" + xid + "'");
            // MariaDB rolls one back by itself that has changed nothing and whose session ends.
            statement.execute(upsert(ids.get(0)));
            for (int id : ids) {
                statement.execute(sql(id));
            }
            if (xid.isEmpty()) {
                statement.execute("COMMIT");
                return;
            }
            statement.execute("XA END '" + xid + "'");
            if (onePhase) {
                statement.execute("XA COMMIT '" + xid + "' ONE PHASE");
            } else {
                statement.execute("XA PREPARE '" + xid + "'");
                prepared.put(xid, ids);
            }
        }
    }

    private String sql(int id) {
        return random.nextInt(4) == 0 ? "DELETE FROM " + db + ".t WHERE id = " + id : upsert(id);
    }

    private String upsert(int id) {
        version++;
        String pad = "x".repeat(random.nextInt(200));
        return "INSERT INTO " + db + ".t VALUES (" + id + ", " + version + ", '" + pad
                + "') ON DUPLICATE KEY UPDATE v = VALUES(v), pad = VALUES(pad)";
    }

    /** The table that its changes make; fails where one does not follow from those before. */
    private static Map<String, Map<String, String>> replayed(SourceJob job) {
        Map<String, Map<String, String>> table = new TreeMap<>();
        for (SourceJob.Out out : job.out()) {
            RowChange row = out.change();
            row.before().map(before -> ValueText.of(row.schema(), before)).ifPresent(before -> assertThat(
                            table.remove(before.get("id")))
                    .as(out.line())
                    .isEqualTo(before));
            row.after().map(after -> ValueText.of(row.schema(), after)).ifPresent(after -> assertThat(
                            table.put(after.get("id"), after))
                    .as(out.line())
                    .isNull());
        }
        return table;
    }

    private Map<String, Map<String, String>> selected() {
        return new TreeMap<>(server.query("SELECT * FROM " + db + ".t").stream()
                .collect(Collectors.toMap(
                        row -> row.get("id").toString(),
                        row -> Map.of(
                                "id", row.get("id").toString(),
                                "v", row.get("v").toString(),
                                "pad", row.get("pad").toString()))));
    }
}
