package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.JobJars;
import io.dbus.job.cluster.Jobs;
import io.dbus.job.cluster.Submission;
import io.dbus.job.cluster.Submitter;
import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus submit}. */
@Command(
        name = "submit",
        description =
                "Start a pipeline on a Flink cluster. Its file and its secrets are read here, its servers are looked at from here,"
                        + " and the job is sent with its jar.")
final class SubmitCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    private Path file;

    @Mixin
    private ClusterChoice choice;

    @Option(
            names = "--from",
            paramLabel = "SAVEPOINT",
            description = "The savepoint or checkpoint to go on from: a path that the cluster can read.")
    private Optional<String> from;

    @Option(
            names = "--drop-state",
            description = "With --from: drop the state of components that are no longer in the file.")
    private boolean dropState;

    @Option(
            names = {"-p", "--parallelism"},
            paramLabel = "N",
            description = "The lanes of each component; wins over pipeline.parallelism in the file.")
    private Optional<Integer> parallelism;

    @Option(names = "--no-preflight", description = "Start without looking at the servers first.")
    private boolean noPreflight;

    @Spec
    private CommandSpec spec;

    SubmitCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        PipelineFile.requireReadable(spec, file);
        Pipeline pipeline =
                ClusterCommands.withParallelism(spec, console.reader(true).read(file), parallelism);
        try (Cluster cluster = choice.connect(spec, console)) {
            refuseSecond(cluster, pipeline.name());
            if (!noPreflight && !Preflight.passes(pipeline, console.err())) {
                return ExitCode.FAILED;
            }
            Submitter submitter = new Submitter(cluster, console.loader());
            Submitter.Prepared job = submitter.prepare(
                    new Submission(pipeline, JobJars.ofThisProcess(console.environment()), from.orElse(""), dropState));
            submitter.submit(job, console.secrets());
            console.out()
                    .println("submitted " + pipeline.name() + " as job " + job.id() + ", parallelism "
                            + job.parallelism());
            console.out().println("web UI at " + cluster.pageOf(job.id()));
        }
        return ExitCode.DONE;
    }

    private static void refuseSecond(Cluster cluster, String name) throws ClusterException, InterruptedException {
        Optional<ClusterJob> running = Jobs.of(cluster).findRunning(name);
        if (running.isPresent()) {
            throw new ClusterException(
                    "the pipeline " + name + " runs on the Flink cluster at " + cluster.url()
                            + " already, as job " + running.get().id()
                            + ", and a second one would write under the same names; dbus apply puts the file in its place, dbus stop stops it");
        }
    }
}
