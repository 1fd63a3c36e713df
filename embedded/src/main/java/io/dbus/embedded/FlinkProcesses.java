package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The JVMs of a {@link FlinkCluster}: starts them, and waits until they have found each other. One thread at a time starts
 * and closes; any may read.
 */
final class FlinkProcesses {
    private static final Duration START_LIMIT = Duration.ofSeconds(240);
    private static final int PORTS_TRIED = 10;

    private final String name;
    private final Map<String, String> options;
    private final Map<Integer, Map<String, String>> jobManagerOptions;
    private final List<String> jvmOptions;
    private final Optional<ZooKeeperServer> zooKeeper;
    private final ServerClassPath classPath = ServerClassPath.of("flink");
    private final List<FlinkProcess> taskManagers = new CopyOnWriteArrayList<>();
    private final FlinkRest rest;
    private volatile FlinkJobManagers jobManagers;

    /**
     * None yet.
     *
     * @param options those of every process; what ZooKeeper needs comes here
     * @param jobManagerOptions those of single JobManagers, by their numbers
     */
    FlinkProcesses(
            String name,
            Map<String, String> options,
            Map<Integer, Map<String, String>> jobManagerOptions,
            List<String> jvmOptions,
            Optional<ZooKeeperServer> zooKeeper) {
        this.name = requireNonNull(name, "name is null");
        this.jobManagerOptions = Map.copyOf(jobManagerOptions);
        this.jvmOptions = List.copyOf(jvmOptions);
        this.zooKeeper = zooKeeper;
        this.rest = new FlinkRest(() -> jobManagers.leading(), zooKeeper.isPresent());
        this.options = new TreeMap<>();
        String identity = UUID.randomUUID().toString();
        this.options.put(FlinkRest.IDENTITY, identity);
        zooKeeper.ifPresent(server -> {
            this.options.put("high-availability.zookeeper.quorum", server.connect());
            this.options.put("high-availability.zookeeper.path.root", "/flink");
            this.options.put("high-availability.cluster-id", "/" + identity);
        });
        this.options.putAll(options);
    }

    /** Starts so many; returns when every JobManager answers and every TaskManager is registered. */
    void start(int jobManagerCount, int taskManagerCount) {
        for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
            String suffix = attempt == 0 ? "" : "-try-" + attempt;
            jobManagers = newJobManagers(jobManagerCount, suffix);
            jobManagers.all().forEach(jobManager -> jobManager.launch(jvmOptions, classPath));
            for (int i = 0; i < taskManagerCount; i++) {
                launchTaskManager(suffix);
            }
            if (awaitAll(jobManagers.all())) {
                return;
            }
            jobManagers.close();
            taskManagers.forEach(FlinkProcess::close);
            taskManagers.clear();
        }
        throw new ServerFailedException(
                name + " found each of " + PORTS_TRIED + " sets of ports taken that were free a moment before");
    }

    private FlinkJobManagers newJobManagers(int count, String suffix) {
        List<FlinkJobManager> all = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            Map<String, String> own = new TreeMap<>(options);
            own.putAll(jobManagerOptions.getOrDefault(i, Map.of()));
            String number = count == 1 ? "" : "-" + i;
            all.add(new FlinkJobManager(name + "-jobmanager" + number + suffix, own, zooKeeper.isPresent()));
        }
        return new FlinkJobManagers(
                all,
                zooKeeper.map(server -> new FlinkLeaderLookup(
                        server.connect(),
                        options.get("high-availability.zookeeper.path.root")
                                + options.get("high-availability.cluster-id"))));
    }

    private void launchTaskManager(String suffix) {
        FlinkProcess taskManager = new FlinkProcess(name + "-taskmanager-" + taskManagers.size() + suffix);
        taskManagers.add(taskManager);
        Map<String, String> own = new TreeMap<>(options);
        own.put("taskmanager.resource-id", taskManager.name());
        if (zooKeeper.isEmpty()) {
            own.put("jobmanager.rpc.port", Integer.toString(jobManagers.get(0).rpcPort()));
        }
        taskManager.launch(FlinkProcess.Role.TASK_MANAGER, own, jvmOptions, classPath);
    }

    /**
     * Waits until these JobManagers answer and all TaskManagers that live are registered; false when one of the
     * JobManagers found a port taken.
     */
    private boolean awaitAll(List<FlinkJobManager> starting) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        List<FlinkProcess> expected =
                taskManagers.stream().filter(FlinkProcess::isRunning).toList();
        Set<String> names = expected.stream().map(FlinkProcess::name).collect(Collectors.toSet());
        while (System.nanoTime() < deadline) {
            if (starting.stream().anyMatch(jobManager -> jobManager.process().foundPortTaken())) {
                return false;
            }
            for (FlinkProcess process : Stream.concat(
                            starting.stream().map(FlinkJobManager::process), expected.stream())
                    .toList()) {
                if (!process.isRunning()) {
                    throw process.log().failure(process + " ended while it started");
                }
            }
            if (starting.stream().allMatch(this::answers) && registered().containsAll(names)) {
                return true;
            }
            SupervisedProcess.sleep(100);
        }
        throw jobManagers
                .leading()
                .log()
                .failure(name + " has not all of its JobManagers and TaskManagers after " + START_LIMIT.toSeconds()
                        + " s");
    }

    private boolean answers(FlinkJobManager jobManager) {
        return rest.answers(jobManager, options.get(FlinkRest.IDENTITY));
    }

    private Set<String> registered() {
        return FlinkRest.elements(rest.get("/taskmanagers").path("taskmanagers"))
                .map(taskManager -> taskManager.path("id").asText())
                .collect(Collectors.toSet());
    }

    /** Starts one more; returns when it is registered. */
    void addTaskManager() {
        launchTaskManager("");
        awaitAll(List.of());
    }

    /** Starts a dead one; returns when it answers. */
    void restart(FlinkJobManager jobManager) {
        jobManager.launch(jvmOptions, classPath);
        if (!awaitAll(List.of(jobManager))) {
            throw jobManager.log().failure(jobManager + " cannot come back, another process has taken a port of its");
        }
    }

    FlinkRest rest() {
        return rest;
    }

    FlinkJobManagers jobManagers() {
        return jobManagers;
    }

    /** In the order in which they were started, dead ones included. */
    List<FlinkProcess> taskManagers() {
        return taskManagers;
    }

    void close() {
        taskManagers.forEach(FlinkProcess::close);
        if (jobManagers != null) {
            jobManagers.close();
        }
    }
}
