package io.dbus.job.cli;

import io.dbus.job.cluster.CheckpointFolders;
import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.JobJars;
import io.dbus.job.cluster.Jobs;
import io.dbus.job.cluster.LatestState;
import io.dbus.job.cluster.Rescaling;
import io.dbus.job.cluster.Resumption;
import io.dbus.job.cluster.SavepointFolder;
import io.dbus.job.cluster.Slots;
import io.dbus.job.cluster.Submission;
import io.dbus.job.cluster.Submitter;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.graph.StateFit;
import io.dbus.job.pipeline.Pipeline;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.apache.flink.configuration.Configuration;
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
    private static final String LATEST = "latest";

    private final Console console;

    @Parameters(paramLabel = "FILE", description = "The pipeline file.")
    private Path file;

    @Mixin
    private ClusterChoice choice;

    @Option(
            names = "--from",
            paramLabel = "SAVEPOINT",
            description =
                    "The savepoint or checkpoint to go on from: a path that the cluster can read. 'latest' for the newest of the"
                            + " pipeline's last run: its savepoint, or its last checkpoint, as the cluster or the folder of checkpoints"
                            + " (execution.checkpointing.dir) knows it; where the cluster has forgotten the pipeline's jobs, the newest"
                            + " savepoint in the pipeline's folder of savepoints. What may be older than the last run is refused, since all"
                            + " that was delivered since would be delivered again: the message says which paths there are to name.")
    private Optional<String> from;

    @Option(
            names = "--savepoints",
            paramLabel = "FOLDER",
            description = "Where the savepoints of pipelines are, each pipeline's in a folder of its name;"
                    + " execution.checkpointing.savepoint-dir of Flink unless given.")
    private Optional<String> savepoints;

    @Option(
            names = "--drop-state",
            description = "With --from: drop the state of components and servers that are no longer in the file.")
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
            cluster.requireTakesJobs();
            refuseSecond(cluster, pipeline.name());
            if (!noPreflight && !Preflight.passes(pipeline, console.err())) {
                return ExitCode.FAILED;
            }
            Submitter submitter = new Submitter(cluster, console.loader());
            Submitter.Prepared job =
                    submitter.prepare(new Submission(pipeline, JobJars.ofThisProcess(console.environment())));
            String state = from.isEmpty() ? "" : state(cluster, pipeline, job, from.get());
            if (!state.isEmpty() && !fits(cluster, job, state)) {
                return ExitCode.FAILED;
            }
            Slots slots = cluster.slots();
            submitter.submit(job, state, dropState, console.secrets());
            console.out()
                    .println("submitted " + pipeline.name() + " as job " + job.id() + ", on "
                            + ClusterCommands.lanes(job.parallelism())
                            + (state.isEmpty() ? "" : ", from " + state));
            console.out().println("web UI at " + cluster.pageOf(job.id()));
            Rescaling.shortage(cluster.details(job.id()), job.parallelism(), slots)
                    .ifPresent(console.out()::println);
        }
        return ExitCode.DONE;
    }

    private String state(Cluster cluster, Pipeline pipeline, Submitter.Prepared job, String from)
            throws ClusterException, InterruptedException {
        if (!from.equals(LATEST)) {
            return from;
        }
        List<Configuration> files = new ArrayList<>(List.of(pipeline.settings().flink()));
        for (ClusterJob earlier : Jobs.of(cluster).named(pipeline.name())) {
            files.add(RunningFile.flink(console, cluster, earlier));
        }
        Resumption.Found latest = new Resumption(
                        cluster,
                        pipeline.name(),
                        CheckpointFolders.of(cluster, files),
                        SavepointFolder.find(
                                cluster,
                                pipeline.name(),
                                savepoints,
                                pipeline.settings().flink()),
                        Texts::ago)
                .find(job.operators());
        console.out()
                .println("the latest state is a " + latest.state().kind() + " made " + Texts.ago(latest.age()) + ": "
                        + latest.state().path());
        return latest.state().path();
    }

    /** Whether the job can take the state, as far as the cluster still knows whose it is; what it cannot is printed. */
    private boolean fits(Cluster cluster, Submitter.Prepared job, String state)
            throws ClusterException, InterruptedException {
        JobFacts next = job.facts();
        Optional<LatestState.Maker> maker = new LatestState(cluster, List.of()).maker(next.pipeline(), state);
        if (maker.isEmpty()) {
            return true;
        }
        List<String> problems = JobFacts.read(
                        cluster.parameters(maker.get().job().id()))
                .map(facts -> maker.get().savepoint()
                        ? StateFit.problems(facts, next, dropState)
                        : StateFit.problemsOfCheckpoint(
                                facts, next, dropState, maker.get().inFlight()))
                .orElse(List.of());
        problems.forEach(problem -> console.err().println(file + ": " + problem));
        return problems.isEmpty();
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
