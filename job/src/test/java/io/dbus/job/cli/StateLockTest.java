package io.dbus.job.cli;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StateLockTest {
    @TempDir
    Path folder;

    @Test
    void a_second_run_is_refused_and_told_which_process_is_first() throws Exception {
        Path state = folder.resolve("made/on/demand");
        StateLock first = StateLock.take(state);
        try (first) {
            assertThatThrownBy(() -> StateLock.take(state))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith(
                            "another run, process " + ProcessHandle.current().pid() + ", uses the state in " + state);
        }
    }

    @Test
    void the_next_run_takes_what_the_last_has_left() throws Exception {
        StateLock.take(folder).close();
        StateLock.take(folder).close();
    }
}
