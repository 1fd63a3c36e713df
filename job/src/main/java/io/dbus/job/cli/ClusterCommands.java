package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.pipeline.Pipeline;
import java.util.Optional;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the commands for clusters share. */
final class ClusterCommands {
    private ClusterCommands() {}

    /** The pipeline on as many lanes as the user wants; bad usage when it cannot have them. */
    static Pipeline withParallelism(CommandSpec spec, Pipeline pipeline, Optional<Integer> lanes) {
        try {
            return lanes.map(pipeline::withParallelism).orElse(pipeline);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /**
     * Refuses to change a job that waits for its first slot, or for one after a failure: until then the cluster tells neither its file
     * nor how many lanes it may have.
     */
    static void requireStarted(Cluster cluster, ClusterJob job, JobDetailsInfo details)
            throws ClusterException, InterruptedException {
        JobStatus status = details.getJobStatus();
        if (status == JobStatus.CREATED || status == JobStatus.INITIALIZING) {
            throw new ClusterException("the job " + job.id() + " of " + job.name() + " waits to be started, and "
                    + cluster.slots().words() + ": nothing was changed; do it again once dbus status " + job.name()
                    + " shows that it runs, or end it as it is by dbus stop --no-savepoint");
        }
    }

    /** "1 lane", "4 lanes". */
    static String lanes(int number) {
        return number == 1 ? "1 lane" : number + " lanes";
    }
}
