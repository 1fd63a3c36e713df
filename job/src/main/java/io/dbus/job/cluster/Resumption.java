package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static java.util.stream.Collectors.toSet;

import java.io.FileNotFoundException;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.jobgraph.OperatorID;

/**
 * Where a pipeline goes on: at the newest state of its last run, and never in silence at one that is older, from which Kafka would
 * get changes again.
 *
 * <p>The jobs that the cluster knows are asked, the last one first; one that came to no checkpoint is passed over. Where the cluster has forgotten them all, the newest
 * savepoint in the pipeline's folder is taken, unless the folder of checkpoints has a later one, of a job that the cluster does not know, which could be of this pipeline:
 * no checkpoint tells the name of its pipeline, but it does tell its components.
 */
public final class Resumption {
    private final Cluster cluster;
    private final String pipeline;
    private final List<String> checkpoints;
    private final Optional<String> savepoints;
    private final Function<Duration, String> ago;

    /**
     * That of a pipeline.
     *
     * @param checkpoints the folders of checkpoints
     * @param savepoints the pipeline's folder of savepoints; empty when nobody says
     * @param ago how an age is written
     */
    public Resumption(
            Cluster cluster,
            String pipeline,
            List<String> checkpoints,
            Optional<String> savepoints,
            Function<Duration, String> ago) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.checkpoints = List.copyOf(checkpoints);
        this.savepoints = requireNonNull(savepoints, "savepoints");
        this.ago = requireNonNull(ago, "ago");
    }

    /**
     * A state, and its age by the clock that has made it as far as that is known.
     *
     * @param state the state
     * @param age how old it is
     */
    public record Found(LatestState.State state, Duration age) {}

    /**
     * The state to go on from.
     *
     * @param components what the job that is to go on calls its operators
     * @throws ClusterException when there is none, or what there is may be older than the last run; the message says what to name
     */
    public Found find(Set<OperatorID> components) throws ClusterException, InterruptedException {
        LatestState states = new LatestState(cluster, checkpoints);
        List<ClusterJob> jobs = cluster.jobs();
        Instant now = now(jobs);
        for (ClusterJob job : jobs) {
            if (!job.name().equals(pipeline)) {
                continue;
            }
            LatestState.Left left = states.left(job);
            if (left instanceof LatestState.Left.Kept kept) {
                return new Found(kept.state(), Duration.between(kept.state().made(), now));
            } else if (left instanceof LatestState.Left.Unknown unknown) {
                throw new ClusterException("the last run of " + pipeline + ", job " + job.id() + ", "
                        + job.state().name().toLowerCase(Locale.ROOT) + " " + ago(job.ended(), now)
                        + ", left nothing to go on from that is known: " + unknown.why() + "; " + unknown.cure()
                        + older(states, jobs, job, now));
            }
        }
        return inFolders(jobs, components, now);
    }

    /** The cluster's clock, by which the times of its jobs are; without a job only this machine's is to be had. */
    private Instant now(List<ClusterJob> jobs) throws ClusterException, InterruptedException {
        return jobs.isEmpty() ? Instant.now() : cluster.now(jobs.get(0));
    }

    private String ago(Instant then, Instant now) {
        return ago.apply(Duration.between(then, now));
    }

    /** The way to an older state for whoever wants it all the same. */
    private String older(LatestState states, List<ClusterJob> jobs, ClusterJob last, Instant now)
            throws ClusterException, InterruptedException {
        List<LatestState.State> all = new ArrayList<>();
        for (ClusterJob job : jobs) {
            if (job.name().equals(pipeline)) {
                states.savepoint(job.id()).ifPresent(all::add);
                if (!job.id().equals(last.id())) {
                    states.known(job).ifPresent(all::add);
                }
            }
        }
        try {
            if (savepoints.isPresent()) {
                all.addAll(cluster.stateFiles().savepoints(savepoints.get()));
            }
        } catch (IOException e) {
            // The refusal must come out without it too.
            return "";
        }
        return newest(all)
                .map(state -> "; the " + state.kind() + " made " + ago(state.made(), now)
                        + " is older, and what was delivered since would be delivered again: --from " + state.path())
                .orElse("");
    }

    private Found inFolders(List<ClusterJob> jobs, Set<OperatorID> components, Instant now)
            throws ClusterException, InterruptedException {
        StateFiles files = cluster.stateFiles();
        Optional<LatestState.State> savepoint = newestSavepoint(files);
        List<LatestState.State> later = new ArrayList<>();
        for (String folder : checkpoints) {
            try {
                later.addAll(strangers(files, folder, jobs, components, savepoint));
            } catch (IOException e) {
                String why = "cannot look for later checkpoints in " + folder + " (" + LatestState.reason(e) + ")";
                throw new ClusterException(blind(why, savepoint, now), e);
            }
        }
        if (!later.isEmpty()) {
            later.sort(Comparator.comparing(LatestState.State::made).reversed());
            throw new ClusterException("the Flink cluster at " + cluster.url() + " knows no job of " + pipeline
                    + " any more, and a checkpoint does not tell its pipeline; of this one may be "
                    + later.stream()
                            .limit(5)
                            .map(state -> state.path() + ", made " + ago(state.made(), now))
                            .collect(joining("; "))
                    + "; name the right one with --from"
                    + savepoint
                            .map(state -> ", or, if none is, the savepoint made " + ago(state.made(), now) + ", --from "
                                    + state.path())
                            .orElse(", or submit without if none is"));
        }
        LatestState.State state = savepoint.orElseThrow(() -> new ClusterException(
                "the Flink cluster at " + cluster.url() + " knows no savepoint and no kept checkpoint of " + pipeline
                        + savepoints
                                .map(folder -> ", and there is none in " + folder + ", as far as this machine can see")
                                .orElse(", and nobody says where savepoints are (--savepoints)")
                        + "; name one, or submit without --from"));
        return new Found(state, Duration.between(state.made(), now));
    }

    private String blind(String why, Optional<LatestState.State> savepoint, Instant now) {
        return "whether " + pipeline + " has run since is not known: the Flink cluster at " + cluster.url()
                + " knows no job of it, and this machine " + why
                + savepoint
                        .map(state -> "; the savepoint made " + ago(state.made(), now) + " is taken by --from "
                                + state.path())
                        .orElse("; name a savepoint or checkpoint, or submit without --from");
    }

    private Optional<LatestState.State> newestSavepoint(StateFiles files) throws ClusterException {
        if (savepoints.isEmpty()) {
            return Optional.empty();
        }
        try {
            return newest(files.savepoints(savepoints.get()));
        } catch (IOException e) {
            throw new ClusterException(
                    "the Flink cluster at " + cluster.url() + " knows no savepoint and no kept checkpoint of "
                            + pipeline + ", and this machine cannot look into " + savepoints.get() + " ("
                            + LatestState.reason(e) + "); name one with --from",
                    e);
        }
    }

    /** The newest checkpoint of each job that the cluster does not know, if it is later than the savepoint and has state of one of the components. */
    private List<LatestState.State> strangers(
            StateFiles files,
            String folder,
            List<ClusterJob> jobs,
            Set<OperatorID> components,
            Optional<LatestState.State> savepoint)
            throws IOException {
        Optional<List<JobID>> all = files.jobs(folder);
        if (all.isEmpty() && savepoint.isPresent()) {
            throw new FileNotFoundException("there is no such folder here");
        }
        Set<JobID> known = jobs.stream().map(ClusterJob::id).collect(toSet());
        List<LatestState.State> found = new ArrayList<>();
        for (JobID job : all.orElse(List.of())) {
            Optional<LatestState.State> newest = known.contains(job)
                    ? Optional.empty()
                    : files.checkpoints(folder, job).stream()
                            .flatMap(List::stream)
                            .findFirst();
            if (newest.isPresent()
                    && savepoint.stream()
                            .noneMatch(one -> one.made().isAfter(newest.get().made()))
                    && files.operators(newest.get().path()).stream()
                            .anyMatch(operators -> operators.stream().anyMatch(components::contains))) {
                found.add(newest.get());
            }
        }
        return found;
    }

    private static Optional<LatestState.State> newest(List<LatestState.State> states) {
        return states.stream().max(Comparator.comparing(LatestState.State::made));
    }
}
