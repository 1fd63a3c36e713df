package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.time.Instant;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;

/**
 * A job that a cluster knows.
 *
 * @param id its id
 * @param name its name, which for a job of dbus is the pipeline's
 * @param state as Flink names it
 * @param started when it was submitted
 * @param ended when it ended; {@link Instant#EPOCH} while it has not
 * @param tasks how many tasks it has
 * @param running how many of them run
 */
public record ClusterJob(
        JobID id, String name, JobStatus state, Instant started, Instant ended, int tasks, int running) {
    public ClusterJob {
        requireNonNull(id, "id");
        requireNonNull(name, "name");
        requireNonNull(state, "state");
        requireNonNull(started, "started");
        requireNonNull(ended, "ended");
    }

    /** Whether it will never run again. */
    public boolean isOver() {
        return state.isGloballyTerminalState();
    }
}
