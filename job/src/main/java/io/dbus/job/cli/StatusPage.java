package io.dbus.job.cli;

import static java.util.stream.Collectors.joining;

import io.dbus.job.cluster.Cluster;
import io.dbus.job.cluster.ClusterException;
import io.dbus.job.cluster.ClusterJob;
import io.dbus.job.cluster.JobFailures;
import io.dbus.job.cluster.LatestState;
import io.dbus.job.cluster.PipelineFigures;
import io.dbus.job.cluster.Progress;
import io.dbus.job.graph.ComponentFacts;
import io.dbus.job.graph.JobFacts;
import io.dbus.job.pipeline.Secrets;
import java.io.PrintStream;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
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
    private final Optional<LatestState.State> state;
    private final List<JobFailures.Failure> failures;
    private final Instant now;

    private StatusPage(Cluster cluster, ClusterJob job, Secrets secrets) throws ClusterException, InterruptedException {
        this.cluster = cluster;
        this.job = job;
        this.details = cluster.details(job.id());
        this.progress = Progress.of(details);
        this.facts = JobFacts.read(cluster.parameters(job.id()));
        this.figures = PipelineFigures.read(
                cluster,
                details,
                components().stream().map(ComponentFacts::name).collect(Collectors.toSet()));
        LatestState states = new LatestState(cluster);
        this.checkpoints = states.statistics(job.id());
        this.state = states.known(job.id());
        this.failures = new JobFailures(cluster, secrets).of(job.id());
        // The cluster's clock, by which all of its times are.
        this.now = Instant.ofEpochMilli(details.getNow());
    }

    /** Asks the cluster for all of it. */
    static StatusPage read(Cluster cluster, ClusterJob job, Secrets secrets)
            throws ClusterException, InterruptedException {
        return new StatusPage(cluster, job, secrets);
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
        if (progress.tasks() > 0) {
            head.row("  runs on", placement());
        }
        head.row("  checkpoint", checkpoint());
        state.filter(LatestState.State::savepoint)
                .ifPresent(last -> head.row("  savepoint", ago(last.made()) + ", " + last.path()));
        if (job.isOver()) {
            state.filter(last -> !last.savepoint())
                    .ifPresent(last -> head.row("  kept", ago(last.made()) + ", " + last.path()));
        }
        head.row("  failures", failures());
        head.print(out, "");
        if (job.isOver()) {
            return;
        }
        if (facts.isEmpty()) {
            out.println();
            out.println("The job does not tell of components: dbus did not build it, or an older one did.");
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
        return parallelism + (parallelism == 1 ? " lane" : " lanes") + " of at most " + details.getMaxParallelism()
                + facts.map(f -> ", exchange " + f.exchange() + ", dbus " + f.version())
                        .orElse("");
    }

    private String checkpoint() {
        if (checkpoints.isEmpty()) {
            return "none, they are switched off";
        }
        CheckpointingStatistics.Counts counts = checkpoints.get().getCounts();
        String failed =
                counts.getNumberFailedCheckpoints() == 0 ? "" : "; " + counts.getNumberFailedCheckpoints() + " failed";
        var last = checkpoints.get().getLatestCheckpoints().getCompletedCheckpointStatistics();
        if (last == null) {
            return "none yet" + failed;
        }
        return "number " + last.getId() + ", " + ago(Instant.ofEpochMilli(last.getLatestAckTimestamp())) + ", took "
                + Texts.time(Duration.ofMillis(last.getDuration())) + ", " + Texts.bytes(last.getStateSize()) + failed;
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
