package io.dbus.job.cli;

import io.dbus.job.cluster.CheckpointFolders;
import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.Jobs;
import io.dbus.job.cluster.LatestState;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code dbus list}. */
@Command(name = "list", description = "List the jobs of a Flink cluster.")
final class ListCommand implements Callable<Integer> {
    private final Console console;

    @Mixin
    private ClusterChoice choice;

    @Option(
            names = {"-a", "--all"},
            description =
                    "Those that have ended too, as long as the cluster remembers them, with the savepoint or checkpoint that each has left.")
    private boolean all;

    @Spec
    private CommandSpec spec;

    ListCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = choice.connect(spec, console)) {
            List<ClusterJob> jobs = Jobs.of(cluster).all().stream()
                    .filter(job -> all || !job.isOver())
                    .toList();
            if (jobs.isEmpty()) {
                console.out().println((all ? "no job is known at " : "no job runs at ") + cluster.url());
            } else {
                print(cluster, jobs);
            }
        }
        return ExitCode.DONE;
    }

    private void print(Cluster cluster, List<ClusterJob> jobs) throws ClusterException, InterruptedException {
        Instant now = cluster.now(jobs.get(0));
        LatestState states = new LatestState(cluster, CheckpointFolders.of(cluster, List.of()));
        TextTable table = all
                ? new TextTable("name", "state", "since", "tasks", "job", "left").right(2, 3)
                : new TextTable("name", "state", "since", "tasks", "job").right(2, 3);
        for (ClusterJob job : jobs) {
            Instant since = job.isOver() ? job.ended() : job.started();
            List<String> cells = new ArrayList<>(List.of(
                    job.name(),
                    job.state().name().toLowerCase(Locale.ROOT),
                    Texts.ago(Duration.between(since, now)),
                    job.running() + "/" + job.tasks(),
                    job.id().toString()));
            if (all) {
                cells.add(
                        job.isOver()
                                ? states.known(job).map(LatestState.State::path).orElse("")
                                : "");
            }
            table.row(cells.toArray(new String[0]));
        }
        table.print(console.out(), "");
    }
}
