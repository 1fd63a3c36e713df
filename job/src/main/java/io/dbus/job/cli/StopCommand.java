package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.LatestState;
import io.dbus.job.cluster.SavepointFolder;
import io.dbus.job.cluster.Stopping;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus stop}. */
@Command(
        name = "stop",
        description =
                "Stop a pipeline after a savepoint: what it read is delivered. dbus submit --from latest goes on from there.")
final class StopCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "NAME", description = "The pipeline's name, or its job's id.")
    private String name;

    @Mixin
    private ClusterChoice choice;

    @Option(
            names = "--savepoints",
            paramLabel = "FOLDER",
            description =
                    "Where savepoints go, each pipeline's in a folder of its name: a path that all machines of the cluster can"
                            + " reach. execution.checkpointing.savepoint-dir of Flink unless given.")
    private Optional<String> savepoints;

    @Option(
            names = "--no-savepoint",
            description =
                    "Cancel it: for a job that fails again and again and comes to no savepoint. Its last checkpoint is kept, and"
                            + " dbus submit --from latest goes on from there.")
    private boolean noSavepoint;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = TimeConverter.class,
            description = "How long to wait for the savepoint, such as 90s or 30m; 10m unless given.")
    private Duration timeout;

    @Spec
    private CommandSpec spec;

    StopCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = choice.connect(spec, console)) {
            ClusterJob job = ClusterCommands.running(spec, cluster, name);
            if (noSavepoint) {
                return cancel(cluster, job);
            }
            String folder =
                    SavepointFolder.of(cluster, job.name(), savepoints, RunningFile.flink(console, cluster, job));
            console.out().println("stopping " + job.name() + ": what was read is being delivered");
            String savepoint = new Stopping(cluster, console.secrets()).withSavepoint(job.id(), folder, timeout);
            console.out().println("stopped; dbus submit --from latest goes on from " + savepoint);
        }
        return ExitCode.DONE;
    }

    private int cancel(Cluster cluster, ClusterJob job) throws ClusterException, InterruptedException {
        new Stopping(cluster, console.secrets()).cancel(job.id(), timeout);
        console.out().println("cancelled; " + kept(cluster, job));
        return ExitCode.DONE;
    }

    private static String kept(Cluster cluster, ClusterJob job) throws InterruptedException {
        try {
            return new LatestState(cluster)
                    .known(job.id())
                    .map(state -> "dbus submit --from latest goes on from " + state.path())
                    .orElse("it had come to no checkpoint");
        } catch (ClusterException e) {
            // An application cluster has ended with its job.
            return "its last checkpoint is in the folder of the cluster's checkpoints (execution.checkpointing.dir), under "
                    + job.id();
        }
    }
}
