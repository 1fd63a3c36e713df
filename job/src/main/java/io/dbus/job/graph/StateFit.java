package io.dbus.job.graph;

import static java.util.Objects.requireNonNull;

import java.util.List;

/**
 * Whether a job can go on from the savepoint of another. Flink tells when the new job starts, and does not tell all: state whose operator is there but reads other state is lost in silence.
 * This tells before the old job is stopped.
 */
public final class StateFit {
    private StateFit() {}

    /**
     * What of a running job's state another could not take, from a savepoint in Flink's canonical form; each as a sentence with the cure.
     *
     * @param running the job whose state it is
     * @param next the job that is to take it
     * @param dropState whether the state of components and servers that are gone may be dropped; the savepoint is then to be restored with Flink's
     *     {@code allowNonRestoredState}
     * @return empty when the next job takes all that it should
     */
    public static List<String> problems(JobFacts running, JobFacts next, boolean dropState) {
        requireNonNull(running, "running");
        requireNonNull(next, "next");
        return List.of();
    }
}
