package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.job.Pipelines;
import io.dbus.job.local.LocalFlink;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.Secrets;
import io.dbus.job.plugin.TestSinkPlugin;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.runtime.jobgraph.OperatorID;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On Flinks inside this process, each of which has forgotten the jobs of those before. */
class ResumptionTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String FILE = """
            name: goes-on
            sources:
              numbers: {type: test-source, hostname: h, count: -1}
            sinks:
              kept: {type: test-sink, inputs: [numbers], into: INTO}
            pipeline:
              parallelism: 1
              flink.execution.checkpointing.interval: 100 ms
            """;

    private static int runs;

    @TempDir
    Path folder;

    private String checkpoints;
    private String savepoints;

    @BeforeEach
    void folders() {
        checkpoints = folder.resolve("checkpoints").toUri().toString().replaceFirst("/$", "");
        savepoints = folder.resolve("savepoints").toUri().toString();
    }

    @Test
    void the_last_checkpoint_of_a_job_that_was_cancelled_wins_over_an_older_savepoint() throws Exception {
        stopped(FILE);
        try (LocalFlink flink = started(FILE);
                Cluster cluster = cluster(flink)) {
            new Stopping(cluster, new Secrets(), told -> {}).cancel(flink.job(), PATIENCE);

            assertThat(find(cluster, operators(cluster)).state().path())
                    .startsWith("file:" + folder + "/checkpoints/" + flink.job() + "/chk-");
        }
    }

    @Test
    void a_later_checkpoint_of_a_job_that_nobody_knows_is_not_passed_over_for_a_savepoint_nor_taken() throws Exception {
        String savepoint = stopped(FILE);
        JobID killed;
        try (LocalFlink flink = started(FILE);
                Cluster cluster = cluster(flink)) {
            killed = flink.job();
            new Stopping(cluster, new Secrets(), told -> {}).cancel(killed, PATIENCE);
        }
        try (LocalFlink flink = started(FILE.replace("name: goes-on", "name: another"));
                Cluster cluster = cluster(flink)) {
            Set<OperatorID> operators = operators(cluster);

            assertThatThrownBy(() -> find(cluster, operators))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("knows no job of goes-on any more")
                    .hasMessageContaining("of this one may be file:" + folder + "/checkpoints/" + killed + "/chk-")
                    .hasMessageNotContaining(flink.job().toString())
                    .hasMessageContaining("name the right one with --from")
                    .hasMessageContaining("--from " + savepoint);
            assertThat(find(cluster, Set.of(new OperatorID())).state().path())
                    .as("with components of other names")
                    .isEqualTo(savepoint);
        }
    }

    @Test
    void what_lies_in_folders_that_are_not_here_is_not_thought_to_be_nothing() throws Exception {
        String savepoint = stopped(FILE);
        try (LocalFlink flink = started(FILE.replace("name: goes-on", "name: another"));
                Cluster cluster = cluster(flink)) {
            checkpoints = "file:/no/such/folder";

            assertThatThrownBy(() -> find(cluster, operators(cluster)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("whether goes-on has run since is not known")
                    .hasMessageContaining("/no/such/folder")
                    .hasMessageContaining("--from " + savepoint);
        }
    }

    @Test
    void a_job_that_came_to_its_end_leaves_nothing_and_what_is_older_is_named_and_not_taken() throws Exception {
        String savepoint = stopped(FILE);
        try (LocalFlink flink = started(FILE.replace("count: -1", "count: 100"));
                Cluster cluster = cluster(flink)) {
            Awaitility.await().atMost(PATIENCE).until(() -> flink.status() == JobStatus.FINISHED);

            assertThatThrownBy(() -> find(cluster, operators(cluster)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("the last run of goes-on, job " + flink.job() + ", finished ")
                    .hasMessageContaining("it came to its end by itself, with all delivered")
                    .hasMessageContaining(
                            "is older, and what was delivered since would be delivered again: --from " + savepoint);
        }
    }

    @Test
    void checkpoints_that_went_with_their_job_are_not_made_up_for_by_an_older_savepoint() throws Exception {
        String savepoint = stopped(FILE);
        String file =
                FILE + "  flink.execution.checkpointing.externalized-checkpoint-retention: DELETE_ON_CANCELLATION\n";
        try (LocalFlink flink = started(file);
                Cluster cluster = cluster(flink)) {
            new Stopping(cluster, new Secrets(), told -> {}).cancel(flink.job(), PATIENCE);

            assertThatThrownBy(() -> find(cluster, operators(cluster)))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("its checkpoints were removed when it ended")
                    .hasMessageContaining("--from " + savepoint);
        }
    }

    @Test
    void a_job_that_never_ran_is_passed_over() throws Exception {
        Configuration adaptive = new Configuration();
        adaptive.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Adaptive);
        try (LocalFlink flink = started(FILE, adaptive);
                Cluster cluster = cluster(flink)) {
            // The one slot is taken, so the second one waits.
            Submitter.Prepared next = prepared(cluster);
            submitter(cluster).submit(next, "", false, new Secrets());
            new Stopping(cluster, new Secrets(), told -> {}).cancel(next.id(), PATIENCE);
            new Stopping(cluster, new Secrets(), told -> {}).cancel(flink.job(), PATIENCE);
            assertThat(cluster.job(next.id()).orElseThrow().state()).isEqualTo(JobStatus.CANCELED);

            assertThat(find(cluster, next.operators()).state().path())
                    .startsWith("file:" + folder + "/checkpoints/" + flink.job() + "/chk-");
            String seen = checkpoints;
            // The job's own may be the one that is not here, though others of the cluster are in the one that is.
            for (String folders :
                    List.of("file:/no/such/folder", seen + ",file:/no/such/folder", "file:/no/such/folder," + seen)) {
                checkpoints = folders;
                assertThatThrownBy(() -> find(cluster, next.operators()))
                        .as(folders)
                        .isInstanceOf(ClusterException.class)
                        .hasMessageContaining("the last run of goes-on, job " + next.id())
                        .hasMessageContaining("this machine sees no folder file:/no/such/folder/" + next.id())
                        .hasMessageContaining("--from .../" + next.id() + "/chk-<n>");
            }
        }
    }

    @Test
    void where_there_is_nothing_at_all_that_is_said() throws Exception {
        try (LocalFlink flink = started(FILE.replace("name: goes-on", "name: another"));
                Cluster cluster = cluster(flink)) {
            assertThatThrownBy(() -> find(cluster, Set.of()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("knows no savepoint and no kept checkpoint of goes-on")
                    .hasMessageContaining("there is none in " + savepoints);
        }
    }

    private Resumption.Found find(Cluster cluster, Set<OperatorID> operators) throws Exception {
        return new Resumption(
                        cluster,
                        "goes-on",
                        List.of(checkpoints.split(",")),
                        Optional.of(savepoints),
                        age -> age.toSeconds() + " s ago")
                .find(operators);
    }

    /** Runs it until a savepoint; returns that. */
    private String stopped(String file) throws Exception {
        try (LocalFlink flink = started(file)) {
            return flink.stop(PATIENCE);
        }
    }

    private LocalFlink started(String file) throws Exception {
        return started(file, new Configuration());
    }

    private LocalFlink started(String file, Configuration options) throws Exception {
        String into = "goes-on-" + runs++;
        LocalFlink flink = LocalFlink.start(
                Pipelines.read(file.replace("INTO", into)), new LocalFlink.Options(folder, 0, "", false, options));
        Awaitility.await("a checkpoint").atMost(PATIENCE).until(() -> !TestSinkPlugin.committed(into)
                .isEmpty());
        return flink;
    }

    private static Cluster cluster(LocalFlink flink) throws ClusterException {
        return Cluster.connect(ClusterOptions.of(Optional.of(flink.webUi().toString()), Map.of(), Map.of()));
    }

    private static Submitter submitter(Cluster cluster) {
        return new Submitter(cluster, ResumptionTest.class.getClassLoader());
    }

    private static Submitter.Prepared prepared(Cluster cluster) throws Exception {
        Pipeline pipeline = Pipelines.read(FILE.replace("INTO", "never"));
        return submitter(cluster).prepare(new Submission(pipeline, List.of()));
    }

    private static Set<OperatorID> operators(Cluster cluster) throws Exception {
        return prepared(cluster).operators();
    }
}
