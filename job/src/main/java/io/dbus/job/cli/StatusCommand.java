package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.Jobs;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus status}. */
@Command(
        name = "status",
        description =
                "Show how a pipeline on a Flink cluster is doing: where each server of its sources is read and how late, what its"
                        + " sinks write and how fast, what was dropped and rejected and why, and its last checkpoint. Rates are means of the last"
                        + " minute, counts begin at the job's last start; Flink gathers both every ten seconds. Exit code 1 when it does not run.")
final class StatusCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(paramLabel = "NAME", description = "The pipeline's name, or its job's id.")
    private String name;

    @Mixin
    private ClusterChoice choice;

    @Option(names = "--gtids", description = "The GTIDs of each server too, which may be long.")
    private boolean gtids;

    @Spec
    private CommandSpec spec;

    StatusCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = choice.connect(spec, console)) {
            ClusterJob job = Jobs.of(cluster).last(name);
            StatusPage page = StatusPage.read(cluster, job, console);
            page.print(console.out(), gtids);
            return page.runs() ? ExitCode.DONE : ExitCode.FAILED;
        }
    }
}
