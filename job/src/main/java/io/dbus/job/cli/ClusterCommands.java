package io.dbus.job.cli;

import io.dbus.job.pipeline.Pipeline;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** What the commands for clusters share. */
final class ClusterCommands {
    private ClusterCommands() {}

    /** The pipeline on as many lanes as the user wants; bad usage when it cannot have them. */
    static Pipeline withParallelism(CommandSpec spec, Pipeline pipeline, Optional<Integer> lanes) {
        try {
            return lanes.map(pipeline::withParallelism).orElse(pipeline);
        } catch (IllegalArgumentException e) {
            throw new ParameterException(spec.commandLine(), e.getMessage(), e);
        }
    }

    /** "1 lane", "4 lanes". */
    static String lanes(int number) {
        return number == 1 ? "1 lane" : number + " lanes";
    }
}
