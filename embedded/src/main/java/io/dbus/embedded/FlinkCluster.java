package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
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
    private static final Duration SAVEPOINT_LIMIT = Duration.ofSeconds(240);
    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(120);
    private static final int PORTS_TRIED = 10;

    private final String name;
    private final Path directory;
    private final ServerClassPath classPath;
    private final Map<String, String> options;
    private final List<FlinkProcess> taskManagers = new ArrayList<>();
    private FlinkProcess jobManager;
    private FlinkRest rest;
    private boolean closed;

    private FlinkCluster(int slots, Map<String, String> overrides) {
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
            jobManager.launch(FlinkProcess.Role.JOB_MANAGER, options, classPath);
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
        taskManager.launch(FlinkProcess.Role.TASK_MANAGER, own, classPath);
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
            if (rest.answers() && registered().containsAll(names)) {
                return true;
            }
            SupervisedProcess.pause(100);
        }
        throw jobManager
                .log()
                .failure(this + " has not all of its TaskManagers after " + START_LIMIT.toSeconds() + " s");
    }

    private Set<String> registered() {
        return elements(rest.get("/taskmanagers").path("taskmanagers"))
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
        String jar = rest.upload(submission.jar());
        ObjectNode body = FlinkRest.object();
        submission.mainClass().ifPresent(type -> body.put("entryClass", type));
        submission.arguments().forEach(body.putArray("programArgsList")::add);
        if (submission.parallelism() > 0) {
            body.put("parallelism", submission.parallelism());
        }
        submission.savepoint().ifPresent(path -> body.put("savepointPath", path));
        body.put("allowNonRestoredState", submission.allowsNonRestoredState());
        submission.configuration().forEach(body.putObject("flinkConfiguration")::put);
        return rest.post("/jars/" + jar + "/run", body).path("jobid").asText();
    }

    public JobState jobState(String jobId) {
        return JobState.valueOf(rest.get("/jobs/" + jobId).path("state").asText());
    }

    /** Every job that the cluster knows, with its state. */
    public Map<String, JobState> jobs() {
        Map<String, JobState> jobs = new LinkedHashMap<>();
        elements(rest.get("/jobs").path("jobs"))
                .forEach(job -> jobs.put(
                        job.path("id").asText(),
                        JobState.valueOf(job.path("status").asText())));
        return jobs;
    }

    /** Waits for the state; fails at once, with the job's exceptions, when the job ends in another. */
    public void awaitState(String jobId, JobState state, Duration timeout) {
        await(jobId, "is " + state, timeout, () -> {
            JobState current = jobState(jobId);
            if (current != state && current.isTerminal()) {
                throw ended(jobId, current, "is " + state);
            }
            return current == state;
        });
    }

    /** Waits until the job runs and each of its tasks does, or has finished. */
    public void awaitAllTasksRunning(String jobId, Duration timeout) {
        await(jobId, "has all its tasks running", timeout, () -> {
            JsonNode job = rest.get("/jobs/" + jobId);
            JobState current = JobState.valueOf(job.path("state").asText());
            if (current.isTerminal()) {
                throw ended(jobId, current, "has all its tasks running");
            }
            return current == JobState.RUNNING
                    && elements(job.path("vertices")).allMatch(vertex -> {
                        JsonNode tasks = vertex.path("tasks");
                        int running = tasks.path("RUNNING").asInt()
                                + tasks.path("FINISHED").asInt();
                        return running == vertex.path("parallelism").asInt();
                    });
        });
    }

    /** Waits until this many checkpoints have completed since the job was submitted. */
    public void awaitCheckpoints(String jobId, long completed, Duration timeout) {
        await(jobId, "has " + completed + " checkpoints", timeout, () -> {
            JobState current = jobState(jobId);
            if (current.isTerminal()) {
                throw ended(jobId, current, "has " + completed + " checkpoints");
            }
            return checkpoints(jobId).completed() >= completed;
        });
    }

    private void await(String jobId, String what, Duration timeout, BooleanSupplier condition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ServerFailedException("job " + jobId + " on " + this + ": after " + timeout.toSeconds()
                        + " s it is not so that it " + what + ", it is " + jobState(jobId) + " with "
                        + checkpoints(jobId) + failures(jobId));
            }
            SupervisedProcess.pause(50);
        }
    }

    private ServerFailedException ended(String jobId, JobState state, String expected) {
        return new ServerFailedException("job " + jobId + " on " + this + " is " + state
                + " for good, while it was awaited that it " + expected + failures(jobId));
    }

    private String failures(String jobId) {
        List<String> exceptions = exceptions(jobId);
        return exceptions.isEmpty() ? "" : "; its failures, newest first:\n" + String.join("\n", exceptions);
    }

    public CheckpointCounts checkpoints(String jobId) {
        JsonNode counts = rest.get("/jobs/" + jobId + "/checkpoints").path("counts");
        return new CheckpointCounts(
                counts.path("completed").asLong(),
                counts.path("failed").asLong(),
                counts.path("in_progress").asLong(),
                counts.path("restored").asLong(),
                counts.path("total").asLong());
    }

    /** The job's failures, newest first, each with its stack trace. */
    public List<String> exceptions(String jobId) {
        JsonNode entries = rest.get("/jobs/" + jobId + "/exceptions?maxExceptions=20")
                .path("exceptionHistory")
                .path("entries");
        return elements(entries).map(entry -> entry.path("stacktrace").asText()).toList();
    }

    /** Takes a savepoint and stops the job; returns the savepoint's path when the job is finished. */
    public String stopWithSavepoint(String jobId) {
        ObjectNode body = FlinkRest.object();
        body.put("drain", false);
        body.put("targetDirectory", savepointDirectory().toUri().toString());
        String path = awaitSavepoint(
                jobId,
                rest.post("/jobs/" + jobId + "/stop", body).path("request-id").asText());
        awaitState(jobId, JobState.FINISHED, SAVEPOINT_LIMIT);
        return path;
    }

    /** Takes a savepoint; the job goes on. Returns the savepoint's path. */
    public String savepoint(String jobId) {
        ObjectNode body = FlinkRest.object();
        body.put("cancel-job", false);
        body.put("target-directory", savepointDirectory().toUri().toString());
        return awaitSavepoint(
                jobId,
                rest.post("/jobs/" + jobId + "/savepoints", body)
                        .path("request-id")
                        .asText());
    }

    private String awaitSavepoint(String jobId, String requestId) {
        String path = "/jobs/" + jobId + "/savepoints/" + requestId;
        Supplier<JsonNode> answer = () -> rest.get(path);
        await(
                jobId,
                "has its savepoint",
                SAVEPOINT_LIMIT,
                () -> answer.get().path("status").path("id").asText().equals("COMPLETED"));
        JsonNode operation = answer.get().path("operation");
        if (operation.hasNonNull("failure-cause")) {
            throw new ServerFailedException("the savepoint of job " + jobId + " on " + this + " failed: "
                    + operation.path("failure-cause").path("stack-trace").asText());
        }
        return operation.path("location").asText();
    }

    /** Cancels the job and returns when it is {@link JobState#CANCELED}. */
    public void cancel(String jobId) {
        rest.patch("/jobs/" + jobId + "?mode=cancel");
        awaitState(jobId, JobState.CANCELED, CANCEL_LIMIT);
    }

    /** GET of any path of the REST API, such as {@code /jobs/overview}. */
    public JsonNode rest(String path) {
        return rest.get(path);
    }

    private static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
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

        /** Starts it; returns when every TaskManager is registered. */
        public FlinkCluster start() {
            FlinkCluster cluster = new FlinkCluster(slots, options);
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
