package io.dbus.job.cli;

import static java.util.stream.Collectors.joining;

import io.dbus.job.cluster.CheckpointFolders;
import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.JobFailures;
import io.dbus.job.cluster.LatestState;
import io.dbus.job.cluster.PipelineFigures;
import io.dbus.job.cluster.Progress;
import io.dbus.job.cluster.Rescaling;
import io.dbus.job.cluster.Slots;
import io.dbus.job.graph.ComponentFacts;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.pipeline.Secrets;
import io.dbus.plugin.KeptState;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;

/** How a pipeline is doing, on a page. */
final class StatusPage {
    private final Cluster cluster;
    private final ClusterJob job;
    private final JobDetailsInfo details;
    private final Progress progress;
    private final Optional<JobFacts> facts;
    private final PipelineFigures figures;
    private final Optional<CheckpointingStatistics> checkpoints;
    private final LatestState.Left left;
    private final int wantedLanes;
    private final Slots slots;
    private final List<JobFailures.Failure> failures;
    private final Secrets secrets;
    private final Instant now;

    private StatusPage(Cluster cluster, ClusterJob job, Console console) throws ClusterException, InterruptedException {
        Map<String, String> parameters = cluster.parameters(job.id());
        this.cluster = cluster;
        this.job = job;
        this.details = cluster.details(job.id());
        this.progress = Progress.of(details);
        this.facts = JobFacts.read(parameters);
        this.figures = PipelineFigures.read(
                cluster,
                details,
                components().stream().map(ComponentFacts::name).collect(Collectors.toSet()));
        this.checkpoints = cluster.checkpoints(job.id());
        this.left = new LatestState(
                        cluster, CheckpointFolders.of(cluster, List.of(RunningFile.flink(console, parameters))))
                .left(job);
        this.wantedLanes = job.isOver() ? 0 : new Rescaling(cluster).wantedLanes(details);
        this.slots = cluster.slots();
        this.secrets = console.secrets();
        this.failures = new JobFailures(cluster, secrets).of(job.id());
        // The cluster's clock, by which all of its times are.
        this.now = Instant.ofEpochMilli(details.getNow());
    }

    /** Asks the cluster for all of it. */
    static StatusPage read(Cluster cluster, ClusterJob job, Console console)
            throws ClusterException, InterruptedException {
        return new StatusPage(cluster, job, console);
    }

    /** Whether all tasks of the job run. */
    boolean runs() {
        return progress.runs();
    }

    private List<ComponentFacts> components() {
        return facts.map(JobFacts::components).orElse(List.of());
    }

    void print(PrintStream out, boolean gtids) {
        TextTable head = new TextTable("", "").headless();
        head.row(job.name(), headline());
        head.row("  job", job.id() + ", " + cluster.pageOf(job.id()));
        if (job.isOver()) {
            over(head);
            head.print(out, "");
            return;
        }
        if (progress.running() > 0) {
            head.row("  runs on", placement());
        }
        if (waitsForSlots()) {
            head.row(
                    "  waits for",
                    "slots: it takes " + wantedLanes + ", and " + slots.words()
                            + (slots.onDemand() ? "" : "; it runs once there are enough TaskManagers"));
        }
        head.row("  checkpoint", checkpoint());
        if (left instanceof LatestState.Left.Kept kept && kept.state().savepoint()) {
            head.row(
                    "  savepoint",
                    ago(kept.state().made()) + ", " + kept.state().path());
        }
        head.row("  failures", failures());
        head.print(out, "");
        if (facts.isEmpty()) {
            out.println();
            out.println(
                    job.state() == JobStatus.CREATED || job.state() == JobStatus.INITIALIZING
                            ? "The cluster tells of its components once it runs."
                            : "The job does not tell of components: dbus did not build it, or an older one did.");
        } else {
            out.println();
            table().print(out, "");
            TextTable read = gtids();
            if (gtids && !read.isEmpty()) {
                out.println();
                read.print(out, "");
            }
        }
    }

    /** Of a job that has ended: why, what it has left, and how to go on. */
    private void over(TextTable head) {
        if (job.state() == JobStatus.FAILED) {
            head.row(
                    "  reason",
                    failures.isEmpty()
                            ? "the cluster does not tell"
                            : failures.get(0).reason());
            if (failures.size() > 1) {
                head.row("  failures", failures());
            }
        }
        if (left instanceof LatestState.Left.Kept kept) {
            LatestState.State state = kept.state();
            head.row("  " + state.kind(), ago(state.made()) + ", " + state.path());
            head.row("  go on by", "./dbus submit FILE --from " + state.path());
        } else if (left instanceof LatestState.Left.Unknown unknown) {
            head.row("  state", unknown.why());
            head.row("  go on by", unknown.cure());
        } else {
            head.row("  state", "none: it came to no checkpoint, and has delivered nothing for good");
            head.row(
                    "  go on by",
                    "./dbus submit FILE --from latest, where the run before it stopped; without, it starts anew");
        }
    }

    /** Tasks that are scheduled have no slot yet; the adaptive scheduler creates none before it has slots. */
    private boolean waitsForSlots() {
        boolean without = job.state() == JobStatus.CREATED
                || details.getJobVertexInfos().stream()
                        .anyMatch(vertex -> vertex.getTasksPerState().getOrDefault(ExecutionState.SCHEDULED, 0) > 0);
        return without && slots.free() < (Rescaling.isPossible(details) ? 1 : wantedLanes);
    }

    private String headline() {
        String word = job.state().name().toLowerCase(Locale.ROOT);
        return job.isOver()
                ? word + " " + ago(job.ended())
                : word + " for " + Texts.time(Duration.between(job.started(), now)) + ", " + progress.running() + " of "
                        + progress.tasks() + " tasks run";
    }

    private String placement() {
        int parallelism = details.getJobVertexInfos().stream()
                .mapToInt(JobDetailsInfo.JobVertexDetailsInfo::getParallelism)
                .max()
                .orElse(0);
        return (wantedLanes > parallelism
                        ? parallelism + " of its " + wantedLanes + " lanes for want of slots"
                        : ClusterCommands.lanes(parallelism))
                + (details.getMaxParallelism() > 0 ? ", at most " + details.getMaxParallelism() : "")
                + facts.map(f -> ", exchange " + f.exchange() + ", dbus " + f.version())
                        .orElse("");
    }

    private String checkpoint() {
        if (checkpoints.isEmpty()) {
            return "none, they are switched off";
        }
        String failed = notCompleted();
        var last = checkpoints.get().getLatestCheckpoints().getCompletedCheckpointStatistics();
        if (last == null) {
            return (left instanceof LatestState.Left.Kept kept
                            ? ago(kept.state().made()) + ", " + kept.state().path()
                            : "none yet")
                    + failed;
        }
        return "number " + last.getId() + ", " + ago(Instant.ofEpochMilli(last.getLatestAckTimestamp())) + ", took "
                + Texts.time(Duration.ofMillis(last.getDuration())) + ", " + Texts.bytes(last.getStateSize()) + failed;
    }

    /** Not called failures: the job goes on, and those that are asked for while tasks start are refused as a rule. */
    private String notCompleted() {
        long number = checkpoints.get().getCounts().getNumberFailedCheckpoints();
        var last = checkpoints.get().getLatestCheckpoints().getFailedCheckpointStatistics();
        return number == 0
                ? ""
                : "; " + number + " not completed"
                        + (last == null
                                ? ""
                                : ", the last " + ago(Instant.ofEpochMilli(last.getFailureTimestamp()))
                                        + (last.getFailureMessage() == null
                                                ? ""
                                                : " (" + secrets.redact(last.getFailureMessage()) + ")"));
    }

    private String failures() {
        return failures.isEmpty()
                ? "none"
                : failures.size() + ", the last " + ago(failures.get(0).when()) + ": "
                        + failures.get(0).reason();
    }

    private String ago(Instant when) {
        return Texts.ago(Duration.between(when, now));
    }

    /** All components in one table, so that what is alike stands in one column. */
    private TextTable table() {
        TextTable table = new TextTable("sources", "rows/s", "rows", "lag", "position").right(1, 2, 3);
        each("source").forEach(source -> source(table, source));
        if (!each("operator").isEmpty()) {
            table.row("", "", "", "", "");
            table.row("operators", "in/s", "in", "out/s", "");
            each("operator")
                    .forEach(operator -> table.row(
                            "  " + operator.name(),
                            rate(operator, "numRecordsInPerSecond"),
                            count(operator, "numRecordsIn"),
                            rate(operator, "numRecordsOutPerSecond"),
                            reasons(operator)));
        }
        table.row("", "", "", "", "");
        table.row("sinks", "in/s", "in", "latency", "");
        each("sink")
                .forEach(sink -> table.row(
                        "  " + sink.name(),
                        rate(sink, "numRecordsInPerSecond"),
                        count(sink, "numRecordsIn"),
                        millis(figures.largest(sink.name(), "latencyMs_median")),
                        joined(
                                figures.largest(sink.name(), "latencyMs_p99")
                                        .map(p99 -> "p99 " + millis(Optional.of(p99)))
                                        .orElse(""),
                                reasons(sink))));
        return table;
    }

    private void source(TextTable table, ComponentFacts source) {
        List<PipelineFigures.Server> servers = figures.servers(source.name());
        table.row(
                "  " + source.name(),
                rate(source, "numRecordsOutPerSecond"),
                count(source, "numRecordsOut"),
                millis(figures.largest(source.name(), "behindMs")),
                reasons(source));
        for (PipelineFigures.Server server : servers) {
            boolean read = !server.file().isEmpty();
            table.row(
                    "    " + server.name(),
                    "",
                    read ? Texts.count(server.rows()) : "-",
                    read ? millis(Optional.of((double) server.lagMillis())) : "-",
                    read
                            ? server.file() + ":" + server.position() + ", heard "
                                    + Texts.ago(Duration.ofMillis(server.silentMillis()))
                            : "not read yet");
        }
        Set<String> told = servers.stream().map(PipelineFigures.Server::name).collect(Collectors.toSet());
        // As the parts of its state are named; one that could not be asked for its position is given to no reader yet.
        source.state().map(KeptState::parts).orElse(List.of()).stream()
                .filter(server -> !told.contains(server))
                .forEach(server -> table.row(
                        "    " + server,
                        "",
                        "-",
                        "-",
                        "not reached yet; the JobManager's log says why, if it stays so"));
    }

    private TextTable gtids() {
        TextTable table = new TextTable("server", "GTIDs read");
        for (ComponentFacts source : each("source")) {
            for (PipelineFigures.Server server : figures.servers(source.name())) {
                table.row(server.name(), server.gtids().isEmpty() ? "none" : server.gtids());
            }
        }
        return table;
    }

    private List<ComponentFacts> each(String kind) {
        return components().stream()
                .filter(component -> component.kind().equals(kind))
                .toList();
    }

    private String rate(ComponentFacts component, String figure) {
        return figures.knows(component.name()) ? Texts.count(figures.sum(component.name(), figure)) : "-";
    }

    private String count(ComponentFacts component, String figure) {
        return rate(component, figure);
    }

    private static String millis(Optional<Double> millis) {
        return millis.map(value -> Texts.time(Duration.ofMillis(value.longValue())))
                .orElse("");
    }

    /** "dropped 12 condition; rejected 3 undecodable-value". */
    private String reasons(ComponentFacts component) {
        List<String> words = new ArrayList<>();
        for (String what : List.of("dropped", "rejected")) {
            Map<String, Long> reasons = figures.byReason(component.name(), what);
            if (!reasons.isEmpty()) {
                words.add(what + " "
                        + reasons.entrySet().stream()
                                .map(reason -> Texts.count(reason.getValue()) + " " + reason.getKey())
                                .collect(joining(", ")));
            }
        }
        return String.join("; ", words);
    }

    private static String joined(String first, String second) {
        return first.isEmpty() || second.isEmpty() ? first + second : first + "; " + second;
    }
}
