package io.dbus.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A standalone Flink session cluster: one JobManager and n TaskManagers, each in a JVM of its own, with the web UI.
 *
 * <p>Checkpoints and savepoints lie in the cluster's directory unless an option says otherwise.
 */
public final class FlinkCluster implements EmbeddedServer {
    private FlinkCluster() {}

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String name() {
        throw new UnsupportedOperationException();
    }

    /** Where the web UI and the REST API answer, without a slash at the end. */
    public URI restUri() {
        throw new UnsupportedOperationException();
    }

    /** A directory for savepoints, removed with the cluster. */
    public Path savepointDirectory() {
        throw new UnsupportedOperationException();
    }

    /** Uploads the jar and runs it; returns the job's id when Flink has accepted it. */
    public String submit(JobSubmission submission) {
        throw new UnsupportedOperationException();
    }

    public JobState jobState(String jobId) {
        throw new UnsupportedOperationException();
    }

    /** Every job that the cluster knows, with its state. */
    public Map<String, JobState> jobs() {
        throw new UnsupportedOperationException();
    }

    /** Waits for the state; fails at once, with the job's exceptions, when the job ends in another. */
    public void awaitState(String jobId, JobState state, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    /** Waits until the job runs and each of its tasks does. */
    public void awaitAllTasksRunning(String jobId, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    /** Waits until this many checkpoints have completed since the job was submitted. */
    public void awaitCheckpoints(String jobId, long completed, Duration timeout) {
        throw new UnsupportedOperationException();
    }

    public CheckpointCounts checkpoints(String jobId) {
        throw new UnsupportedOperationException();
    }

    /** The job's failures, newest first, each with its stack trace. */
    public List<String> exceptions(String jobId) {
        throw new UnsupportedOperationException();
    }

    /** Takes a savepoint and stops the job; returns the savepoint's path. */
    public String stopWithSavepoint(String jobId) {
        throw new UnsupportedOperationException();
    }

    /** Takes a savepoint; the job goes on. Returns the savepoint's path. */
    public String savepoint(String jobId) {
        throw new UnsupportedOperationException();
    }

    /** Cancels the job and returns when it is {@link JobState#CANCELED}. */
    public void cancel(String jobId) {
        throw new UnsupportedOperationException();
    }

    /** GET of any path of the REST API, such as {@code /jobs/overview}. */
    public JsonNode rest(String path) {
        throw new UnsupportedOperationException();
    }

    /** How many TaskManagers were started, dead ones included; they are counted from 0. */
    public int taskManagers() {
        throw new UnsupportedOperationException();
    }

    /** Starts one more; returns its number when it is registered. */
    public int addTaskManager() {
        throw new UnsupportedOperationException();
    }

    /** SIGKILL; returns when it is dead. */
    public void kill9TaskManager(int index) {
        throw new UnsupportedOperationException();
    }

    public long taskManagerPid(int index) {
        throw new UnsupportedOperationException();
    }

    public long jobManagerPid() {
        throw new UnsupportedOperationException();
    }

    public Path jobManagerLog() {
        throw new UnsupportedOperationException();
    }

    public Path taskManagerLog(int index) {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Path> logFiles() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    /** Says what the cluster is like before it starts. */
    public static final class Builder {
        private Builder() {}

        /** Default 1. */
        public Builder taskManagers(int count) {
            throw new UnsupportedOperationException();
        }

        /** Slots of each TaskManager, default 2. */
        public Builder slots(int count) {
            throw new UnsupportedOperationException();
        }

        /** A Flink option for JobManager and TaskManagers; overrides the default. */
        public Builder option(String name, String value) {
            throw new UnsupportedOperationException();
        }

        /** Starts it; returns when every TaskManager is registered. */
        public FlinkCluster start() {
            throw new UnsupportedOperationException();
        }
    }
}
