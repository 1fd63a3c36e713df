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
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.apache.flink.api.common.JobStatus;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On a Flink inside this process, whose class path the jobs share, so that no jar is sent. */
class ReplacementTest {
    private static final Duration PATIENCE = Duration.ofMinutes(1);
    private static final String FILE = """
            name: replaced
            sources:
              numbers: {type: test-source, hostname: h, count: -1, password: '${env:PW}'}
            operators:
              count: {type: test-count, inputs: [numbers]}
            sinks:
              kept: {type: test-sink, inputs: [count], into: INTO}
            pipeline:
              parallelism: 1
              flink.execution.checkpointing.interval: 100 ms
            """;

    @TempDir
    Path folder;

    private final Secrets secrets = new Secrets();
    private final List<String> told = new ArrayList<>();

    @Test
    void a_job_that_works_goes_on_where_the_old_one_stopped() throws Exception {
        String file = FILE.replace("INTO", "works");
        try (LocalFlink flink = started(file, "works");
                Cluster cluster = cluster(flink)) {
            Submitter.Prepared next = prepared(
                    cluster,
                    file.replace("[numbers]", "[pass]")
                            .replace("operators:\n", "operators:\n  pass: {type: test-pass, inputs: [numbers]}\n"));

            Replacement.Outcome outcome = replace(cluster, next, Optional.empty());

            assertThat(outcome).isEqualTo(new Replacement.Outcome.Done(next.id()));
            assertThat(flink.status()).isEqualTo(JobStatus.FINISHED);
            assertThat(Jobs.of(cluster).running("replaced").id()).isEqualTo(next.id());
            assertNothingIsLostOrTwice("works");
        }
    }

    @Test
    void a_job_that_fails_is_taken_away_and_the_old_one_goes_on_where_it_stopped() throws Exception {
        String file = FILE.replace("INTO", "goes-back");
        try (LocalFlink flink = started(file, "goes-back");
                Cluster cluster = cluster(flink)) {
            Submitter.Prepared next = prepared(cluster, file, "wrong-8c1d");
            Submitter.Prepared old = prepared(cluster, file);

            Replacement.Outcome outcome = replace(cluster, next, Optional.of(old));

            assertThat(outcome).isInstanceOfSatisfying(Replacement.Outcome.WentBack.class, back -> {
                assertThat(back.job()).isEqualTo(old.id());
                assertThat(back.reason()).startsWith("The server refuses the password ******");
            });
            assertThat(cluster.details(next.id()).getJobStatus()).isEqualTo(JobStatus.CANCELED);
            assertThat(Jobs.of(cluster).running("replaced").id()).isEqualTo(old.id());
            assertNothingIsLostOrTwice("goes-back");
        }
    }

    @Test
    void a_job_that_cannot_take_the_state_is_no_end_of_the_old_one() throws Exception {
        String file = FILE.replace("INTO", "misfits");
        try (LocalFlink flink = started(file, "misfits");
                Cluster cluster = cluster(flink)) {
            Submitter.Prepared next = prepared(
                    cluster,
                    file.replace("  count: {type: test-count", "  other: {type: test-pass")
                            .replace("[count]", "[other]"));
            Submitter.Prepared old = prepared(cluster, file);

            Replacement.Outcome outcome = replace(cluster, next, Optional.of(old));

            assertThat(outcome)
                    .isInstanceOfSatisfying(Replacement.Outcome.WentBack.class, back -> assertThat(back.reason())
                            .contains("could not start the job " + next.id(), "Cannot map checkpoint/savepoint state"));
            assertNothingIsLostOrTwice("misfits");
        }
    }

    @Test
    void without_a_way_back_the_savepoint_is_told_and_the_job_that_fails_is_left() throws Exception {
        String file = FILE.replace("INTO", "left");
        try (LocalFlink flink = started(file, "left");
                Cluster cluster = cluster(flink)) {
            Submitter.Prepared next = prepared(cluster, file, "wrong-8c1d");

            assertThatThrownBy(() -> replace(cluster, next, Optional.empty()))
                    .isInstanceOf(ClusterException.class)
                    .hasMessageContaining("the new job " + next.id() + " does not work, and there is no way back")
                    .hasMessageContaining("the savepoint is file:" + folder + "/savepoints/")
                    .hasMessageNotContaining("wrong-8c1d");
            assertThat(Jobs.of(cluster).running("replaced").id()).isEqualTo(next.id());
        }
    }

    @Test
    void when_it_is_not_known_what_the_failed_job_had_delivered_it_is_said_to_be_gone_and_what_to_do()
            throws Exception {
        String file = FILE.replace("INTO", "unknown");
        try (LocalFlink flink = started(file, "unknown");
                Cluster direct = cluster(flink)) {
            Submitter.Prepared next = prepared(direct, file, "wrong-8c1d");
            Submitter.Prepared old = prepared(direct, file);
            try (FaultyWay way = FaultyWay.to(flink.webUi(), "/jobs/" + next.id() + "/checkpoints");
                    Cluster cluster = Cluster.connect(
                            ClusterOptions.of(Optional.of(way.uri().toString()), Map.of(), Map.of()))) {

                assertThatThrownBy(() -> replace(cluster, next, Optional.of(old)))
                        .isInstanceOf(ClusterException.class)
                        .hasMessageContaining("and was taken away, but whether it had delivered anything is not known")
                        .hasMessageContaining("--from latest")
                        .hasMessageContaining("--from file:" + folder + "/savepoints/")
                        .hasMessageNotContaining("could not be taken away");
            }
            assertThat(direct.details(next.id()).getJobStatus()).isEqualTo(JobStatus.CANCELED);
        }
    }

    private Replacement.Outcome replace(Cluster cluster, Submitter.Prepared next, Optional<Submitter.Prepared> back)
            throws Exception {
        ClusterJob running = Jobs.of(cluster).running("replaced");
        return new Replacement(cluster, submitter(cluster), secrets, PATIENCE, told::add)
                .replace(running, folder.resolve("savepoints").toUri().toString(), next, false, back);
    }

    private LocalFlink started(String file, String into) throws Exception {
        LocalFlink flink = LocalFlink.start(pipeline(file, "right"), LocalFlink.Options.in(folder));
        awaitCommitted(into, 10);
        return flink;
    }

    private static Cluster cluster(LocalFlink flink) throws ClusterException {
        return Cluster.connect(ClusterOptions.of(Optional.of(flink.webUi().toString()), Map.of(), Map.of()));
    }

    private static Submitter submitter(Cluster cluster) {
        return new Submitter(cluster, ReplacementTest.class.getClassLoader());
    }

    private Submitter.Prepared prepared(Cluster cluster, String file) throws Exception {
        return prepared(cluster, file, "right");
    }

    private Submitter.Prepared prepared(Cluster cluster, String file, String password) throws Exception {
        return submitter(cluster).prepare(new Submission(pipeline(file, password), List.of()));
    }

    private Pipeline pipeline(String file, String password) throws Exception {
        return Pipelines.read(file, Map.of("PW", password), secrets);
    }

    /** The numbers from 0, each once, while more come. */
    private static void assertNothingIsLostOrTwice(String into) {
        int before = TestSinkPlugin.committed(into).size();
        awaitCommitted(into, before + 100);
        List<Long> numbers =
                TestSinkPlugin.committed(into).stream().map(Long::valueOf).toList();
        assertThat(numbers)
                .containsExactlyElementsOf(
                        LongStream.range(0, numbers.size()).boxed().toList());
    }

    private static void awaitCommitted(String into, int count) {
        Awaitility.await("events in " + into)
                .atMost(PATIENCE)
                .until(() -> TestSinkPlugin.committed(into).size() >= count);
    }
}
