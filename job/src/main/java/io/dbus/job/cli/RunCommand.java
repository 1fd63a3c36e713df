package io.dbus.job.cli;

import io.dbus.job.cluster.OneRun;
import io.dbus.job.local.LocalFlink;
import io.dbus.job.pipeline.DryRun;
import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
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
import org.apache.flink.util.FileUtils;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
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

    @Option(
            names = "--dry-run",
            description =
                    "Read and transform, but write nothing: every sink only counts and checks, rejects are counted, and at the"
                            + " end the counts are printed. Starts fresh, keeps no state, and goes by other names towards servers than the"
                            + " real job, which may run on. Sources are read as the real job reads them: one of the type stream runs its command, and"
                            + " takes its clients' lines for good.")
    private boolean dryRun;

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
        if (dryRun) {
            return callDry(pipeline);
        }
        Path folder = state.orElse(Path.of(System.getProperty("user.home"), ".dbus", pipeline.name()));
        StateLock lock = StateLock.take(folder);
        try (lock) {
            return callIn(folder, pipeline);
        }
    }

    private int callIn(Path folder, Pipeline pipeline) throws Exception {
        String restore = from.isEmpty() ? "" : States.resolve(spec, from.get(), folder);
        if (from.equals(Optional.of(States.LAST))) {
            console.out().println(States.words(restore, Instant.now()));
        }
        return run(
                pipeline,
                new LocalFlink.Options(
                        folder,
                        port,
                        restore,
                        dropState,
                        new OneRun(folder.toAbsolutePath().toString()).mark(Configuration.fromMap(flink))),
                end -> {
                    if (!end.isEmpty()) {
                        console.out().println();
                        end.print(console.out());
                    }
                    return ExitCode.DONE;
                });
    }

    private int callDry(Pipeline real) throws Exception {
        if (from.isPresent() || state.isPresent() || dropState) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--dry-run starts fresh and keeps no state; leave out --from, --state and --drop-state");
        }
        flink.keySet().removeIf(DryRun::isOfState);
        CountedRejects rejects = new CountedRejects();
        Path folder = Files.createTempDirectory("dbus-dry-run-");
        try {
            return run(
                    DryRun.of(real, console.plugins(), rejects),
                    new LocalFlink.Options(
                            folder, port, "", false, OneRun.passing().mark(Configuration.fromMap(flink))),
                    end -> DryRunReport.print(real, end, rejects, console.out()));
        } finally {
            rejects.forget();
            FileUtils.deleteDirectory(folder.toFile());
        }
    }

    private int run(Pipeline pipeline, LocalFlink.Options options, Ending ending) throws Exception {
        if (!noPreflight && !Preflight.passes(pipeline, console.err())) {
            return ExitCode.FAILED;
        }
        GraphText.print(pipeline, console.out());
        LocalFlink running = LocalFlink.start(pipeline, options);
        try (running) {
            Interrupts.onFirst(() -> stopping.set(true));
            console.out().println();
            String kept = dryRun ? "dry run: nothing is written" : "state in " + options.state();
            console.out().println("running; web UI at " + running.webUi() + ", " + kept + ", Ctrl-C stops");
            try {
                int code = follow(running);
                return Math.max(code, ending.show(SinkCounts.of(running.accumulators())));
            } catch (JobFailedException e) {
                ending.show(SinkCounts.of(running.accumulators()));
                throw e;
            }
        }
    }

    /** Shows what sinks counted, and says how that makes the command end. */
    private interface Ending {
        int show(SinkCounts counts);
    }

    private int follow(LocalFlink running) throws Exception {
        long shown = 0;
        JobStatus status = running.status();
        while (!status.isGloballyTerminalState()) {
            List<LocalFlink.Failure> failures = running.failures();
            // Asked after the failures: one that is the job's last has its state by then.
            status = running.status();
            if (status != JobStatus.FAILING && !status.isGloballyTerminalState()) {
                for (LocalFlink.Failure failure : failures) {
                    if (failure.millis() > shown) {
                        shown = failure.millis();
                        console.err().println("dbus: the job failed and starts again: " + Reasons.of(failure.cause()));
                    }
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
            console.out().println(dryRun ? "stopped" : "stopped; --from last goes on from " + savepoint);
            return ExitCode.DONE;
        } catch (ExecutionException | TimeoutException e) {
            String reason = e instanceof TimeoutException
                    ? "the job came to no savepoint in " + PATIENCE.toSeconds() + " s"
                    : Reasons.of(e);
            if (dryRun) {
                console.err().println("dbus: stopped before all that was read had come through: " + reason);
                return ExitCode.FAILED;
            }
            console.err()
                    .println("dbus: stopped without a savepoint; --from last goes on from the last checkpoint: "
                            + reason);
            return ExitCode.FAILED;
        }
    }
}
