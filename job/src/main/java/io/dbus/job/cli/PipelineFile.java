package io.dbus.job.cli;

import java.nio.file.Files;
import java.nio.file.Path;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** The argument that names a pipeline file. */
final class PipelineFile {
    private PipelineFile() {}

    static void requireReadable(CommandSpec spec, Path file) {
        if (!Files.exists(file)) {
            throw new ParameterException(spec.commandLine(), "There is no file " + file);
        }
        if (Files.isDirectory(file) || !Files.isReadable(file)) {
            throw new ParameterException(spec.commandLine(), file + " is no file that can be read");
        }
    }
}
