package io.dbus.job.local;

import static java.util.Objects.requireNonNull;

import io.dbus.job.graph.PipelineGraph;
import io.dbus.job.pipeline.Pipeline;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.WebOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.runtime.scheduler.exceptionhistory.RootExceptionHistoryEntry;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.OptionalFailure;
import org.apache.flink.util.SerializedValue;

/** One pipeline running in a Flink inside this process, with its web UI on the loopback address. */
public final class LocalFlink implements AutoCloseable {
    private final MiniCluster cluster;
    private final JobID job;
    private final URI webUi;
    private final Path savepoints;

    /**
     * How to run.
     *
     * @param state the folder for checkpoints and savepoints
     * @param port the web UI's port; 0 for one that is free
     * @param from the savepoint or checkpoint to start from; empty to start anew
     * @param dropState whether state of components that are no longer in the file may be dropped
     * @param flink options of Flink for the cluster
     */
    public record Options(Path state, int port, String from, boolean dropState, Configuration flink) {
        public Options {
            requireNonNull(state, "state");
            requireNonNull(from, "from");
            flink = new Configuration(flink);
        }

        /** Starts anew, on a free port. */
        public static Options in(Path state) {
            return new Options(state, 0, "", false, new Configuration());
        }
    }

    private LocalFlink(MiniCluster cluster, JobID job, URI webUi, Path savepoints) {
        this.cluster = cluster;
        this.job = job;
        this.webUi = webUi;
        this.savepoints = savepoints;
    }

    /**
     * Starts a Flink and submits a pipeline to it.
     *
     * @throws Exception as Flink throws it
     */
    public static LocalFlink start(Pipeline pipeline, Options options) throws Exception {
        Path state = options.state().toAbsolutePath();
        Configuration configuration = new Configuration();
        configuration.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                state.resolve("checkpoints").toUri().toString());
        configuration.set(
                CheckpointingOptions.SAVEPOINT_DIRECTORY,
                state.resolve("savepoints").toUri().toString());
        configuration.set(RestOptions.ADDRESS, "localhost");
        configuration.set(RestOptions.BIND_ADDRESS, "127.0.0.1");
        configuration.set(RestOptions.BIND_PORT, String.valueOf(options.port()));
        configuration.set(WebOptions.SUBMIT_ENABLE, false);
        if (!options.from().isEmpty()) {
            configuration.set(StateRecoveryOptions.SAVEPOINT_PATH, options.from());
            configuration.set(StateRecoveryOptions.SAVEPOINT_IGNORE_UNCLAIMED_STATE, options.dropState());
        }
        configuration.addAll(options.flink());
        StreamExecutionEnvironment env = new StreamExecutionEnvironment(configuration);
        env.setParallelism(Runtime.getRuntime().availableProcessors());
        PipelineGraph.build(env, pipeline);
        JobGraph graph = env.getStreamGraph().getJobGraph();
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(configuration)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(graph.getMaximumParallelism())
                .build());
        try {
            cluster.start();
            cluster.submitJob(graph).get();
            return new LocalFlink(
                    cluster, graph.getJobID(), cluster.getRestAddress().get(), state.resolve("savepoints"));
        } catch (Exception e) {
            cluster.closeAsync().get();
            throw e;
        }
    }

    /** Where the web UI is. */
    public URI webUi() {
        return webUi;
    }

    public JobID job() {
        return job;
    }

    /** How the job is doing. */
    public JobStatus status() throws InterruptedException, ExecutionException {
        return cluster.getJobStatus(job).get();
    }

    /** Why the job failed each time that it did and started again, as far as Flink remembers, oldest first. */
    public List<Failure> failures() throws InterruptedException, ExecutionException {
        List<Failure> failures = new ArrayList<>();
        for (RootExceptionHistoryEntry entry :
                cluster.getExecutionGraphInfo(job).get().getExceptionHistory()) {
            failures.add(new Failure(
                    entry.getTimestamp(),
                    entry.getException().deserializeError(Thread.currentThread().getContextClassLoader())));
        }
        failures.sort((a, b) -> Long.compare(a.millis(), b.millis()));
        return failures;
    }

    /**
     * A failure of the job.
     *
     * @param millis when, in milliseconds since the epoch
     * @param cause why
     */
    public record Failure(long millis, Throwable cause) {}

    /**
     * The job's accumulators: at its end or, while it runs, as they were a few seconds ago.
     *
     * @return those that are numbers, by name
     */
    public Map<String, Long> accumulators()
            throws InterruptedException, ExecutionException, IOException, ClassNotFoundException {
        Map<String, Long> numbers = new TreeMap<>();
        for (Map.Entry<String, SerializedValue<OptionalFailure<Object>>> entry : cluster.getExecutionGraphInfo(job)
                .get()
                .getArchivedExecutionGraph()
                .getAccumulatorsSerialized()
                .entrySet()) {
            OptionalFailure<Object> value =
                    entry.getValue().deserializeValue(Thread.currentThread().getContextClassLoader());
            if (!value.isFailure() && value.getUnchecked() instanceof Long number) {
                numbers.put(entry.getKey(), number);
            }
        }
        return numbers;
    }

    /** Waits until the job has ended. */
    public JobResult result() throws InterruptedException, ExecutionException {
        return cluster.requestJobResult(job).get();
    }

    /**
     * Stops the job after a savepoint: what it read is delivered and committed.
     *
     * @return the savepoint's path
     * @throws TimeoutException when that takes too long; the job runs on
     */
    public String stop(Duration patience) throws InterruptedException, ExecutionException, TimeoutException {
        long deadline = System.nanoTime() + patience.toNanos();
        while (true) {
            try {
                return cluster.stopWithSavepoint(
                                job, savepoints.toUri().toString(), false, SavepointFormatType.CANONICAL)
                        .get(deadline - System.nanoTime(), TimeUnit.NANOSECONDS);
            } catch (ExecutionException e) {
                // Flink refuses while tasks are being started, for the first time or again.
                if (status().isGloballyTerminalState() || System.nanoTime() > deadline) {
                    throw e;
                }
                TimeUnit.MILLISECONDS.sleep(200);
            }
        }
    }

    /** Ends the job, if it still runs, and the Flink. */
    @Override
    public void close() {
        cluster.closeAsync().join();
    }
}
