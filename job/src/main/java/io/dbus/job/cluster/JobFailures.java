package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.Secrets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.rest.messages.JobExceptionsHeaders;
import org.apache.flink.runtime.rest.messages.JobExceptionsInfoWithHistory;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;
import org.apache.flink.runtime.rest.messages.job.JobExceptionsMessageParameters;
import org.apache.flink.runtime.rest.messages.job.JobExecutionResultHeaders;

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
            failures.add(failure(entry.getTimestamp(), entry.getStacktrace()));
        }
        if (failures.isEmpty()) {
            atStart(job).ifPresent(failures::add);
        }
        return failures;
    }

    /** Why a job failed before its tasks ran, as over a savepoint that is not there: the adaptive scheduler has no history of that. */
    private Optional<Failure> atStart(JobID job) throws ClusterException, InterruptedException {
        JobDetailsInfo details = cluster.details(job);
        if (details.getJobStatus() != JobStatus.FAILED) {
            return Optional.empty();
        }
        JobResult result;
        try {
            result = cluster.ask(JobExecutionResultHeaders.getInstance(), Cluster.of(job))
                    .resource();
        } catch (RefusedException e) {
            // It has forgotten the result, or the job meanwhile: then it does not tell.
            return Optional.empty();
        }
        return Optional.ofNullable(result)
                .flatMap(JobResult::getSerializedThrowable)
                .map(thrown ->
                        failure(details.getTimestamps().get(JobStatus.FAILED), thrown.getFullStringifiedStackTrace()));
    }

    private Failure failure(long when, String stackTrace) {
        return new Failure(Instant.ofEpochMilli(when), secrets.redact(StackTraces.reason(stackTrace)));
    }

    /** The reason of the last one; empty when the job never failed. */
    public Optional<String> last(JobID job) throws ClusterException, InterruptedException {
        return of(job).stream().findFirst().map(Failure::reason);
    }
}
