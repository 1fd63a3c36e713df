package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import io.dbus.job.graph.JobFacts;
import io.dbus.job.graph.PipelineGraph;
import io.dbus.job.pipeline.FlinkOptions;
import io.dbus.job.pipeline.Secrets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.apache.flink.runtime.jobgraph.SavepointRestoreSettings;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.streaming.api.graph.StreamGraphHasherV2;

/**
 * Builds the job of a pipeline here, where its file and its secrets are, and sends it to a cluster with its jars. The job has the
 * options that it would have if it were built on the cluster: the cluster's own, then those of this machine's Flink
 * configuration, then the file's.
 */
public final class Submitter {
    /** How long a cluster may be without a leader. */
    private static final Duration LEADERLESS = Duration.ofMinutes(2);

    /** How long the adaptive scheduler may take to begin with the slots that there are. */
    private static final Duration BEGINNING = Duration.ofSeconds(30);

    private final Cluster cluster;
    private final ClassLoader loader;

    /** Sends to a cluster what is made of the classes of a loader. */
    public Submitter(Cluster cluster, ClassLoader loader) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.loader = requireNonNull(loader, "loader");
    }

    /** A job that is ready to be sent. */
    public static final class Prepared {
        private final StreamGraph graph;

        private Prepared(StreamGraph graph) {
            this.graph = graph;
        }

        /** The id that it will have. */
        public JobID id() {
            return graph.getJobID();
        }

        /** The lanes that it will have. */
        public int parallelism() {
            return graph.getExecutionConfig().getParallelism();
        }

        /** What its operators are called in checkpoints and savepoints. */
        public Set<OperatorID> operators() {
            return new StreamGraphHasherV2()
                    .traverseStreamGraphAndGenerateHashes(graph).values().stream()
                            .map(OperatorID::new)
                            .collect(Collectors.toSet());
        }

        /** Where its checkpoints will lie, each job's in a folder of its id; empty when in memory. */
        public Optional<String> checkpointFolder() {
            return graph.getJobConfiguration().getOptional(CheckpointingOptions.CHECKPOINTS_DIRECTORY);
        }

        /** What it will tell about itself. */
        public JobFacts facts() {
            return JobFacts.read(
                            graph.getExecutionConfig().getGlobalJobParameters().toMap())
                    .orElseThrow(() -> new IllegalStateException("A job that dbus built does not tell of itself"));
        }
    }

    /**
     * Builds a job, and sends nothing.
     *
     * @throws ClusterException when the cluster does not say how it is configured, or is made for another job alone
     * @throws Exception when a component cannot be built
     */
    public Prepared prepare(Submission submission) throws Exception {
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(options(), loader);
        PipelineGraph.build(env, submission.pipeline());
        StreamGraph graph = env.getStreamGraph();
        graph.setJobId(JobID.generate());
        graph.setJobName(submission.pipeline().name());
        for (Path jar : submission.jars()) {
            graph.addJar(new org.apache.flink.core.fs.Path(jar.toUri()));
        }
        graph.serializeUserDefinedInstances();
        return new Prepared(graph);
    }

    /** What a job decides, as the cluster says it, over which this machine's configuration goes. */
    private Configuration options() throws ClusterException, InterruptedException {
        Map<String, String> theirs = cluster.configuration();
        cluster.requireTakesJobs(theirs);
        Set<String> keys = new HashSet<>();
        FlinkOptions.ofJobs().forEach(option -> keys.add(option.key()));
        keys.add(CoreOptions.DEFAULT_PARALLELISM.key());
        Configuration options = new Configuration();
        theirs.forEach((key, value) -> {
            if (keys.contains(key) && !value.equals(GlobalConfiguration.HIDDEN_CONTENT)) {
                options.setString(key, value);
            }
        });
        cluster.options().flink().toMap().forEach((key, value) -> {
            if (keys.contains(key)) {
                options.setString(key, value);
            }
        });
        return options;
    }

    /**
     * Sends a job; returns when the cluster has made it, and has read the savepoint that it starts from, which the adaptive scheduler does
     * once there is a slot: without one that is later.
     *
     * @param from the savepoint or checkpoint to start from, a path that the cluster can read; empty to start anew
     * @param dropState whether state that the job does not take may be dropped
     * @param secrets kept out of what is thrown
     * @throws UnreachableException when the cluster does not answer; whether it has the job is not known
     * @throws ClusterException when the cluster does not take it, or could not make it; it does not run then
     */
    public void submit(Prepared job, String from, boolean dropState, Secrets secrets)
            throws ClusterException, InterruptedException {
        job.graph.setSavepointRestoreSettings(
                from.isEmpty() ? SavepointRestoreSettings.none() : SavepointRestoreSettings.forPath(from, dropState));
        boolean begins = !from.isEmpty() && cluster.slots().free() > 0;
        try {
            cluster.awaitSent("POST /jobs", cluster.client().submitJob(job.graph));
        } catch (ClusterException e) {
            // An answer that was lost, or the second try after one: the id tells whether the cluster has the job.
            if (cluster.job(job.id()).isEmpty()) {
                throw e;
            }
        }
        JobStatus status = status(job.id());
        long deadline = System.nanoTime() + BEGINNING.toNanos();
        while (status == JobStatus.INITIALIZING
                || (begins && status == JobStatus.CREATED && System.nanoTime() < deadline)) {
            TimeUnit.MILLISECONDS.sleep(100);
            status = status(job.id());
        }
        if (status == JobStatus.FAILED) {
            String reason = new JobFailures(cluster, secrets).last(job.id()).orElse("it does not say why");
            throw new ClusterException(
                    "the Flink cluster at " + cluster.url() + " could not start the job " + job.id() + ": " + reason);
        }
    }

    /** Waits for a new leader where one has gone meanwhile. */
    private JobStatus status(JobID job) throws ClusterException, InterruptedException {
        long deadline = System.nanoTime() + LEADERLESS.toNanos();
        while (true) {
            try {
                return cluster.details(job).getJobStatus();
            } catch (UnreachableException e) {
                if (System.nanoTime() > deadline) {
                    throw e;
                }
            }
            TimeUnit.MILLISECONDS.sleep(100);
        }
    }
}
