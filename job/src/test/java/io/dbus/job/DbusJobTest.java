package io.dbus.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What {@code flink run} shows when the job cannot be submitted; that it can is shown with the shaded jar. */
class DbusJobTest {
    private static final String PIPELINE = """
            name: shop
            sources:
              db: {type: test-source, hostname: h, password: '${file:PW}'}
            sinks:
              out: {type: test-sink, inputs: [db], into: job}
            """;

    @TempDir
    Path folder;

    @Test
    void a_wrong_file_is_refused_with_all_that_is_wrong() throws Exception {
        String file = file(PIPELINE.replace("hostname", "hostnme").replace("into", "intoo"));

        assertThatThrownBy(() -> DbusJob.main(new String[] {file}))
                .hasMessage(file + ":3:27: sources.db.hostnme: there is no such option; did you mean 'hostname'?\n"
                        + file + ":5:40: sinks.out.intoo: there is no such option; did you mean 'into'?");
    }

    @Test
    void the_memory_that_a_start_script_puts_behind_the_file_is_no_argument_and_other_options_are_refused()
            throws Exception {
        String file = file(PIPELINE.replace("hostname", "hostnme"));

        assertThatThrownBy(() -> DbusJob.main(new String[] {
                    file, "-D", "jobmanager.memory.heap.size=1b", "-D", "jobmanager.memory.off-heap.size=1b"
                }))
                .hasMessageContaining("did you mean 'hostname'?");
        assertThatThrownBy(() -> DbusJob.main(new String[] {file, "-D", "rest.port=1"}))
                .hasMessageStartingWith("Usage: ");
        assertThatThrownBy(() -> DbusJob.main(new String[] {"-D", "jobmanager.memory.heap.size=1b"}))
                .hasMessageStartingWith("Usage: ");
    }

    @Test
    void a_preflight_that_finds_something_keeps_the_job_from_starting() throws Exception {
        String file = file(PIPELINE.replace("hostname: h", "hostname: down.example"));

        assertThatThrownBy(() -> DbusJob.main(new String[] {file}))
                .hasMessage("The pipeline cannot run:\n" + file
                        + ":3:27: sources.db.hostname: down.example does not answer; start it");
    }

    @Test
    void no_secret_is_in_an_exception_nor_in_its_causes() throws Exception {
        Throwable thrown = catchThrowable(() -> DbusJob.main(
                new String[] {file(PIPELINE.replace("hostname: h", "hostname: breaks.example")), "--no-preflight"}));

        assertThat(thrown)
                .hasStackTraceContaining("cannot connect to mysql://dbus:******@breaks.example")
                .hasStackTraceContaining("Caused by: ");
        StringBuilder text = new StringBuilder();
        for (Throwable cause = thrown; cause != null; cause = cause.getCause()) {
            text.append(cause);
        }
        assertThat(text).doesNotContain("pw-in-a-file");
    }

    @Test
    void a_file_is_read_by_flink_s_file_systems() throws Exception {
        String file = file(PIPELINE.replace("hostname", "hostnme"));

        assertThatThrownBy(() -> DbusJob.main(new String[] {"file://" + file})).hasMessageContaining("hostnme");
    }

    @Test
    void without_a_file_the_usage_is_said() {
        assertThatThrownBy(() -> DbusJob.main(new String[] {})).hasMessageStartingWith("Usage: flink run");
        assertThatThrownBy(() -> DbusJob.main(new String[] {"--preflite", "x"}))
                .hasMessageStartingWith("Usage: flink run");
    }

    private String file(String text) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "pw-in-a-file\n");
        return Files.writeString(folder.resolve("p.yaml"), text.replace("${file:PW}", "${file:" + password + "}"))
                .toString();
    }
}
