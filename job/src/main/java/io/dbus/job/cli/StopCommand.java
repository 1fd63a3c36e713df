package io.dbus.job.cli;

import io.dbus.job.cluster.CheckpointFolders;
import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.Jobs;
import io.dbus.job.cluster.LatestState;
import io.dbus.job.cluster.OneRun;
import io.dbus.job.cluster.SavepointFolder;
import io.dbus.job.cluster.Stopping;
import java.time.Duration;
import java.util.List;
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
                            + " reach. execution.checkpointing.savepoint-dir of Flink unless given; of the Flink inside dbus run, the folder"
                            + " of its state, where alone dbus run --from last looks.")
    private Optional<String> savepoints;

    @Option(
            names = "--no-savepoint",
            description =
                    "Cancel it: for a job that fails again and again and comes to no savepoint. Its last checkpoint is kept, and"
                            + " dbus submit --from latest goes on from there, unless the file or the cluster sets"
                            + " execution.checkpointing.externalized-checkpoint-retention to DELETE_ON_CANCELLATION or"
                            + " NO_EXTERNALIZED_CHECKPOINTS: then Flink deletes it. Not set, dbus has it RETAIN_ON_CANCELLATION.")
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
            ClusterJob job = Jobs.of(cluster).running(name);
            if (noSavepoint) {
                return cancel(cluster, job);
            }
            // Asked before: it ends with its job.
            Optional<OneRun> run = cluster.process();
            String folder =
                    SavepointFolder.of(cluster, job.name(), savepoints, RunningFile.flink(console, cluster, job));
            console.out().println("stopping " + job.name() + ": what was read is being delivered");
            String savepoint = new Stopping(cluster, console.secrets(), console.err()::println)
                    .withSavepoint(job.id(), folder, timeout);
            console.out()
                    .println("stopped; "
                            + run.map(here -> here.goesOn(savepoint))
                                    .orElse("dbus submit --from latest goes on from " + savepoint));
        }
        return ExitCode.DONE;
    }

    private int cancel(Cluster cluster, ClusterJob job) throws ClusterException, InterruptedException {
        Optional<OneRun> run = cluster.process();
        List<String> folders = CheckpointFolders.of(cluster, List.of(RunningFile.flink(console, cluster, job)));
        new Stopping(cluster, console.secrets(), console.err()::println).cancel(job.id(), timeout);
        console.out()
                .println("cancelled; "
                        + (run.isPresent()
                                ? "dbus run --from last goes on from its last checkpoint, if it came to one and keeps it"
                                : kept(cluster, job, folders)));
        return ExitCode.DONE;
    }

    private static String kept(Cluster cluster, ClusterJob job, List<String> folders) throws InterruptedException {
        try {
            ClusterJob ended = Jobs.of(cluster).last(job.id().toString());
            LatestState.Left left = new LatestState(cluster, folders).left(ended);
            if (left instanceof LatestState.Left.Kept kept) {
                return "dbus submit --from latest goes on from " + kept.state().path();
            }
            return left instanceof LatestState.Left.Unknown unknown
                    ? unknown.why() + "; " + unknown.cure()
                    : "it had come to no checkpoint";
        } catch (ClusterException e) {
            // An application cluster has ended with its job.
            return "its last checkpoint is in the folder of the cluster's checkpoints (execution.checkpointing.dir), under "
                    + job.id();
        }
    }
}
