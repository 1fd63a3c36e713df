package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.client.deployment.StandaloneClusterId;
import org.apache.flink.client.program.rest.RestClusterClient;
import org.apache.flink.configuration.DeploymentOptions;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.messages.webmonitor.JobDetails;
import org.apache.flink.runtime.rest.handler.legacy.messages.ClusterOverviewWithVersion;
import org.apache.flink.runtime.rest.messages.ClusterConfigurationInfoHeaders;
import org.apache.flink.runtime.rest.messages.ClusterOverviewHeaders;
import org.apache.flink.runtime.rest.messages.EmptyMessageParameters;
import org.apache.flink.runtime.rest.messages.EmptyRequestBody;
import org.apache.flink.runtime.rest.messages.JobConfigHeaders;
import org.apache.flink.runtime.rest.messages.JobConfigInfo;
import org.apache.flink.runtime.rest.messages.JobMessageParameters;
import org.apache.flink.runtime.rest.messages.JobsOverviewHeaders;
import org.apache.flink.runtime.rest.messages.MessageHeaders;
import org.apache.flink.runtime.rest.messages.MessageParameters;
import org.apache.flink.runtime.rest.messages.RequestBody;
import org.apache.flink.runtime.rest.messages.ResponseBody;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatistics;
import org.apache.flink.runtime.rest.messages.checkpoints.CheckpointingStatisticsHeaders;
import org.apache.flink.runtime.rest.messages.job.JobDetailsHeaders;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;

/**
 * A Flink cluster, by Flink's own REST client: TLS by {@code security.ssl.rest.*}, headers by the environment variable {@code
 * FLINK_REST_CLIENT_HEADERS}, the leader by {@code high-availability.*}. Every failure is a {@link ClusterException} that names
 * the cluster. Thread-safe.
 */
public final class Cluster implements AutoCloseable {
    /** How long an answer to a question may take. */
    private static final Duration LIMIT = Duration.ofMinutes(2);

    private final ClusterOptions options;
    private final RestClusterClient<StandaloneClusterId> client;
    private StateFiles stateFiles;

    private Cluster(ClusterOptions options, RestClusterClient<StandaloneClusterId> client) {
        this.options = options;
        this.client = client;
    }

    /**
     * A client of a cluster. Whether the cluster is there shows when it is first asked.
     *
     * @throws ClusterException when the options for it are wrong
     */
    public static Cluster connect(ClusterOptions options) throws ClusterException {
        requireNonNull(options, "options");
        try {
            return new Cluster(options, new RestClusterClient<>(options.flink(), StandaloneClusterId.getInstance()));
        } catch (Exception e) {
            throw ClusterFailure.of(options, "be connected to", e);
        }
    }

    /** The cluster's address, for people. */
    public String url() {
        return options.url();
    }

    /** The options by which it was found. */
    public ClusterOptions options() {
        return options;
    }

    /** The page of a job in the web UI. */
    public String pageOf(JobID job) {
        // The client does not know of a path behind which the cluster is; of a leader it alone knows the address.
        String base = options.url().startsWith("http") ? options.url() : client.getWebInterfaceURL();
        return base + "/#/job/" + job + "/overview";
    }

    RestClusterClient<StandaloneClusterId> client() {
        return client;
    }

    /** All jobs that the cluster knows, ended ones too as long as it remembers them; newest first. */
    public List<ClusterJob> jobs() throws ClusterException, InterruptedException {
        List<ClusterJob> jobs = new ArrayList<>();
        for (JobDetails details : ask(JobsOverviewHeaders.getInstance(), EmptyMessageParameters.getInstance())
                .getJobs()) {
            jobs.add(new ClusterJob(
                    details.getJobId(),
                    details.getJobName(),
                    details.getStatus(),
                    Instant.ofEpochMilli(details.getStartTime()),
                    Instant.ofEpochMilli(Math.max(0, details.getEndTime())),
                    details.getNumTasks(),
                    details.getTasksPerState()[ExecutionState.RUNNING.ordinal()]));
        }
        jobs.sort(Comparator.comparing(ClusterJob::started).reversed());
        return jobs;
    }

    /** One of them; empty when the cluster does not know it, or not any more. */
    Optional<ClusterJob> job(JobID id) throws ClusterException, InterruptedException {
        return jobs().stream().filter(job -> job.id().equals(id)).findFirst();
    }

    /** What the web UI shows of a job. */
    public JobDetailsInfo details(JobID job) throws ClusterException, InterruptedException {
        return ask(JobDetailsHeaders.getInstance(), of(job));
    }

    /** The parameters that a job tells about itself. */
    public Map<String, String> parameters(JobID job) throws ClusterException, InterruptedException {
        JobConfigInfo.ExecutionConfigInfo config =
                ask(JobConfigHeaders.getInstance(), of(job)).getExecutionConfigInfo();
        return config == null ? Map.of() : config.getGlobalJobParameters();
    }

    /** How the checkpoints of a job went, as far as whoever leads now has seen; empty when it makes none. */
    public Optional<CheckpointingStatistics> checkpoints(JobID job) throws ClusterException, InterruptedException {
        try {
            return Optional.of(ask(CheckpointingStatisticsHeaders.getInstance(), of(job)));
        } catch (RefusedException e) {
            // "Checkpointing was not enabled for job": the job is there, it has just been asked for.
            if (e.status() == 404) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The cluster's time, by which all that it tells is; any job that it knows tells it. */
    public Instant now(ClusterJob any) throws ClusterException, InterruptedException {
        return Instant.ofEpochMilli(details(any.id()).getNow());
    }

    /** How many slots the cluster has. */
    public Slots slots() throws ClusterException, InterruptedException {
        ClusterOverviewWithVersion overview =
                ask(ClusterOverviewHeaders.getInstance(), EmptyMessageParameters.getInstance());
        return new Slots(
                overview.getNumTaskManagersConnected(),
                overview.getNumSlotsTotal(),
                overview.getNumSlotsAvailable(),
                makesSlots(configuration()));
    }

    /** Flink's own words for who starts TaskManagers on demand, on Kubernetes and YARN. */
    private static boolean makesSlots(Map<String, String> configuration) {
        String target = configuration.getOrDefault(DeploymentOptions.TARGET.key(), "");
        return target.startsWith("kubernetes") || target.startsWith("yarn");
    }

    /** How the cluster is configured; values of secrets are hidden by Flink. */
    public Map<String, String> configuration() throws ClusterException, InterruptedException {
        Map<String, String> configuration = new HashMap<>();
        ask(ClusterConfigurationInfoHeaders.getInstance(), EmptyMessageParameters.getInstance())
                .forEach(entry -> configuration.put(entry.getKey(), entry.getValue()));
        return configuration;
    }

    /** The process of dbus that this Flink is inside of; empty when it is none. */
    public Optional<OneRun> process() throws ClusterException, InterruptedException {
        return OneRun.of(configuration());
    }

    /** Whether it was made for one job and ends with it: an application cluster, or the Flink inside a process of dbus. */
    boolean endsWithItsJob() throws ClusterException, InterruptedException {
        Map<String, String> configuration = configuration();
        return isOfOneApplication(configuration) || OneRun.of(configuration).isPresent();
    }

    /**
     * Refuses to send jobs to a cluster that was made for one.
     *
     * @throws ClusterException when it was; the message says how its pipeline is changed
     */
    public void requireTakesJobs() throws ClusterException, InterruptedException {
        requireTakesJobs(configuration());
    }

    void requireTakesJobs(Map<String, String> configuration) throws ClusterException {
        if (isOfOneApplication(configuration)) {
            throw new ClusterException("the Flink cluster at " + url()
                    + " is an application cluster: it was started with its one pipeline and takes no other; stop it with a savepoint"
                    + " (dbus stop), and start it with the new file, which its deployment names (with the Kubernetes operator: edit the"
                    + " FlinkDeployment)");
        }
        if (OneRun.of(configuration).isPresent()) {
            throw new ClusterException("the Flink at " + url()
                    + " is inside a process of dbus (dbus run, dbus demo): it has the one pipeline that this was started with, takes no"
                    + " other job and ends with it; nothing was changed. Stop dbus run (Ctrl-C there, or dbus stop), and start the new"
                    + " file by dbus run FILE --from last");
        }
    }

    /** Flink sets the target of an application cluster to {@code embedded} ({@code ApplicationClusterEntryPoint}). */
    private static boolean isOfOneApplication(Map<String, String> configuration) {
        return "embedded".equals(configuration.get(DeploymentOptions.TARGET.key()));
    }

    /** Savepoints and checkpoints as they lie in folders; the plugins that read them are loaded once, when they are first asked for. */
    synchronized StateFiles stateFiles() {
        if (stateFiles == null) {
            stateFiles = StateFiles.of(options);
        }
        return stateFiles;
    }

    static JobMessageParameters of(JobID job) {
        JobMessageParameters parameters = new JobMessageParameters();
        parameters.jobPathParameter.resolve(job);
        return parameters;
    }

    <M extends MessageHeaders<EmptyRequestBody, P, U>, U extends MessageParameters, P extends ResponseBody> P ask(
            M headers, U parameters) throws ClusterException, InterruptedException {
        return ask(headers, parameters, EmptyRequestBody.getInstance());
    }

    /** Sends a request and waits for the answer. */
    <M extends MessageHeaders<R, P, U>, U extends MessageParameters, R extends RequestBody, P extends ResponseBody>
            P ask(M headers, U parameters, R body) throws ClusterException, InterruptedException {
        String what = headers.getHttpMethod() + " " + headers.getTargetRestEndpointURL();
        P answer = await(what, client.sendRequest(headers, parameters, body));
        if (answer == null) {
            throw new ClusterException("what answers at " + options.url() + " is no Flink cluster: " + what
                    + " had an empty answer; is this the address of its web UI?");
        }
        return answer;
    }

    /** Waits for an answer of the client's. */
    <T> T await(String what, CompletableFuture<T> answer) throws ClusterException, InterruptedException {
        try {
            return answer.get(LIMIT.toMillis(), TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            throw ClusterFailure.late(options, what, LIMIT);
        } catch (ExecutionException e) {
            throw ClusterFailure.of(options, what, e);
        }
    }

    /**
     * Waits for an answer to what takes its time to send, such as jars over a slow line: as long as {@code rest.idleness-timeout}, which Flink's client keeps
     * itself.
     */
    <T> T awaitSent(String what, CompletableFuture<T> answer) throws ClusterException, InterruptedException {
        try {
            return answer.get();
        } catch (ExecutionException e) {
            throw ClusterFailure.of(options, what, e);
        }
    }

    @Override
    public void close() {
        client.close();
    }
}
