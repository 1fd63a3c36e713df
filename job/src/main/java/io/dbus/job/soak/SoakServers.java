package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.ElasticsearchServer;
import io.dbus.embedded.EmbeddedServer;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.KafkaCluster;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.ZooKeeperServer;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Supplier;

/** The servers of the soak. Closing it ends them. */
final class SoakServers implements AutoCloseable {
    static final int MYSQL = 4;
    static final int JOB_MANAGERS = 2;
    static final int TASK_MANAGERS = 3;
    static final int SLOTS = 2;

    private final List<MySqlServer> mysql;
    private final KafkaCluster kafka;
    private final ElasticsearchServer elasticsearch;
    private final ZooKeeperServer zooKeeper;
    private final FlinkCluster flink;
    private final String password = UUID.randomUUID().toString();

    private SoakServers(
            List<MySqlServer> mysql,
            KafkaCluster kafka,
            ElasticsearchServer elasticsearch,
            ZooKeeperServer zooKeeper,
            FlinkCluster flink) {
        this.mysql = List.copyOf(mysql);
        this.kafka = requireNonNull(kafka, "kafka");
        this.elasticsearch = requireNonNull(elasticsearch, "elasticsearch");
        this.zooKeeper = requireNonNull(zooKeeper, "zooKeeper");
        this.flink = requireNonNull(flink, "flink");
    }

    /** Starts all of them side by side, and creates the tables. */
    static SoakServers start() {
        List<EmbeddedServer> started = new ArrayList<>();
        List<CompletableFuture<MySqlServer>> databases = new ArrayList<>();
        for (int i = 0; i < MYSQL; i++) {
            databases.add(starting(started, () -> MySqlServer.builder().start()));
        }
        CompletableFuture<KafkaCluster> kafka =
                starting(started, () -> KafkaCluster.builder().start());
        CompletableFuture<ElasticsearchServer> elasticsearch =
                starting(started, () -> ElasticsearchServer.builder().start());
        CompletableFuture<ZooKeeperServer> zooKeeper =
                starting(started, () -> ZooKeeperServer.builder().start());
        CompletableFuture<FlinkCluster> flink = starting(started, () -> startFlink(zooKeeper.join()));
        List<CompletableFuture<?>> all = new ArrayList<>(databases);
        all.addAll(List.of(kafka, elasticsearch, zooKeeper, flink));
        try {
            CompletableFuture.allOf(all.toArray(CompletableFuture[]::new)).join();
            SoakServers servers = new SoakServers(
                    databases.stream().map(CompletableFuture::join).toList(),
                    kafka.join(),
                    elasticsearch.join(),
                    zooKeeper.join(),
                    flink.join());
            servers.createTables();
            return servers;
        } catch (RuntimeException e) {
            synchronized (started) {
                try {
                    EmbeddedServer.closeAll(started);
                } catch (RuntimeException failure) {
                    e.addSuppressed(failure);
                }
            }
            throw e instanceof CompletionException && e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private static <S extends EmbeddedServer> CompletableFuture<S> starting(
            List<EmbeddedServer> started, Supplier<S> server) {
        return CompletableFuture.supplyAsync(
                () -> {
                    S one = server.get();
                    synchronized (started) {
                        started.add(one);
                    }
                    return one;
                },
                task -> {
                    Thread thread = new Thread(task, "soak-start");
                    thread.setDaemon(true);
                    thread.start();
                });
    }

    private static FlinkCluster startFlink(ZooKeeperServer zooKeeper) {
        return FlinkCluster.builder()
                .zooKeeper(zooKeeper)
                .jobManagers(JOB_MANAGERS)
                .taskManagers(TASK_MANAGERS)
                .slots(SLOTS)
                .option("heartbeat.timeout", "15000")
                .option("jobmanager.scheduler", "adaptive")
                // All TaskManagers have tasks, also at a low parallelism.
                .option("jobmanager.adaptive-scheduler.prefer-minimal-taskmanagers", "false")
                // How long it waits for more TaskManagers, and between two changes of the parallelism.
                .option("jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout", "2s")
                .option("jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "2s")
                .option("jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "2s")
                .start();
    }

    private void createTables() {
        for (MySqlServer server : mysql) {
            server.execute(SoakTables.DDL.toArray(String[]::new));
            server.createUser("dbus", password, "", "REPLICATION SLAVE, REPLICATION CLIENT ON *.*", "SELECT ON shop.*");
        }
    }

    /** A MySQL server, counted from 0. */
    MySqlServer mysql(int index) {
        return mysql.get(index);
    }

    KafkaCluster kafka() {
        return kafka;
    }

    ElasticsearchServer elasticsearch() {
        return elasticsearch;
    }

    ZooKeeperServer zooKeeper() {
        return zooKeeper;
    }

    FlinkCluster flink() {
        return flink;
    }

    /** The password of the user {@code dbus} on each MySQL server. */
    String password() {
        return password;
    }

    @Override
    public void close() {
        List<EmbeddedServer> servers = new ArrayList<>(List.of(flink, zooKeeper));
        servers.addAll(mysql);
        servers.addAll(List.of(kafka, elasticsearch));
        EmbeddedServer.closeAll(servers);
    }
}
