package io.dbus.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ProcessTreeTest {
    @Test
    void whatAProcessHasStartedEndsWithItAlsoWhenItDoesNotWantTo() throws Exception {
        Process process =
                new ProcessBuilder("sh", "-c", "sh -c 'trap \"\" TERM; echo ready; sleep 1000' & wait").start();
        try (BufferedReader output = process.inputReader()) {
            assertThat(output.readLine()).isEqualTo("ready");
            List<ProcessHandle> started = process.descendants().toList();
            assertThat(started).isNotEmpty();

            ProcessTree.end(process);

            process.onExit().get(60, TimeUnit.SECONDS);
            for (ProcessHandle handle : started) {
                handle.onExit().get(60, TimeUnit.SECONDS);
            }
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }
}
