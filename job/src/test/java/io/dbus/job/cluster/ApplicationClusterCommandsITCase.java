package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.FlinkInstallation;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.ServerKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands on an application cluster, which was made for its one pipeline. */
@RequiresServers(ServerKind.FLINK)
class ApplicationClusterCommandsITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final Path CONF = Path.of("../flink-conf").toAbsolutePath().normalize();

    @TempDir
    Path folder;

    @Test
    void itsJobIsSeenAndStoppedAndAnotherIsRefusedBeforeAnythingIsDone() throws Exception {
        try (FlinkInstallation flink = FlinkInstallation.builder()
                .configuration(CONF.resolve("log4j.properties"))
                .configuration(CONF.resolve("log4j-console.properties"))
                .configuration(CONF.resolve("session"))
                .option("jobmanager.memory.process.size", "1000m")
                .option("taskmanager.memory.process.size", "1400m")
                .option("metrics.reporter.prom.port", "24249-24999")
                .option(
                        "execution.checkpointing.dir",
                        folder.resolve("checkpoints").toUri().toString())
                .option(
                        "execution.checkpointing.savepoint-dir",
                        folder.resolve("savepoints").toUri().toString())
                .userLibrary(JobJars.ofThisProcess(Map.of()).get(0))
                .layOut()) {
            String text = """
                    name: application
                    sources:
                      numbers:
                        type: mock
                        tables: {shop.orders: "id BIGINT, PRIMARY KEY (id)"}
                        rows-per-second: 200
                    sinks:
                      seen: {type: mock, inputs: [numbers], verify: order}
                    """;
            Path file = Files.writeString(folder.resolve("application.yaml"), text);
            flink.startApplication("--job-classname", "io.dbus.job.DbusJob", file.toString());
            flink.startTaskManager();
            CommandLine dbus = new CommandLine(folder, flink.restUri().toString(), Map.of());
            Awaitility.await("the job runs")
                    .atMost(PATIENCE)
                    .until(() -> dbus.run("status", "application").code() == 0);

            assertThat(dbus.run("list").succeeded().out()).containsPattern("application +running");
            String other = dbus.file(text.replace("name: application", "name: another"));
            assertThat(dbus.run("submit", other).failedWith(1).err()).contains("is an application cluster");
            String changed = dbus.file(text.replace("200", "300"));
            assertThat(dbus.run("apply", changed).failedWith(1).err()).contains("is an application cluster");
            assertThat(dbus.run("status", "application").succeeded().out()).containsPattern("application +running");

            assertThat(dbus.run("stop", "application").succeeded().out())
                    .contains("stopped;", "/savepoints/application/savepoint-");
            assertThat(flink.awaitEndOfJobManager(PATIENCE)).isZero();
        }
    }
}
