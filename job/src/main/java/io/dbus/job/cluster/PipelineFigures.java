package io.dbus.job.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.net.URLEncoder;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.jobgraph.JobVertexID;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.apache.flink.runtime.rest.messages.job.metrics.JobVertexMetricsHeaders;
import org.apache.flink.runtime.rest.messages.job.metrics.JobVertexMetricsMessageParameters;
import org.apache.flink.runtime.rest.messages.job.metrics.Metric;
import org.apache.flink.runtime.rest.messages.job.metrics.MetricsFilterParameter;

/** The figures of a running pipeline, by component, as they were a few seconds ago ({@code metrics.fetcher.update-interval}). */
public final class PipelineFigures {
    /** Of a request's path and query: Flink's server reads lines of 4096 characters. */
    private static final int QUERY_LIMIT = 3000;

    /** {@code 3.topics__Writer.numRecordsIn}: the subtask, the operator, the figure. */
    private static final Pattern ID = Pattern.compile("(\\d+)\\.([^.]+)\\.(.+)");

    private static final Pattern WANTED = Pattern.compile(
            "numRecords(In|Out)(PerSecond)?|dbus\\..*\\.(binlogFile|binlogPosition|gtidExecuted|commitLagMs|lastEventAgeMs|behindMs"
                    + "|rows|events|dropped|rejected|reconnects|latencyMs_median|latencyMs_p99)");

    private final List<Figure> figures;

    /** One figure of one subtask of a component. */
    private record Figure(String component, String operator, int subtask, String name, String value) {
        double number() {
            try {
                double number = Double.parseDouble(value);
                return Double.isFinite(number) ? number : 0;
            } catch (NumberFormatException e) {
                return 0;
            }
        }
    }

    private PipelineFigures(List<Figure> figures) {
        this.figures = List.copyOf(figures);
    }

    /** Those of a job that has some components. */
    public static PipelineFigures read(Cluster cluster, JobDetailsInfo job, Set<String> components)
            throws ClusterException, InterruptedException {
        requireNonNull(cluster, "cluster");
        List<Figure> figures = new ArrayList<>();
        for (JobDetailsInfo.JobVertexDetailsInfo vertex : job.getJobVertexInfos()) {
            Map<String, Figure> wanted = new TreeMap<>();
            for (Metric metric : metrics(cluster, job.getJobId(), vertex.getJobVertexID(), "")) {
                wanted(metric.getId(), components).ifPresent(figure -> wanted.put(metric.getId(), figure));
            }
            for (String query : queries(wanted.keySet())) {
                for (Metric metric : metrics(cluster, job.getJobId(), vertex.getJobVertexID(), query)) {
                    Figure figure = wanted.get(metric.getId());
                    if (figure != null && metric.getValue() != null) {
                        figures.add(new Figure(
                                figure.component(),
                                figure.operator(),
                                figure.subtask(),
                                figure.name(),
                                metric.getValue()));
                    }
                }
            }
        }
        return new PipelineFigures(figures);
    }

    private static Iterable<Metric> metrics(Cluster cluster, JobID job, JobVertexID vertex, String query)
            throws ClusterException, InterruptedException {
        JobVertexMetricsMessageParameters parameters =
                JobVertexMetricsHeaders.getInstance().getUnresolvedMessageParameters();
        parameters.jobPathParameter.resolve(job);
        parameters.jobVertexIdPathParameter.resolve(vertex);
        if (!query.isEmpty()) {
            ((MetricsFilterParameter) parameters.getQueryParameters().iterator().next()).resolve(List.of(query));
        }
        return cluster.ask(JobVertexMetricsHeaders.getInstance(), parameters).getMetrics();
    }

    private static List<String> queries(Set<String> ids) {
        List<String> queries = new ArrayList<>();
        StringBuilder query = new StringBuilder();
        for (String id : ids) {
            String encoded = URLEncoder.encode(id, UTF_8);
            if (query.length() > 0 && query.length() + encoded.length() >= QUERY_LIMIT) {
                queries.add(query.toString());
                query.setLength(0);
            }
            query.append(query.length() == 0 ? "" : ",").append(encoded);
        }
        if (query.length() > 0) {
            queries.add(query.toString());
        }
        return queries;
    }

    private static Optional<Figure> wanted(String id, Set<String> components) {
        Matcher matcher = ID.matcher(id);
        if (!matcher.matches() || !WANTED.matcher(matcher.group(3)).matches()) {
            return Optional.empty();
        }
        String operator = matcher.group(2);
        String name = matcher.group(3);
        return owner(operator, name, components)
                .map(component -> new Figure(
                        component, operator, Integer.parseInt(matcher.group(1)), withoutGroup(name, component), ""));
    }

    /** Figures of dbus name their component; Flink's own are those of the operators that Flink makes of one. */
    private static Optional<String> owner(String operator, String name, Set<String> components) {
        if (name.startsWith("dbus.")) {
            String component = name.split("\\.", 3)[1];
            return components.contains(component) ? Optional.of(component) : Optional.empty();
        }
        return components.stream()
                .filter(component -> operator.equals(component)
                        || operator.equals("Source__" + component)
                        || operator.equals(component + "__Writer"))
                .findFirst();
    }

    private static String withoutGroup(String name, String component) {
        String group = "dbus." + component + ".";
        return name.startsWith(group) ? name.substring(group.length()) : name;
    }

    /** Whether a component has told anything. */
    public boolean knows(String component) {
        return figures.stream().anyMatch(figure -> figure.component().equals(component));
    }

    /** The sum of a figure over all subtasks. */
    public double sum(String component, String name) {
        return sum(component, figure -> figure.equals(name));
    }

    /** The sum of the figures of such names over all subtasks. */
    public double sum(String component, Predicate<String> names) {
        return of(component, names).stream().mapToDouble(Figure::number).sum();
    }

    /** The largest of a figure over all subtasks; empty when there is none that was set. */
    public Optional<Double> largest(String component, String name) {
        return of(component, name::equals).stream()
                .map(Figure::number)
                .filter(number -> number >= 0)
                .max(Comparator.naturalOrder());
    }

    /** How many events a component dropped or rejected, by reason; {@code what} is which of the two. Those of none are left out. */
    public Map<String, Long> byReason(String component, String what) {
        Map<String, Long> reasons = new TreeMap<>();
        for (Figure figure : of(component, name -> name.startsWith("reason.") && name.endsWith("." + what))) {
            String reason =
                    figure.name().substring("reason.".length(), figure.name().length() - what.length() - 1);
            reasons.merge(reason, (long) figure.number(), Long::sum);
        }
        reasons.values().removeIf(count -> count == 0);
        return reasons;
    }

    /** The servers that a source reads, by name. */
    public List<Server> servers(String component) {
        Map<String, Map<Integer, Map<String, Figure>>> all = new HashMap<>();
        for (Figure figure : of(component, name -> name.startsWith("server."))) {
            int end = figure.name().indexOf('.', "server.".length());
            String server = figure.name().substring("server.".length(), end);
            all.computeIfAbsent(server, s -> new HashMap<>())
                    .computeIfAbsent(figure.subtask(), s -> new HashMap<>())
                    .put(figure.name().substring(end + 1), figure);
        }
        List<Server> servers = new ArrayList<>();
        for (String name : new TreeSet<>(all.keySet())) {
            // A split that moved has left its figures where it was, and they age.
            Map<String, Figure> newest = all.get(name).values().stream()
                    .min(Comparator.comparing(subtask -> age(subtask.get("lastEventAgeMs"))))
                    .orElseThrow();
            double rows = all.get(name).values().stream()
                    .flatMap(subtask -> subtask.values().stream())
                    .filter(figure -> figure.name().endsWith(".rows"))
                    .mapToDouble(Figure::number)
                    .sum();
            servers.add(new Server(
                    name,
                    (long) rows,
                    number(newest.get("commitLagMs")),
                    number(newest.get("lastEventAgeMs")),
                    text(newest.get("binlogFile")),
                    number(newest.get("binlogPosition")),
                    text(newest.get("gtidExecuted"))));
        }
        return servers;
    }

    /**
     * A server of a source.
     *
     * @param name as the pipeline file names it
     * @param rows how many rows went out since the job last started
     * @param lagMillis from commit to reading of the last row
     * @param silentMillis how long ago the server sent anything; -1 before the first time
     * @param file the binlog file that is read; empty before the first
     * @param position where in it
     * @param gtids what was read; empty where the server has none
     */
    public record Server(
            String name, long rows, long lagMillis, long silentMillis, String file, long position, String gtids) {}

    private List<Figure> of(String component, Predicate<String> names) {
        return figures.stream()
                .filter(figure -> figure.component().equals(component) && names.test(figure.name()))
                .toList();
    }

    private static double age(Figure lastEvent) {
        return lastEvent == null || lastEvent.number() < 0 ? Double.MAX_VALUE : lastEvent.number();
    }

    private static long number(Figure figure) {
        return figure == null ? 0 : (long) figure.number();
    }

    private static String text(Figure figure) {
        return figure == null ? "" : figure.value();
    }
}
