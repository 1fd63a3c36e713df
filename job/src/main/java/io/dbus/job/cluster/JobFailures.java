package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.Secrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.rest.messages.JobExceptionsHeaders;
import org.apache.flink.runtime.rest.messages.JobExceptionsInfoWithHistory;
import org.apache.flink.runtime.rest.messages.job.JobExceptionsMessageParameters;

/** Why jobs failed, as Flink remembers it. */
public final class JobFailures {
    private final Cluster cluster;
    private final Secrets secrets;

    /** Those of a cluster's jobs; secrets are kept out of them. */
    public JobFailures(Cluster cluster, Secrets secrets) {
        this.cluster = requireNonNull(cluster, "cluster");
        this.secrets = requireNonNull(secrets, "secrets");
    }

    /**
     * A failure.
     *
     * @param when when
     * @param reason its root cause, in one line
     */
    public record Failure(Instant when, String reason) {}

    /** Those of a job, newest first: Flink keeps the last 16 ({@code web.exception-history-size}). */
    public List<Failure> of(JobID job) throws ClusterException, InterruptedException {
        JobExceptionsMessageParameters parameters = new JobExceptionsMessageParameters();
        parameters.jobPathParameter.resolve(job);
        List<Failure> failures = new ArrayList<>();
        for (JobExceptionsInfoWithHistory.RootExceptionInfo entry : cluster.ask(
                        JobExceptionsHeaders.getInstance(), parameters)
                .getExceptionHistory()
                .getEntries()) {
            failures.add(new Failure(
                    Instant.ofEpochMilli(entry.getTimestamp()),
                    secrets.redact(StackTraces.reason(entry.getStacktrace()))));
        }
        return failures;
    }

    /** The reason of the last one; empty when the job never failed. */
    public Optional<String> last(JobID job) throws ClusterException, InterruptedException {
        return of(job).stream().findFirst().map(Failure::reason);
    }
}
