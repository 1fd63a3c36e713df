package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.Rescaling;
import io.dbus.job.graph.Exchange;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.pipeline.Pipeline;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code dbus rescale}. */
@Command(
        name = "rescale",
        description =
                "Give a running pipeline another number of lanes: without a stop where the cluster's scheduler is the adaptive one"
                        + " (jobmanager.scheduler: adaptive), else by a savepoint, as apply does it.")
final class RescaleCommand implements Callable<Integer> {
    private final Console console;

    @Parameters(index = "0", paramLabel = "NAME", description = "The pipeline's name, or its job's id.")
    private String name;

    @Parameters(index = "1", paramLabel = "N", description = "The lanes of each component.")
    private int lanes;

    @Mixin
    private ClusterChoice choice;

    @Mixin
    private ReplaceOptions replace;

    @Spec
    private CommandSpec spec;

    RescaleCommand(Console console) {
        this.console = console;
    }

    @Override
    public Integer call() throws Exception {
        try (Cluster cluster = choice.connect(spec, console)) {
            ClusterJob job = ClusterCommands.running(spec, cluster, name);
            JobDetailsInfo details = cluster.details(job.id());
            if (lanes < 1 || lanes > details.getMaxParallelism()) {
                throw new ParameterException(
                        spec.commandLine(),
                        job.name() + " cannot run on " + lanes + " lanes, but on 1 to " + details.getMaxParallelism()
                                + " (pipeline.max-parallelism)");
            }
            int wanted = new Rescaling(cluster).wantedLanes(details);
            if (wanted == lanes && Rescaling.lanes(details) == lanes) {
                console.out()
                        .println(job.name() + " runs on " + ClusterCommands.lanes(lanes) + " already: nothing to do");
                return ExitCode.DONE;
            }
            if (Rescaling.isPossible(details)) {
                console.out()
                        .println("rescaling " + job.name() + " from " + Rescaling.lanes(details) + " to " + lanes
                                + " by the adaptive scheduler, from its last checkpoint");
                if (lanes > wanted && hasNoExchange(cluster, job)) {
                    console.out()
                            .println(
                                    "it runs without an exchange, as was decided when it was submitted, so the rows of a server"
                                            + " stay on one lane; dbus apply --force -p " + lanes
                                            + " FILE decides anew");
                }
                new Rescaling(cluster).rescale(job.id(), lanes, replace.timeout());
                console.out().println(job.name() + " runs on " + ClusterCommands.lanes(lanes));
                return ExitCode.DONE;
            }
            console.out()
                    .println(
                            "the scheduler of this cluster cannot rescale a running job (jobmanager.scheduler: adaptive can):"
                                    + " stopping " + job.name() + " and starting it again on " + lanes);
            JobFacts facts = RunningFile.facts(cluster, job);
            Pipeline next =
                    ClusterCommands.withParallelism(spec, replace.old(spec, console, job, facts), Optional.of(lanes));
            return replace.run(spec, console, cluster, new ReplaceOptions.Change(job, facts, wanted, next, false));
        }
    }

    private static boolean hasNoExchange(Cluster cluster, ClusterJob job)
            throws ClusterException, InterruptedException {
        try {
            return JobFacts.read(cluster.parameters(job.id()))
                    .filter(facts -> facts.exchange().equals(Exchange.NONE))
                    .isPresent();
        } catch (IllegalArgumentException e) {
            // Built by a newer dbus, which this one need not understand to rescale it.
            return false;
        }
    }
}
