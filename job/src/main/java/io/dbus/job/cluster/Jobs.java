package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;

import io.dbus.job.pipeline.Suggestion;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/** The jobs of a cluster, by the names of their pipelines. */
public final class Jobs {
    private final String url;
    private final List<ClusterJob> all;

    Jobs(String url, List<ClusterJob> all) {
        this.url = url;
        this.all = List.copyOf(all);
    }

    /** As they are now. */
    public static Jobs of(Cluster cluster) throws ClusterException, InterruptedException {
        requireNonNull(cluster, "cluster");
        return new Jobs(cluster.url(), cluster.jobs());
    }

    /** Newest first. */
    public List<ClusterJob> all() {
        return all;
    }

    /** Those of a name, newest first. */
    public List<ClusterJob> named(String name) {
        return all.stream().filter(job -> job.name().equals(name)).toList();
    }

    /**
     * The job of a name that runs.
     *
     * @throws ClusterException when there are several
     */
    public Optional<ClusterJob> findRunning(String name) throws ClusterException {
        List<ClusterJob> running =
                named(name).stream().filter(job -> !job.isOver()).toList();
        if (running.size() > 1) {
            throw new ClusterException(
                    running.size() + " jobs of the name " + name + " run on the Flink cluster at " + url
                            + ", and would overwrite each other's work: "
                            + running.stream().map(job -> job.id().toString()).collect(joining(", "))
                            + "; name one by its id, and cancel or stop the other");
        }
        return running.stream().findFirst();
    }

    /**
     * The job that runs under a name, or has that id.
     *
     * @throws UnknownJobException when there is none; its message has the nearest name
     * @throws ClusterException when there are several of the name
     */
    public ClusterJob running(String nameOrId) throws ClusterException {
        Optional<ClusterJob> byId = withId(nameOrId).filter(job -> !job.isOver());
        Optional<ClusterJob> found = byId.isPresent() ? byId : findRunning(nameOrId);
        return found.orElseThrow(() -> unknown(nameOrId, true));
    }

    /**
     * The job that runs under a name, else the last one that did; or the one that has that id.
     *
     * @throws UnknownJobException when there is none; its message has the nearest name
     * @throws ClusterException when several of the name run
     */
    public ClusterJob last(String nameOrId) throws ClusterException {
        Optional<ClusterJob> byId = withId(nameOrId);
        if (byId.isPresent()) {
            return byId.get();
        }
        Optional<ClusterJob> running = findRunning(nameOrId);
        return running.or(() -> named(nameOrId).stream().findFirst()).orElseThrow(() -> unknown(nameOrId, false));
    }

    private Optional<ClusterJob> withId(String id) {
        return all.stream().filter(job -> job.id().toString().equals(id)).findFirst();
    }

    private UnknownJobException unknown(String wrong, boolean running) {
        Set<String> names = all.stream()
                .filter(job -> !running || !job.isOver())
                .map(ClusterJob::name)
                .collect(Collectors.toCollection(TreeSet::new));
        String hint = Suggestion.nearest(wrong, names)
                .map(near -> "; did you mean '" + near + "'?")
                .orElseGet(() -> names.isEmpty()
                        ? "; nothing runs there"
                        : "; there " + (names.size() == 1 ? "is " : "are ") + String.join(", ", names));
        String ended = running && !named(wrong).isEmpty()
                ? " (the last one is " + named(wrong).get(0).state().name().toLowerCase(Locale.ROOT) + ")"
                : "";
        return new UnknownJobException(
                "no pipeline '" + wrong + "' runs on the Flink cluster at " + url + ended + hint);
    }
}
