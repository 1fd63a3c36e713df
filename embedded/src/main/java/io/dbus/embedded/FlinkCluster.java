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
import java.util.Optional;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A standalone Flink session cluster: a JobManager, or several with ZooKeeper, and n TaskManagers, each in a JVM of its
 * own, with the web UI.
 *
 * <p>With several JobManagers every method goes to whoever leads. What only asks, and what fails because nobody leads, is
 * tried again for two minutes; a submission or savepoint that a leader may have taken before it died is not. JobManagers
 * and TaskManagers are counted from 0 in the order in which they were first started.
 *
 * <p>Checkpoints and savepoints lie in the cluster's directory unless an option says otherwise; slots are taken evenly from
 * all TaskManagers; a dead TaskManager is noticed within seconds. Failures are {@link ServerFailedException}s, which name
 * the logs.
 */
public final class FlinkCluster implements EmbeddedServer {
    private static final Logger LOG = LoggerFactory.getLogger(FlinkCluster.class);
    private static final Duration STOP_LIMIT = Duration.ofSeconds(30);

    private final String name;
    private final Path directory;
    private final FlinkProcesses processes;
    private final FlinkRest rest;
    private final FlinkJobs jobs;
    private boolean closed;

    private FlinkCluster(Builder builder) {
        this.name = RunDirectory.ofThisJvm().nextName("flink");
        this.directory = RunDirectory.ofThisJvm().make(name);
        Map<String, String> options = FlinkDefaults.of(directory, savepointDirectory(), builder.slots);
        if (builder.zooKeeper != null) {
            options.putAll(FlinkDefaults.highlyAvailable(directory));
        }
        options.putAll(builder.options);
        this.processes = new FlinkProcesses(
                name, options, builder.jobManagerOptions, builder.jvmOptions, Optional.ofNullable(builder.zooKeeper));
        this.rest = processes.rest();
        this.jobs = new FlinkJobs(rest, this);
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String name() {
        return name;
    }

    /** Where the web UI and the REST API of whoever leads answer, without a slash at the end. */
    public URI restUri() {
        return processes.jobManagers().leading().restUri();
    }

    /** The same for each JobManager, dead ones included; a standby answers for the one that leads. */
    public List<URI> restUris() {
        return processes.jobManagers().restUris();
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

    /** Waits until a checkpoint that began after this call has completed. */
    public void awaitNextCheckpoint(String jobId, Duration timeout) {
        jobs.awaitNextCheckpoint(jobId, timeout);
    }

    /** As Flink counts them, up to {@code rest.cache.checkpoint-statistics.timeout} ago. */
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
        return processes.taskManagers().size();
    }

    /** Starts one more; returns its number when it is registered. */
    public synchronized int addTaskManager() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        processes.addTaskManager();
        return taskManagers() - 1;
    }

    /** SIGKILL; returns when it is dead. Flink notices a little later. */
    public synchronized void kill9TaskManager(int index) {
        taskManager(index).kill9();
        LOG.info("{} is killed", taskManager(index));
    }

    public synchronized long taskManagerPid(int index) {
        return taskManager(index).running().pid();
    }

    /** SIGTERM, as an operator takes one away; returns when it is dead. Its tasks fail with it. */
    public synchronized void stopTaskManager(int index) {
        taskManager(index).stop(STOP_LIMIT);
        LOG.info("{} is stopped", taskManager(index));
    }

    /** How many JobManagers there are, dead ones included. */
    public int jobManagers() {
        return processes.jobManagers().all().size();
    }

    /**
     * The JobManager that leads. One that was killed, paused or cut off leads until its session with ZooKeeper has ended.
     *
     * @throws ServerFailedException when none leads, or ZooKeeper does not answer
     */
    public int leader() {
        return processes
                .jobManagers()
                .leader()
                .orElseThrow(
                        () -> processes.jobManagers().leading().log().failure("no JobManager of " + name + " leads"));
    }

    /** Waits until a JobManager leads that is not this one; returns its number. */
    public int awaitLeaderOtherThan(int index, Duration timeout) {
        return processes.jobManagers().awaitLeaderOtherThan(index, timeout);
    }

    /** SIGKILL; returns when it is dead. */
    public synchronized void kill9JobManager(int index) {
        jobManager(index).process().kill9();
        LOG.info("{} is killed", jobManager(index));
    }

    /** Starts a dead one again, on its ports; returns when it answers, for which one must lead. */
    public synchronized void startJobManager(int index) {
        FlinkJobManager starting = jobManager(index);
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
        if (starting.process().isRunning()) {
            throw new IllegalStateException(starting + " runs already");
        }
        processes.restart(starting);
        LOG.info("{} is back", starting);
    }

    /** SIGSTOP: its connections stay open and it does nothing, until {@link #resumeJobManager}. */
    public void pauseJobManager(int index) {
        jobManager(index).process().running().pause();
        LOG.info("{} is paused", jobManager(index));
    }

    /** SIGCONT. */
    public void resumeJobManager(int index) {
        jobManager(index).process().running().resume();
        LOG.info("{} goes on", jobManager(index));
    }

    public boolean isJobManagerRunning(int index) {
        return jobManager(index).process().isRunning();
    }

    public boolean isTaskManagerRunning(int index) {
        return taskManager(index).isRunning();
    }

    /** The process id of the one that leads. */
    public long jobManagerPid() {
        return processes.jobManagers().leading().process().running().pid();
    }

    /** The log of the one that leads. */
    public Path jobManagerLog() {
        return processes.jobManagers().leading().log().file();
    }

    public Path jobManagerLog(int index) {
        return jobManager(index).log().file();
    }

    public synchronized Path taskManagerLog(int index) {
        return taskManager(index).log().file();
    }

    private FlinkJobManager jobManager(int index) {
        return processes.jobManagers().get(index);
    }

    private FlinkProcess taskManager(int index) {
        return processes.taskManagers().get(index);
    }

    @Override
    public synchronized List<Path> logFiles() {
        return Stream.concat(
                        processes.jobManagers().all().stream().map(FlinkJobManager::process),
                        processes.taskManagers().stream())
                .map(process -> process.log().file())
                .toList();
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            processes.close();
            RunDirectory.deleteTree(directory);
        }
    }

    /** Name, address and logs. */
    @Override
    public String toString() {
        return name + " (" + restUris() + ", logs " + logFiles() + ")";
    }

    /** Says what the cluster is like before it starts. */
    public static final class Builder {
        private int taskManagers = 1;
        private int slots = 2;
        private int jobManagers = 1;
        private ZooKeeperServer zooKeeper;
        private final Map<Integer, Map<String, String>> jobManagerOptions = new HashMap<>();
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

        /** Default 1; more need {@link #zooKeeper}. */
        public Builder jobManagers(int count) {
            if (count < 1) {
                throw new IllegalArgumentException("a cluster has 1 JobManager or more, not " + count);
            }
            jobManagers = count;
            return this;
        }

        /** Makes the cluster highly available by this server, which several clusters may share. */
        public Builder zooKeeper(ZooKeeperServer server) {
            zooKeeper = requireNonNull(server, "server is null");
            return this;
        }

        /** A Flink option for one JobManager alone, over those of all; such as a way of its own to ZooKeeper. */
        public Builder jobManagerOption(int index, String name, String value) {
            jobManagerOptions
                    .computeIfAbsent(index, i -> new HashMap<>())
                    .put(requireNonNull(name, "name is null"), requireNonNull(value, "value is null"));
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

        /** Starts it; returns when every JobManager answers and every TaskManager is registered. */
        public FlinkCluster start() {
            if (jobManagers > 1 && zooKeeper == null) {
                throw new IllegalStateException("several JobManagers need a ZooKeeper server, which says who leads");
            }
            FlinkCluster cluster = new FlinkCluster(this);
            try {
                cluster.processes.start(jobManagers, taskManagers);
                LOG.info("{} has its web UI at {}, logs {}", cluster.name, cluster.restUris(), cluster.logFiles());
                return cluster;
            } catch (RuntimeException e) {
                cluster.close();
                throw e;
            }
        }
    }
}
