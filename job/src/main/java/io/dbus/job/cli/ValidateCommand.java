package io.dbus.job.cli;

import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus validate}. */
@Command(
        name = "validate",
        description = "Check a pipeline file and print what would run. Opens no connection unless asked to.")
final class ValidateCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    private Path file;

    @Option(
            names = "--preflight",
            description = "Connect to the servers and check what would keep the job from running.")
    private boolean preflight;

    @Option(
            names = "--no-secrets",
            description = "Leave $${env:...} and $${file:...} alone: for a machine that does not have them.")
    private boolean noSecrets;

    @Spec
    private CommandSpec spec;

    ValidateCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        if (preflight && noSecrets) {
            throw new ParameterException(spec.commandLine(), "--preflight needs the secrets; leave --no-secrets out");
        }
        PipelineFile.requireReadable(spec, file);
        Pipeline pipeline = console.reader(!noSecrets).read(file);
        GraphText.print(pipeline, console.out());
        if (preflight) {
            if (!Preflight.passes(pipeline, console.err())) {
                return ExitCode.FAILED;
            }
            console.out().println("preflight: all servers are as the pipeline needs them");
        }
        return ExitCode.DONE;
    }
}
