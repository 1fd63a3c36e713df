package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.pipeline.PipelineException;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;

/** The pipeline file of a job that runs, as the job tells it. */
final class RunningFile {
    /** What stands for its name in messages. */
    static final String NAME = "the running pipeline";

    private RunningFile() {}

    /**
     * What a job tells of itself.
     *
     * @throws ClusterException when it tells nothing
     */
    static JobFacts facts(Cluster cluster, ClusterJob job) throws ClusterException, InterruptedException {
        try {
            return JobFacts.read(cluster.parameters(job.id()))
                    .orElseThrow(() -> new ClusterException("the job " + job.id() + " named " + job.name()
                            + " does not tell what pipeline it runs, so dbus did not build it, or an older one did; stop it (dbus stop) and"
                            + " start the file from its savepoint (dbus submit --from latest)"));
        } catch (IllegalArgumentException e) {
            throw new ClusterException(e.getMessage(), e);
        }
    }

    /** The options of Flink in its file; none when it tells no file that can be read. */
    static Configuration flink(Console console, Cluster cluster, ClusterJob job)
            throws ClusterException, InterruptedException {
        return flink(console, cluster.parameters(job.id()));
    }

    static Configuration flink(Console console, Map<String, String> parameters) {
        try {
            Optional<String> file = JobFacts.read(parameters).map(JobFacts::file);
            return file.isEmpty()
                    ? new Configuration()
                    : console.reader(false).read(NAME, file.get()).settings().flink();
        } catch (IllegalArgumentException | PipelineException e) {
            // It has plugins that are not here, or is of another dbus: where its savepoints go is then for the cluster
            // to say.
            return new Configuration();
        }
    }
}
