package io.dbus.job.cli;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.JobJars;
import io.dbus.job.cluster.Replacement;
import io.dbus.job.cluster.Rescaling;
import io.dbus.job.cluster.SavepointFolder;
import io.dbus.job.cluster.Submission;
import io.dbus.job.cluster.Submitter;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.graph.StateFit;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.job.pipeline.PipelineException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of commands that put a job in the place of another, and the doing. */
final class ReplaceOptions {
    @Option(
            names = "--previous",
            paramLabel = "FILE",
            description =
                    "The file that runs now, to go back to. Without it, what the running job tells of its file, which cannot be"
                            + " taken when secrets stand in it as they are: passwords belong in $${env:...} or $${file:...}.")
    private Optional<Path> previous;

    @Option(
            names = "--no-way-back",
            description =
                    "Go on although there is no file to go back to; a new job that does not work is left as it is.")
    private boolean noWayBack;

    @Option(
            names = "--savepoints",
            paramLabel = "FOLDER",
            description =
                    "Where savepoints go, each pipeline's in a folder of its name: a path that all machines of the cluster can"
                            + " reach. execution.checkpointing.savepoint-dir of Flink unless given.")
    private Optional<String> savepoints;

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "10m",
            converter = TimeConverter.class,
            description =
                    "How long the savepoint may take, and how long the new job may take to its first checkpoint, such as 90s or"
                            + " 30m; 10m unless given.")
    private Duration timeout;

    /**
     * What is to change.
     *
     * @param running the job that runs
     * @param facts what it tells of itself
     * @param lanes the lanes that it has
     * @param next what is to run
     * @param dropState whether state that it does not take may be dropped
     */
    record Change(ClusterJob running, JobFacts facts, int lanes, Pipeline next, boolean dropState) {}

    /** How long a step may take. */
    Duration timeout() {
        return timeout;
    }

    int run(CommandSpec spec, Console console, Cluster cluster, Change change) throws Exception {
        Submitter submitter = new Submitter(cluster, console.loader());
        List<Path> jars = JobJars.ofThisProcess(console.environment());
        Submitter.Prepared next = submitter.prepare(new Submission(change.next(), jars));
        List<String> misfits = StateFit.problems(change.facts(), next.facts(), change.dropState());
        if (!misfits.isEmpty()) {
            misfits.forEach(problem -> console.err().println(change.next().file() + ": " + problem));
            console.err()
                    .println("dbus: nothing was changed: " + change.running().name() + " runs on as job "
                            + change.running().id());
            return ExitCode.FAILED;
        }
        Optional<String> lacks =
                new Rescaling(cluster).lacks(cluster.details(change.running().id()), next.parallelism());
        if (lacks.isPresent()) {
            throw new ClusterException(lacks.get() + "; nothing was changed");
        }
        Optional<Submitter.Prepared> old = Optional.empty();
        if (!noWayBack) {
            Pipeline file = file(
                            spec,
                            console,
                            change.running(),
                            change.facts(),
                            "there would be no way back",
                            ", or go without by --no-way-back")
                    .withParallelism(change.lanes());
            old = Optional.of(submitter.prepare(new Submission(file, jars)));
        }
        String folder = SavepointFolder.of(
                cluster,
                change.running().name(),
                savepoints,
                change.next().settings().flink());
        Interrupts.onFirst(() -> console.err()
                .println("dbus: half of it is done; Ctrl-C again ends at once and leaves it so. Savepoints are in "
                        + folder));
        Replacement.Outcome outcome = new Replacement(
                        cluster, submitter, console.secrets(), timeout, console.out()::println)
                .replace(change.running(), folder, next, change.dropState(), old);
        if (outcome instanceof Replacement.Outcome.WentBack back) {
            console.err().println("dbus: the new one does not work: " + back.reason());
            console.err().println("dbus: went back: the old file runs again as job " + back.job());
            return ExitCode.FAILED;
        }
        console.out()
                .println(change.next().name() + " works as job " + outcome.job()
                        + ": all tasks run and a checkpoint is complete");
        return ExitCode.DONE;
    }

    /** The file that runs, to start again. */
    Pipeline old(CommandSpec spec, Console console, ClusterJob running, JobFacts facts) throws Exception {
        return file(spec, console, running, facts, "the job cannot be started again", "");
    }

    /** The file that runs; {@code without} and {@code cure} say what it means if there is none, and what can be done beside naming it. */
    private Pipeline file(
            CommandSpec spec, Console console, ClusterJob running, JobFacts facts, String without, String cure)
            throws Exception {
        Pipeline old;
        if (previous.isPresent()) {
            PipelineFile.requireReadable(spec, previous.get());
            old = console.reader(true).read(previous.get());
        } else if (!facts.fileIsWhole()) {
            throw new ClusterException(without + ": the running job does not tell its whole file, in which secrets"
                    + " stand as they are; name the file with --previous" + cure);
        } else {
            try {
                old = console.reader(true).read(RunningFile.NAME, facts.file());
            } catch (PipelineException e) {
                throw new ClusterException(
                        without + ": the file of the running job cannot be read here: "
                                + e.findings().get(0) + "; name one with --previous" + cure,
                        e);
            }
        }
        if (!old.name().equals(running.name())) {
            throw new ParameterException(
                    spec.commandLine(),
                    "--previous names a file of the pipeline " + old.name() + ", and it is " + running.name()
                            + " that runs");
        }
        return old;
    }
}
