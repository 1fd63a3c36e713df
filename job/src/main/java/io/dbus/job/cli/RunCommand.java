package io.dbus.job.cli;

import io.dbus.job.local.LocalFlink;
import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.jobmaster.JobResult;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus run}. */
@Command(
        name = "run",
        description = "Run a pipeline here, in a Flink inside this process, until it ends or Ctrl-C."
                + " Ctrl-C stops it after a savepoint, from which --from goes on.")
final class RunCommand implements Callable<Integer> {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    private Path file;

    @Option(
            names = "--port",
            defaultValue = "0",
            description = "The port of the web UI; one that is free unless given.")
    private int port;

    @Option(
            names = "--from",
            paramLabel = "SAVEPOINT",
            description = "The savepoint or checkpoint to go on from; 'last' for the newest of this pipeline.")
    private Optional<String> from;

    @Option(
            names = "--drop-state",
            description = "With --from: drop the state of components that are no longer in the file.")
    private boolean dropState;

    @Option(
            names = "--state",
            paramLabel = "FOLDER",
            description = "Where checkpoints and savepoints go; ~/.dbus/PIPELINE unless given.")
    private Optional<Path> state;

    @Option(names = "--no-preflight", description = "Start without looking at the servers first.")
    private boolean noPreflight;

    @Option(
            names = "-D",
            paramLabel = "KEY=VALUE",
            description = "An option of Flink for its processes, such as -Dtaskmanager.memory.managed.size=256mb.")
    private Map<String, String> flink = new HashMap<>();

    private final AtomicBoolean stopping = new AtomicBoolean();

    @Spec
    private CommandSpec spec;

    RunCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        PipelineFile.requireReadable(spec, file);
        Pipeline pipeline = console.reader(true).read(file);
        if (!noPreflight && !Preflight.passes(pipeline, console.err())) {
            return ExitCode.FAILED;
        }
        Path folder = state.orElse(Path.of(System.getProperty("user.home"), ".dbus", pipeline.name()));
        LocalFlink.Options options = new LocalFlink.Options(
                folder,
                port,
                from.isEmpty() ? "" : States.resolve(spec, from.get(), folder),
                dropState,
                Configuration.fromMap(flink));
        GraphText.print(pipeline, console.out());
        LocalFlink running = LocalFlink.start(pipeline, options);
        try (running) {
            Interrupts.onFirst(() -> stopping.set(true));
            console.out().println();
            console.out().println("running; web UI at " + running.webUi() + ", state in " + folder + ", Ctrl-C stops");
            return follow(running);
        }
    }

    private int follow(LocalFlink running) throws Exception {
        long shown = 0;
        JobStatus status = running.status();
        while (!status.isGloballyTerminalState()) {
            for (LocalFlink.Failure failure : running.failures()) {
                if (failure.millis() > shown) {
                    shown = failure.millis();
                    console.err().println("dbus: the job failed and starts again: " + Reasons.of(failure.cause()));
                }
            }
            if (stopping.get()) {
                return stop(running);
            }
            TimeUnit.MILLISECONDS.sleep(200);
            status = running.status();
        }
        JobResult result = running.result();
        if (result.getSerializedThrowable().isPresent()) {
            Throwable cause = result.getSerializedThrowable()
                    .get()
                    .deserializeError(Thread.currentThread().getContextClassLoader());
            throw new JobFailedException("the job failed: " + Reasons.of(cause), cause);
        }
        console.out().println(status == JobStatus.FINISHED ? "the job has finished" : "the job was cancelled");
        return status == JobStatus.FINISHED ? ExitCode.DONE : ExitCode.FAILED;
    }

    private int stop(LocalFlink running) throws InterruptedException {
        console.out().println("stopping: what was read is being delivered; Ctrl-C again ends at once");
        try {
            String savepoint = running.stop(PATIENCE);
            console.out().println("stopped; --from last goes on from " + savepoint);
            return ExitCode.DONE;
        } catch (ExecutionException | TimeoutException e) {
            String reason = e instanceof TimeoutException
                    ? "the job came to no savepoint in " + PATIENCE.toSeconds() + " s"
                    : Reasons.of(e);
            console.err()
                    .println("dbus: stopped without a savepoint; --from last goes on from the last checkpoint: "
                            + reason);
            return ExitCode.FAILED;
        }
    }
}
