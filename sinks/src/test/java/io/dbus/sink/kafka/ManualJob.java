package io.dbus.sink.kafka;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobgraph.tasks.CheckpointCoordinatorConfiguration;
import org.apache.flink.runtime.jobgraph.tasks.JobCheckpointingSettings;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A job whose checkpoints are those alone that the test asks for. */
final class ManualJob {
    private final MiniCluster flink;
    private final JobID id;

    private ManualJob(MiniCluster flink, JobID id) {
        this.flink = flink;
        this.id = id;
    }

    static ManualJob start(MiniCluster flink, StreamExecutionEnvironment env) throws Exception {
        JobGraph graph = env.getStreamGraph().getJobGraph();
        JobCheckpointingSettings settings = graph.getCheckpointingSettings();
        graph.setSnapshotSettings(new JobCheckpointingSettings(
                CheckpointCoordinatorConfiguration.builder()
                        .setCheckpointInterval(Duration.ofDays(1).toMillis())
                        .setMinPauseBetweenCheckpoints(Duration.ofHours(23).toMillis())
                        .setCheckpointTimeout(Duration.ofMinutes(10).toMillis())
                        .setMaxConcurrentCheckpoints(1)
                        .setExactlyOnce(true)
                        .setEnableCheckpointsAfterTasksFinish(true)
                        .build(),
                settings.getDefaultStateBackend(),
                settings.isChangelogStateBackendEnabled(),
                settings.getDefaultCheckpointStorage(),
                settings.getMasterHooks()));
        return new ManualJob(flink, flink.submitJob(graph).get().getJobID());
    }

    /** A savepoint, which leaves its transactions open (FLIP-203): the next checkpoint would commit them. */
    String savepointAndCancel(Path directory) throws Exception {
        String path = flink.triggerSavepoint(id, directory.toUri().toString(), false, SavepointFormatType.CANONICAL)
                .get();
        cancel();
        return path;
    }

    /** A checkpoint, as soon as the job can have one. */
    void checkpoint() {
        await().atMost(Duration.ofSeconds(60))
                .ignoreExceptionsMatching(failure -> failure.getMessage().contains("Not all required tasks"))
                .until(() -> flink.triggerCheckpoint(id).get() != null);
    }

    JobStatus status() throws Exception {
        return flink.getJobStatus(id).get();
    }

    /** Cancels it and returns when it has ended. */
    void cancel() throws Exception {
        flink.cancelJob(id).get();
        flink.requestJobResult(id).get();
    }

    /** Returns when the job has ended, in whatever way. */
    JobResult result() throws Exception {
        return flink.requestJobResult(id).get();
    }
}
