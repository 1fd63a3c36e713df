package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.MySqlServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

/** The faults of the soak, in an order that the seed decides: each kind comes once before one comes again. For one thread. */
final class Faults {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final int SECONDS_DOWN = 3;
    private static final int SECONDS_PAUSED = 15;
    private static final int SECONDS_WITHOUT_ZOOKEEPER = 30;
    private static final int TASK_MANAGERS_AT_LEAST = 2;

    private final SoakServers servers;
    private final SoakJob job;
    private final Fleet fleet;
    private final Random random;
    /** The numbers of those that live. */
    private final List<Integer> taskManagers = new ArrayList<>();

    private final List<Fault> all;
    private final List<Fault> deck = new ArrayList<>();

    Faults(SoakServers servers, SoakJob job, Fleet fleet, long seed) {
        this.servers = requireNonNull(servers, "servers");
        this.job = requireNonNull(job, "job");
        this.fleet = requireNonNull(fleet, "fleet");
        this.random = new Random(seed);
        IntStream.range(0, servers.flink().taskManagers()).forEach(taskManagers::add);
        this.all = List.of(
                Fault.always("TaskManager killed", this::killTaskManager),
                new Fault("TaskManager taken away", this::canTakeTaskManager, this::takeTaskManager),
                new Fault("TaskManager added", this::canAddTaskManager, this::addTaskManager),
                Fault.always("leader killed", this::killLeader),
                Fault.always("leader stopped", this::stopLeader),
                Fault.always("ZooKeeper away", this::stopZooKeeper),
                Fault.always("mysqld killed", this::killMySql),
                Fault.always("mysqld stopped", this::stopMySql),
                Fault.always("Kafka broker killed", this::killKafka),
                Fault.always("Kafka broker stopped", this::stopKafka),
                Fault.always("Elasticsearch killed", this::killElasticsearch),
                Fault.always("Elasticsearch stopped", this::stopElasticsearch),
                Fault.always("other parallelism", this::changeParallelism),
                new Fault("server taken from file", fleet::isWhole, this::removeServer),
                new Fault("server added to file", () -> !fleet.isWhole(), this::addServer));
    }

    /** The next kind that can be made now. */
    Fault next() {
        while (true) {
            for (int i = deck.size() - 1; i >= 0; i--) {
                if (deck.get(i).possible().getAsBoolean()) {
                    return deck.remove(i);
                }
            }
            List<Fault> shuffled = new ArrayList<>(all);
            Collections.shuffle(shuffled, random);
            deck.addAll(0, shuffled);
        }
    }

    /** Does what whoever supervises a cluster does with processes that ended by themselves; returns their names. */
    List<String> replaceEnded() {
        List<String> ended = new ArrayList<>();
        for (int i = 0; i < flink().jobManagers(); i++) {
            if (!flink().isJobManagerRunning(i)) {
                ended.add("JobManager " + i);
                flink().startJobManager(i);
            }
        }
        for (int index : List.copyOf(taskManagers)) {
            if (!flink().isTaskManagerRunning(index)) {
                ended.add("TaskManager " + index);
                taskManagers.remove((Integer) index);
                taskManagers.add(flink().addTaskManager());
            }
        }
        return ended;
    }

    /** With which parallelism the job is to run on the TaskManagers that there are. */
    int parallelism() {
        return Math.min(job.parallelism(), taskManagers.size() * SoakServers.SLOTS);
    }

    private Fault.Outcome killTaskManager() {
        int index = anyTaskManager();
        flink().kill9TaskManager(index);
        return new Fault.Outcome(
                "kill -9 of TaskManager " + index + ", another one started",
                () -> taskManagers.add(flink().addTaskManager()));
    }

    private boolean canTakeTaskManager() {
        return taskManagers.size() > TASK_MANAGERS_AT_LEAST;
    }

    private Fault.Outcome takeTaskManager() throws InterruptedException {
        int before = parallelism();
        int index = anyTaskManager();
        flink().stopTaskManager(index);
        job.awaitParallelism(this::parallelism, PATIENCE);
        return Fault.Outcome.of("SIGTERM of TaskManager " + index + ", from " + before + " lanes to " + parallelism());
    }

    private boolean canAddTaskManager() {
        return taskManagers.size() < SoakServers.TASK_MANAGERS;
    }

    private Fault.Outcome addTaskManager() throws InterruptedException {
        int before = parallelism();
        taskManagers.add(flink().addTaskManager());
        job.awaitParallelism(this::parallelism, PATIENCE);
        return Fault.Outcome.of("from " + before + " lanes to " + parallelism());
    }

    private Fault.Outcome killLeader() {
        int leader = flink().leader();
        flink().kill9JobManager(leader);
        return new Fault.Outcome(
                "kill -9 of JobManager " + leader + ", started again", () -> flink().startJobManager(leader));
    }

    private Fault.Outcome stopLeader() throws InterruptedException {
        int leader = flink().leader();
        flink().pauseJobManager(leader);
        int next = flink().awaitLeaderOtherThan(leader, PATIENCE);
        TimeUnit.SECONDS.sleep(SECONDS_DOWN);
        flink().resumeJobManager(leader);
        return Fault.Outcome.of("SIGSTOP of JobManager " + leader + " until " + next + " had led for " + SECONDS_DOWN
                + " s, then SIGCONT");
    }

    private Fault.Outcome stopZooKeeper() throws InterruptedException {
        servers.zooKeeper().kill9();
        TimeUnit.SECONDS.sleep(SECONDS_WITHOUT_ZOOKEEPER);
        servers.zooKeeper().start();
        return Fault.Outcome.of("kill -9, started after " + SECONDS_WITHOUT_ZOOKEEPER + " s");
    }

    private Fault.Outcome killMySql() throws InterruptedException {
        MySqlServer server = anyMySql();
        server.kill9();
        TimeUnit.SECONDS.sleep(SECONDS_DOWN);
        server.start();
        return Fault.Outcome.of("kill -9 of " + server.name() + ", started after " + SECONDS_DOWN + " s");
    }

    private Fault.Outcome stopMySql() throws InterruptedException {
        MySqlServer server = anyMySql();
        server.pause();
        TimeUnit.SECONDS.sleep(SECONDS_PAUSED);
        server.resume();
        return Fault.Outcome.of("SIGSTOP of " + server.name() + " for " + SECONDS_PAUSED + " s");
    }

    private Fault.Outcome killKafka() throws InterruptedException {
        servers.kafka().kill9(0);
        TimeUnit.SECONDS.sleep(SECONDS_DOWN);
        servers.kafka().start(0);
        return Fault.Outcome.of("kill -9, started after " + SECONDS_DOWN + " s");
    }

    private Fault.Outcome stopKafka() throws InterruptedException {
        servers.kafka().pause(0);
        TimeUnit.SECONDS.sleep(SECONDS_PAUSED);
        servers.kafka().resume(0);
        return Fault.Outcome.of("SIGSTOP for " + SECONDS_PAUSED + " s");
    }

    private Fault.Outcome killElasticsearch() throws InterruptedException {
        servers.elasticsearch().kill9();
        TimeUnit.SECONDS.sleep(SECONDS_DOWN);
        servers.elasticsearch().start();
        return Fault.Outcome.of("kill -9, started after " + SECONDS_DOWN + " s");
    }

    private Fault.Outcome stopElasticsearch() throws InterruptedException {
        servers.elasticsearch().pause();
        TimeUnit.SECONDS.sleep(SECONDS_PAUSED);
        servers.elasticsearch().resume();
        return Fault.Outcome.of("SIGSTOP for " + SECONDS_PAUSED + " s");
    }

    private Fault.Outcome changeParallelism() throws InterruptedException {
        int before = job.parallelism();
        List<Integer> others = IntStream.rangeClosed(2, SoakServers.TASK_MANAGERS * SoakServers.SLOTS)
                .filter(n -> n != before)
                .boxed()
                .toList();
        int next = others.get(random.nextInt(others.size()));
        job.resubmit(fleet.entries(), next);
        return Fault.Outcome.of("from " + before + " lanes to " + next + " by a savepoint");
    }

    private Fault.Outcome removeServer() throws InterruptedException {
        String entry = fleet.remove();
        job.resubmit(fleet.entries(), job.parallelism());
        fleet.goOn();
        return Fault.Outcome.of(entry + ", by a savepoint");
    }

    private Fault.Outcome addServer() throws InterruptedException {
        String entry = fleet.add();
        job.resubmit(fleet.entries(), job.parallelism());
        return Fault.Outcome.of(entry + ", by a savepoint, from its first change on");
    }

    private int anyTaskManager() {
        return taskManagers.remove(random.nextInt(taskManagers.size()));
    }

    private MySqlServer anyMySql() {
        return servers.mysql(random.nextInt(SoakServers.MYSQL));
    }

    private FlinkCluster flink() {
        return servers.flink();
    }
}
