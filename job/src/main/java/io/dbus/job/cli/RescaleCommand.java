package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.Jobs;
import io.dbus.job.cluster.Rescaling;
import io.dbus.job.graph.Exchange;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineException;
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
                        + " (jobmanager.scheduler: adaptive), else by a savepoint, as apply does it. With fewer free slots than that, the"
                        + " adaptive scheduler takes those that there are, which is no failure (exit code 0), and the others when they come;"
                        + " without it nothing is changed (exit code 1).")
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
            ClusterJob job = Jobs.of(cluster).running(name);
            JobDetailsInfo details = cluster.details(job.id());
            ClusterCommands.requireStarted(cluster, job, details);
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
                if (lacksExchange(cluster, job)) {
                    console.out()
                            .println(
                                    "it runs without an exchange, as was decided when it was submitted for fewer lanes, so the rows"
                                            + " of a server stay on one lane; dbus apply --force -p " + lanes
                                            + " FILE starts it with one");
                }
                int now = new Rescaling(cluster).rescale(job.id(), lanes, replace.timeout());
                console.out()
                        .println(job.name() + " runs on " + ClusterCommands.lanes(now)
                                + (now == lanes
                                        ? ""
                                        : ", and takes the others of the " + lanes
                                                + " by itself when there are slots: "
                                                + cluster.slots().words()));
                return ExitCode.DONE;
            }
            cluster.requireTakesJobs();
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

    /** Whether a job was submitted without an exchange, and with so many lanes would be submitted with one. */
    private boolean lacksExchange(Cluster cluster, ClusterJob job) throws ClusterException, InterruptedException {
        try {
            Optional<JobFacts> facts = JobFacts.read(cluster.parameters(job.id()));
            return facts.isPresent()
                    && facts.get().exchange().equals(Exchange.NONE)
                    && Exchange.of(
                                    console.reader(false)
                                            .read(RunningFile.NAME, facts.get().file()),
                                    lanes)
                            .keyed();
        } catch (IllegalArgumentException | PipelineException e) {
            // Built by a newer dbus, or of plugins that are not here, which this one need not understand to rescale it.
            return false;
        }
    }
}
