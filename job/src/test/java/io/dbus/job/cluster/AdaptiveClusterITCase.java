package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobState;
import io.dbus.embedded.RequiresServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on a cluster with the adaptive scheduler, and on one behind a proxy that speaks TLS and wants to know who is there. */
@RequiresServers
class AdaptiveClusterITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String PIPELINE = """
            name: NAME
            sources:
              numbers:
                type: mock
                tables: {shop.orders: 'id BIGINT, amount INT NOT NULL, PRIMARY KEY (id)'}
                rows-per-second: 200
            sinks:
              kept: {type: mock, inputs: [numbers]}
            pipeline:
              flink: {execution.checkpointing.interval: 1s}
            """;

    private static FlinkCluster flink;

    @TempDir
    Path folder;

    @BeforeAll
    static void start() {
        flink = FlinkCluster.builder()
                .taskManagers(1)
                .slots(4)
                .option("jobmanager.scheduler", "adaptive")
                .option("jobmanager.adaptive-scheduler.executing.cooldown-after-rescaling", "1 s")
                .option("jobmanager.adaptive-scheduler.submission.resource-stabilization-timeout", "1 s")
                .option("jobmanager.adaptive-scheduler.executing.resource-stabilization-timeout", "1 s")
                .start();
    }

    @AfterAll
    static void stop() {
        if (flink != null) {
            flink.close();
        }
    }

    @Test
    void aRunningJobTakesOtherLanesWithoutBeingSubmittedAgain() throws Exception {
        CommandLine dbus = new CommandLine(folder, flink.restUri().toString(), Map.of());
        String file = dbus.file(PIPELINE.replace("NAME", "elastic"));
        String job = dbus.run("submit", file, "-p", "1").succeeded().job();
        flink.awaitCheckpoints(job, 1, PATIENCE);

        CommandLine.Result rescaled = dbus.run("rescale", "elastic", "3").succeeded();

        assertThat(rescaled.out()).contains("from 1 to 3 by the adaptive scheduler", "elastic runs on 3 lanes");
        assertThat(flink.jobState(job)).isEqualTo(JobState.RUNNING);
        assertThat(flink.rest("/jobs/" + job).at("/vertices/0/parallelism").asInt())
                .isEqualTo(3);
        // 3 and the free one; not a wait for slots that may never come.
        assertThat(dbus.run("rescale", "elastic", "9").succeeded().out())
                .contains(
                        "elastic runs on 4 lanes, and takes the others of the 9 by itself when there are slots: the cluster has 0"
                                + " of 4 slots free");
        // The restarts of the adaptive scheduler are no failures.
        assertThat(dbus.run("status", "elastic").out()).containsPattern("failures +none");
        dbus.run("rescale", "elastic", "2").succeeded();
        String other = dbus.file(PIPELINE.replace("NAME", "elastic").replace("200", "100"));
        String applied = dbus.run("apply", other).succeeded().job();
        assertThat(flink.rest("/jobs/" + applied).at("/vertices/0/parallelism").asInt())
                .isEqualTo(2);
        dbus.run("stop", "elastic").succeeded();
    }

    @Test
    void aStateThatIsNotThereKeepsTheJobFromStartingAndIsNamed() throws Exception {
        CommandLine dbus = new CommandLine(folder, flink.restUri().toString(), Map.of());
        String file = dbus.file(PIPELINE.replace("NAME", "nowhere"));

        for (String lanes : List.of("1", "5")) {
            assertThat(dbus.run("submit", file, "-p", lanes, "--from", "/no/such/savepoint")
                            .failedWith(1)
                            .err())
                    .contains(
                            "could not start the job",
                            "Cannot find checkpoint or savepoint file/directory '/no/such/savepoint'");
        }
        assertThat(dbus.run("status", "nowhere").failedWith(1).out())
                .containsPattern("reason +Cannot find checkpoint or savepoint");
    }

    @Test
    void aClusterBehindTlsAndAHeaderIsReachedAsFlinkSClientsReachOne() throws Exception {
        try (TlsProxy proxy = TlsProxy.start(folder, flink.restUri(), "Bearer the-right-one")) {
            String url = proxy.uri() + "/behind/a/path";
            String trust = "-Dsecurity.ssl.rest.truststore=" + proxy.truststore();
            String password = "-Dsecurity.ssl.rest.truststore-password=" + TlsProxy.PASSWORD;
            String file = new CommandLine(folder, url, Map.of()).file(PIPELINE.replace("NAME", "guarded"));

            assertThat(dbus("Authorization:Bearer the-right-one", "list", "-m", url))
                    .startsWith("1\n")
                    .contains("do not agree on TLS", "security.ssl.rest.truststore");
            assertThat(dbus("Authorization: Bearer the-right-one", "list", "-m", url, trust, password))
                    .startsWith("1\n")
                    .contains("FLINK_REST_CLIENT_HEADERS", "without a space behind the colon");
            assertThat(dbus("Authorization:Bearer a-wrong-one", "list", "-m", url, trust, password))
                    .startsWith("1\n")
                    .contains("with status 401", "FLINK_REST_CLIENT_HEADERS");
            assertThat(dbus("Authorization:Bearer the-right-one", "submit", file, "-m", url, trust, password))
                    .startsWith("0\n")
                    .contains("submitted guarded as job", "web UI at " + url + "/#/job/");
            assertThat(dbus("Authorization:Bearer the-right-one", "stop", "guarded", "-m", url, trust, password))
                    .startsWith("0\n")
                    .contains("stopped;");
        }
    }

    /** In a process of its own, since Flink reads the headers from the environment: the exit code, and what was printed. */
    private String dbus(String headers, String... args) throws Exception {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "--add-opens=java.base/java.util=ALL-UNNAMED",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                "io.dbus.job.cli.Dbus"));
        command.addAll(List.of(args));
        Path output = Files.createTempFile(folder, "output", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("FLINK_REST_CLIENT_HEADERS", headers);
        Process process = builder.start();
        try {
            assertThat(process.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
            return process.exitValue() + "\n" + Files.readString(output);
        } finally {
            process.destroyForcibly();
        }
    }
}
