package io.dbus.job.cli;

import io.dbus.job.DbusVersion;
import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.Jobs;
import io.dbus.job.cluster.Rescaling;
import io.dbus.job.cluster.UnknownJobException;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus apply}. */
@Command(
        name = "apply",
        description =
                "Put a pipeline file in the place of the one that runs under its name: stop that with a savepoint, start the new"
                        + " one from it, and wait until all of its tasks run and a checkpoint is complete. If it fails before, go back to the old"
                        + " file from the same savepoint. What could not be restored is refused before anything is stopped; an unchanged file"
                        + " is nothing to do.")
final class ApplyCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    private Path file;

    @Mixin
    private ClusterChoice choice;

    @Mixin
    private ReplaceOptions replace;

    @Option(
            names = {"-p", "--parallelism"},
            paramLabel = "N",
            description = "The lanes of each component; wins over the file. Without either, as many as run now.")
    private Optional<Integer> parallelism;

    @Option(
            names = "--drop-state",
            description = "Drop the state of components and servers that are no longer in the file.")
    private boolean dropState;

    @Option(
            names = "--force",
            description = "Replace the job although the file is unchanged: for secrets that have changed.")
    private boolean force;

    @Option(names = "--no-preflight", description = "Replace it without looking at the servers first.")
    private boolean noPreflight;

    @Spec
    private CommandSpec spec;

    ApplyCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        PipelineFile.requireReadable(spec, file);
        Pipeline read = console.reader(true).read(file);
        try (Cluster cluster = choice.connect(spec, console)) {
            ClusterJob running = running(cluster, read.name());
            JobDetailsInfo details = cluster.details(running.id());
            ClusterCommands.requireStarted(cluster, running, details);
            JobFacts facts = RunningFile.facts(cluster, running);
            int lanes = new Rescaling(cluster).wantedLanes(details);
            Optional<Integer> wanted =
                    parallelism.isEmpty() && read.settings().parallelism().isEmpty()
                            ? Optional.of(Math.min(lanes, read.settings().maxParallelism()))
                            : parallelism;
            Pipeline next = ClusterCommands.withParallelism(spec, read, wanted);
            if (!force && isUnchanged(facts, next, lanes)) {
                console.out()
                        .println(next.name() + " runs from this file already, on " + ClusterCommands.lanes(lanes)
                                + ": nothing to do"
                                + (facts.fileIsWhole() ? "" : " (values of secrets were not compared; --force)"));
                return ExitCode.DONE;
            }
            cluster.requireTakesJobs();
            if (!noPreflight && !Preflight.passes(next, console.err())) {
                return ExitCode.FAILED;
            }
            return replace.run(
                    spec, console, cluster, new ReplaceOptions.Change(running, facts, lanes, next, dropState));
        }
    }

    private ClusterJob running(Cluster cluster, String name) throws ClusterException, InterruptedException {
        try {
            return Jobs.of(cluster).running(name);
        } catch (UnknownJobException e) {
            throw new ClusterException(e.getMessage() + "; dbus submit starts it", e);
        }
    }

    private static boolean isUnchanged(JobFacts running, Pipeline next, int lanes) {
        return running.file().equals(next.text().text())
                && running.version().equals(DbusVersion.TEXT)
                && next.settings().parallelism().orElse(lanes) == lanes;
    }
}
