package io.dbus.job.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

class StatesTest {
    @TempDir
    Path folder;

    private final CommandSpec spec = new CommandLine(new Some()).getCommandSpec();

    @Command(name = "some")
    private static final class Some {}

    @Test
    void a_savepoint_that_is_not_there_is_told_before_anything_starts() {
        assertThatThrownBy(() -> States.resolve(spec, folder.resolve("nope").toString(), folder))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining("There is no savepoint or checkpoint at " + folder.resolve("nope"))
                .hasMessageContaining("--from last");
        assertThatThrownBy(() ->
                        States.resolve(spec, folder.resolve("nope").toUri().toString(), folder))
                .isInstanceOf(ParameterException.class);
    }

    @Test
    void a_savepoint_is_taken_by_its_folder_or_its_file_or_from_another_file_system() throws Exception {
        Path metadata = Files.createFile(folder.resolve("_metadata"));

        assertThat(States.resolve(spec, folder.toString(), folder)).isEqualTo(folder.toString());
        assertThat(States.resolve(spec, metadata.toUri().toString(), folder))
                .isEqualTo(metadata.toUri().toString());
        assertThat(States.resolve(spec, "s3://bucket/savepoint-1", folder)).isEqualTo("s3://bucket/savepoint-1");
        assertThat(States.resolve(spec, "last", folder))
                .isEqualTo(folder.toUri().toString());
    }
}
