package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.Jobs;
import java.time.Duration;
import java.time.Instant;
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
            description = "Those that have ended too, as long as the cluster remembers them.")
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
                print(jobs, Instant.now());
            }
        }
        return ExitCode.DONE;
    }

    private void print(List<ClusterJob> jobs, Instant now) {
        TextTable table = new TextTable("name", "state", "since", "tasks", "job").right(2, 3);
        for (ClusterJob job : jobs) {
            Instant since = job.isOver() ? job.ended() : job.started();
            table.row(
                    job.name(),
                    job.state().name().toLowerCase(Locale.ROOT),
                    Texts.ago(Duration.between(since, now)),
                    job.running() + "/" + job.tasks(),
                    job.id().toString());
        }
        table.print(console.out(), "");
    }
}
