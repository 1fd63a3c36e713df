package io.dbus.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/** The jobs of a {@link FlinkCluster}, whose methods say what these do. */
final class FlinkJobs {
    private static final Duration SAVEPOINT_LIMIT = Duration.ofSeconds(240);
    private static final Duration CANCEL_LIMIT = Duration.ofSeconds(120);

    private final FlinkRest rest;

    /** For what is said of it. */
    private final FlinkCluster cluster;

    FlinkJobs(FlinkRest rest, FlinkCluster cluster) {
        this.rest = rest;
        this.cluster = cluster;
    }

    /** Uploads the jar and runs it; returns the job's id when Flink has accepted it. */
    String submit(JobSubmission submission) {
        // To one JobManager, once there is one: the jar lies with who has got it.
        rest.get("/overview");
        FlinkRest one = rest.pinned();
        String jar = one.upload(submission.jar());
        ObjectNode body = FlinkRest.object();
        submission.mainClass().ifPresent(type -> body.put("entryClass", type));
        submission.arguments().forEach(body.putArray("programArgsList")::add);
        if (submission.parallelism() > 0) {
            body.put("parallelism", submission.parallelism());
        }
        submission.savepoint().ifPresent(path -> body.put("savepointPath", path));
        body.put("allowNonRestoredState", submission.allowsNonRestoredState());
        submission.configuration().forEach(body.putObject("flinkConfiguration")::put);
        return one.post("/jars/" + jar + "/run", body).path("jobid").asText();
    }

    JobState state(String jobId) {
        return JobState.valueOf(rest.get("/jobs/" + jobId).path("state").asText());
    }

    /** Every job that the cluster knows, with its state. */
    Map<String, JobState> all() {
        Map<String, JobState> jobs = new LinkedHashMap<>();
        FlinkRest.elements(rest.get("/jobs").path("jobs"))
                .forEach(job -> jobs.put(
                        job.path("id").asText(),
                        JobState.valueOf(job.path("status").asText())));
        return jobs;
    }

    /** Waits for the state; fails at once, with the job's exceptions, when the job ends in another. */
    void awaitState(String jobId, JobState state, Duration timeout) {
        await(jobId, "is " + state, timeout, () -> {
            JobState current = state(jobId);
            if (current != state && current.isTerminal()) {
                throw ended(jobId, current, "is " + state);
            }
            return current == state;
        });
    }

    /** Waits until the job runs and each of its tasks does, or has finished. */
    void awaitAllTasksRunning(String jobId, Duration timeout) {
        await(jobId, "has all its tasks running", timeout, () -> {
            JsonNode job = rest.get("/jobs/" + jobId);
            JobState current = JobState.valueOf(job.path("state").asText());
            if (current.isTerminal()) {
                throw ended(jobId, current, "has all its tasks running");
            }
            return current == JobState.RUNNING
                    && FlinkRest.elements(job.path("vertices")).allMatch(vertex -> {
                        JsonNode tasks = vertex.path("tasks");
                        int running = tasks.path("RUNNING").asInt()
                                + tasks.path("FINISHED").asInt();
                        return running == vertex.path("parallelism").asInt();
                    });
        });
    }

    /** Waits until this many checkpoints have completed since the job was submitted. */
    void awaitCheckpoints(String jobId, long completed, Duration timeout) {
        await(jobId, "has " + completed + " checkpoints", timeout, () -> {
            JobState current = state(jobId);
            if (current.isTerminal()) {
                throw ended(jobId, current, "has " + completed + " checkpoints");
            }
            return checkpoints(jobId).completed() >= completed;
        });
    }

    /**
     * Waits until a checkpoint has completed that began after this call. A count of completed ones that is read first
     * would not do: Flink answers from a cache ({@code rest.cache.checkpoint-statistics.timeout}), so that the next
     * ones may be of before.
     */
    void awaitNextCheckpoint(String jobId, Duration timeout) {
        long now = System.currentTimeMillis();
        String expected = "has completed a checkpoint that began after " + Instant.ofEpochMilli(now);
        await(jobId, expected, timeout, () -> {
            JobState current = state(jobId);
            if (current.isTerminal()) {
                throw ended(jobId, current, expected);
            }
            return rest.get("/jobs/" + jobId + "/checkpoints")
                            .path("latest")
                            .path("completed")
                            .path("trigger_timestamp")
                            .asLong()
                    > now;
        });
    }

    private void await(String jobId, String what, Duration timeout, BooleanSupplier condition) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (!condition.getAsBoolean()) {
            if (System.nanoTime() > deadline) {
                throw new ServerFailedException("job " + jobId + " on " + cluster + ": after " + timeout.toSeconds()
                        + " s it is not so that it " + what + ", it is " + state(jobId) + " with "
                        + checkpoints(jobId) + failures(jobId));
            }
            SupervisedProcess.sleep(50);
        }
    }

    private ServerFailedException ended(String jobId, JobState state, String expected) {
        return new ServerFailedException("job " + jobId + " on " + cluster + " is " + state
                + " for good, while it was awaited that it " + expected + failures(jobId));
    }

    private String failures(String jobId) {
        List<String> exceptions = exceptions(jobId);
        return exceptions.isEmpty() ? "" : "; its failures, newest first:\n" + String.join("\n", exceptions);
    }

    CheckpointCounts checkpoints(String jobId) {
        JsonNode counts = rest.get("/jobs/" + jobId + "/checkpoints").path("counts");
        return new CheckpointCounts(
                counts.path("completed").asLong(),
                counts.path("failed").asLong(),
                counts.path("in_progress").asLong(),
                counts.path("restored").asLong(),
                counts.path("total").asLong());
    }

    /** The job's failures, newest first, each with its stack trace. */
    List<String> exceptions(String jobId) {
        JsonNode entries = rest.get("/jobs/" + jobId + "/exceptions?maxExceptions=20")
                .path("exceptionHistory")
                .path("entries");
        return FlinkRest.elements(entries)
                .map(entry -> entry.path("stacktrace").asText())
                .toList();
    }

    /** Takes a savepoint and stops the job; returns the savepoint's path when the job is finished. */
    String stopWithSavepoint(String jobId, Path directory) {
        ObjectNode body = FlinkRest.object();
        body.put("drain", false);
        body.put("targetDirectory", directory.toUri().toString());
        String path = awaitSavepoint(
                jobId,
                rest.post("/jobs/" + jobId + "/stop", body).path("request-id").asText());
        awaitState(jobId, JobState.FINISHED, SAVEPOINT_LIMIT);
        return path;
    }

    /** Takes a savepoint; the job goes on. Returns the savepoint's path. */
    String savepoint(String jobId, Path directory) {
        ObjectNode body = FlinkRest.object();
        body.put("cancel-job", false);
        body.put("target-directory", directory.toUri().toString());
        return awaitSavepoint(
                jobId,
                rest.post("/jobs/" + jobId + "/savepoints", body)
                        .path("request-id")
                        .asText());
    }

    private String awaitSavepoint(String jobId, String requestId) {
        String path = "/jobs/" + jobId + "/savepoints/" + requestId;
        Supplier<JsonNode> answer = () -> rest.get(path);
        await(
                jobId,
                "has its savepoint",
                SAVEPOINT_LIMIT,
                () -> answer.get().path("status").path("id").asText().equals("COMPLETED"));
        JsonNode operation = answer.get().path("operation");
        if (operation.hasNonNull("failure-cause")) {
            throw new ServerFailedException("the savepoint of job " + jobId + " on " + cluster + " failed: "
                    + operation.path("failure-cause").path("stack-trace").asText());
        }
        return operation.path("location").asText();
    }

    /** Cancels the job and returns when it is {@link JobState#CANCELED}. */
    void cancel(String jobId) {
        rest.patch("/jobs/" + jobId + "?mode=cancel");
        awaitState(jobId, JobState.CANCELED, CANCEL_LIMIT);
    }
}
