package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A standalone Flink session cluster: one JobManager and n TaskManagers, each in a JVM of its own, with the web UI.
 *
 * <p>Checkpoints and savepoints lie in the cluster's directory unless an option says otherwise; slots are taken evenly from
 * all TaskManagers; a dead TaskManager is noticed within seconds. Failures are {@link ServerFailedException}s, which name
 * the logs.
 */
public final class FlinkCluster implements EmbeddedServer {
    private static final Logger LOG = LoggerFactory.getLogger(FlinkCluster.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(240);
    private static final int PORTS_TRIED = 10;

    /** An option that Flink does not know and shows like the others: by it we know our JobManager. */
    private static final String IDENTITY = "dbus.embedded.cluster";

    private final String name;
    private final Path directory;
    private final ServerClassPath classPath;
    private final Map<String, String> options;
    private final List<String> jvmOptions;
    private final List<FlinkProcess> taskManagers = new ArrayList<>();
    private FlinkProcess jobManager;
    private FlinkRest rest;
    private FlinkJobs jobs;
    private boolean closed;

    private FlinkCluster(int slots, Map<String, String> overrides, List<String> jvmOptions) {
        this.jvmOptions = List.copyOf(jvmOptions);
        this.classPath = ServerClassPath.of("flink");
        this.name = RunDirectory.ofThisJvm().nextName("flink");
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.options = new TreeMap<>(defaults(slots));
        this.options.putAll(overrides);
    }

    private Map<String, String> defaults(int slots) {
        Map<String, String> defaults = new HashMap<>();
        for (String host : List.of(
                "jobmanager.rpc.address",
                "jobmanager.bind-host",
                "rest.address",
                "rest.bind-address",
                "taskmanager.host",
                "taskmanager.bind-host")) {
            defaults.put(host, "127.0.0.1");
        }
        defaults.put(IDENTITY, UUID.randomUUID().toString());
        defaults.put("taskmanager.numberOfTaskSlots", Integer.toString(slots));
        defaults.put(
                "execution.checkpointing.dir",
                directory.resolve("checkpoints").toUri().toString());
        defaults.put(
                "execution.checkpointing.savepoint-dir",
                savepointDirectory().toUri().toString());
        defaults.put("taskmanager.load-balance.mode", "SLOTS");
        // Small; what the defaults would give to RocksDB and to spare goes to the heap.
        defaults.put("jobmanager.memory.process.size", "900m");
        defaults.put("taskmanager.memory.process.size", "1100m");
        defaults.put("taskmanager.memory.managed.size", "96m");
        defaults.put("taskmanager.memory.network.min", "64m");
        defaults.put("taskmanager.memory.network.max", "64m");
        defaults.put("taskmanager.memory.jvm-overhead.min", "128m");
        defaults.put("taskmanager.memory.jvm-overhead.max", "128m");
        // A dead TaskManager is noticed by two heartbeats in vain; a slow one has the usual time.
        defaults.put("heartbeat.interval", "1000");
        // TaskManagers start together with the JobManager and find nobody at first.
        defaults.put("cluster.registration.error-delay", "500");
        return defaults;
    }

    public static Builder builder() {
        return new Builder();
    }

    private synchronized void startOnAnyPorts(int count) {
        for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
            String suffix = attempt == 0 ? "" : "-try-" + attempt;
            int port = FreePort.pick();
            options.put("rest.port", Integer.toString(port));
            options.put("jobmanager.rpc.port", Integer.toString(FreePort.pick()));
            jobManager = new FlinkProcess(name + "-jobmanager" + suffix);
            rest = new FlinkRest(URI.create("http://127.0.0.1:" + port), jobManager.log());
            jobs = new FlinkJobs(rest, this);
            jobManager.launch(FlinkProcess.Role.JOB_MANAGER, options, jvmOptions, classPath);
            for (int i = 0; i < count; i++) {
                launchTaskManager(suffix);
            }
            if (awaitTaskManagers()) {
                LOG.info("{} has its web UI at {}, logs {}", name, restUri(), logFiles());
                return;
            }
            jobManager.close();
            taskManagers.forEach(FlinkProcess::close);
            taskManagers.clear();
        }
        throw new ServerFailedException(
                name + " found each of " + PORTS_TRIED + " pairs of ports taken that were free a moment before");
    }

    private void launchTaskManager(String suffix) {
        FlinkProcess taskManager = new FlinkProcess(name + "-taskmanager-" + taskManagers.size() + suffix);
        taskManagers.add(taskManager);
        Map<String, String> own = new TreeMap<>(options);
        own.put("taskmanager.resource-id", taskManager.name());
        taskManager.launch(FlinkProcess.Role.TASK_MANAGER, own, jvmOptions, classPath);
    }

    /** Waits until all that live are registered; false when the JobManager found a port taken. */
    private boolean awaitTaskManagers() {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        List<FlinkProcess> expected =
                taskManagers.stream().filter(FlinkProcess::isRunning).toList();
        Set<String> names = expected.stream().map(FlinkProcess::name).collect(Collectors.toSet());
        while (System.nanoTime() < deadline) {
            if (jobManager.foundPortTaken()) {
                return false;
            }
            for (FlinkProcess process :
                    Stream.concat(Stream.of(jobManager), expected.stream()).toList()) {
                if (!process.isRunning()) {
                    throw process.log().failure(process + " ended while it started");
                }
            }
            if (rest.answersWith(IDENTITY, options.get(IDENTITY))
                    && registered().containsAll(names)) {
                return true;
            }
            SupervisedProcess.sleep(100);
        }
        throw jobManager
                .log()
                .failure(this + " has not all of its TaskManagers after " + START_LIMIT.toSeconds() + " s");
    }

    private Set<String> registered() {
        return FlinkRest.elements(rest.get("/taskmanagers").path("taskmanagers"))
                .map(taskManager -> taskManager.path("id").asText())
                .collect(Collectors.toSet());
    }

    @Override
    public String name() {
        return name;
    }

    /** Where the web UI and the REST API answer, without a slash at the end. */
    public URI restUri() {
        return rest.uri();
    }

    /** A directory for savepoints, removed with the cluster. */
    public Path savepointDirectory() {
        return directory.resolve("savepoints");
    }

    /** Uploads the jar and runs it; returns the job's id when Flink has accepted it. */
    public String submit(JobSubmission submission) {
        return jobs.submit(submission);
    }

    public JobState jobState(String jobId) {
        return jobs.state(jobId);
    }

    /** Every job that the cluster knows, with its state. */
    public Map<String, JobState> jobs() {
        return jobs.all();
    }

    /** Waits for the state; fails at once, with the job's exceptions, when the job ends in another. */
    public void awaitState(String jobId, JobState state, Duration timeout) {
        jobs.awaitState(jobId, state, timeout);
    }

    /** Waits until the job runs and each of its tasks does, or has finished. */
    public void awaitAllTasksRunning(String jobId, Duration timeout) {
        jobs.awaitAllTasksRunning(jobId, timeout);
    }

    /** Waits until this many checkpoints have completed since the job was submitted. */
    public void awaitCheckpoints(String jobId, long completed, Duration timeout) {
        jobs.awaitCheckpoints(jobId, completed, timeout);
    }

    public CheckpointCounts checkpoints(String jobId) {
        return jobs.checkpoints(jobId);
    }

    /** The job's failures, newest first, each with its stack trace. */
    public List<String> exceptions(String jobId) {
        return jobs.exceptions(jobId);
    }

    /** Takes a savepoint and stops the job; returns the savepoint's path when the job is finished. */
    public String stopWithSavepoint(String jobId) {
        return jobs.stopWithSavepoint(jobId, savepointDirectory());
    }

    /** Takes a savepoint; the job goes on. Returns the savepoint's path. */
    public String savepoint(String jobId) {
        return jobs.savepoint(jobId, savepointDirectory());
    }

    /** Cancels the job and returns when it is {@link JobState#CANCELED}. */
    public void cancel(String jobId) {
        jobs.cancel(jobId);
    }

    /** GET of any path of the REST API, such as {@code /jobs/overview}. */
    public JsonNode rest(String path) {
        return rest.get(path);
    }

    /** How many TaskManagers were started, dead ones included; they are counted from 0. */
    public synchronized int taskManagers() {
        return taskManagers.size();
    }

    /** Starts one more; returns its number when it is registered. */
    public synchronized int addTaskManager() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        launchTaskManager("");
        awaitTaskManagers();
        return taskManagers.size() - 1;
    }

    /** SIGKILL; returns when it is dead. Flink notices a little later. */
    public synchronized void kill9TaskManager(int index) {
        taskManagers.get(index).kill9();
        LOG.info("{} is killed", taskManagers.get(index));
    }

    public synchronized long taskManagerPid(int index) {
        return taskManagers.get(index).running().pid();
    }

    public long jobManagerPid() {
        return jobManager.running().pid();
    }

    public Path jobManagerLog() {
        return jobManager.log().file();
    }

    public synchronized Path taskManagerLog(int index) {
        return taskManagers.get(index).log().file();
    }

    @Override
    public synchronized List<Path> logFiles() {
        return Stream.concat(Stream.of(jobManager), taskManagers.stream())
                .map(process -> process.log().file())
                .toList();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            taskManagers.forEach(FlinkProcess::close);
            if (jobManager != null) {
                jobManager.close();
            }
            RunDirectory.deleteTree(directory);
        }
    }

    /** Name, address and logs. */
    @Override
    public String toString() {
        return name + " (" + restUri() + ", logs " + logFiles() + ")";
    }

    /** Says what the cluster is like before it starts. */
    public static final class Builder {
        private int taskManagers = 1;
        private int slots = 2;
        private final Map<String, String> options = new HashMap<>();
        private final List<String> jvmOptions = new ArrayList<>();

        private Builder() {}

        /** Default 1. */
        public Builder taskManagers(int count) {
            if (count < 0) {
                throw new IllegalArgumentException("there are no " + count + " TaskManagers");
            }
            taskManagers = count;
            return this;
        }

        /** Slots of each TaskManager, default 2. */
        public Builder slots(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("a TaskManager has 1 slot or more, not " + count);
            }
            slots = count;
            return this;
        }

        /** A Flink option for JobManager and TaskManagers; overrides the default. */
        public Builder option(String name, String value) {
            options.put(requireNonNull(name, "name is null"), requireNonNull(value, "value is null"));
            return this;
        }

        /**
         * Options for the JVM of each process, after the defaults. Those are for a quick start and little memory: the
         * serial collector and the first compiler alone; to measure, say {@code -XX:TieredStopAtLevel=4}.
         */
        public Builder jvmOptions(String... values) {
            jvmOptions.addAll(List.of(values));
            return this;
        }

        /** Starts it; returns when every TaskManager is registered. */
        public FlinkCluster start() {
            FlinkCluster cluster = new FlinkCluster(slots, options, jvmOptions);
            try {
                cluster.startOnAnyPorts(taskManagers);
                return cluster;
            } catch (RuntimeException e) {
                cluster.close();
                throw e;
            }
        }
    }
}
