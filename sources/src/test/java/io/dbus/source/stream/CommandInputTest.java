package io.dbus.source.stream;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.dbus.metrics.ComponentMetrics;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CommandInputTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void aCommandThatClosesItsOutputAndRunsOnHoldsNobodyUpAndEndsWithTheSource() throws Exception {
        String script =
                "trap '' TERM; echo $$ > " + directory + "/pid; exec >&-; echo > " + directory + "/closed; sleep 1000";
        StreamSettings settings = StreamSourceConfiguration.of(
                        StreamSourcePluginTest.context("command", "sh;-c;'" + script.replace("'", "''") + "'"))
                .settings();
        StreamFigures figures = new StreamFigures(ComponentMetrics.of(new UnregisteredMetricsGroup(), "lines"));
        CommandInput input = new CommandInput(settings, figures);
        try {
            await().atMost(PATIENCE)
                    .until(() -> input.read(new LineBatch("lines")) && Files.exists(directory.resolve("closed")));
            await().atMost(PATIENCE).until(() -> {
                for (int i = 0; i < 10; i++) {
                    assertThat(input.read(new LineBatch("lines"))).isTrue();
                }
                return true;
            });
        } finally {
            input.close();
        }
        long pid = Long.parseLong(Files.readString(directory.resolve("pid")).strip());
        await().atMost(PATIENCE)
                .until(() ->
                        ProcessHandle.of(pid).filter(ProcessHandle::isAlive).isEmpty());
    }
}
