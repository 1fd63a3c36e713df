package io.dbus.job.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import io.dbus.embedded.FlinkCluster;
import io.dbus.embedded.JobState;
import io.dbus.embedded.JobSubmission;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.ServerFailedException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The soak's pipeline on its Flink cluster. */
final class SoakJob {
    private static final Duration PATIENCE = Duration.ofMinutes(4);
    private static final Logger LOG = LoggerFactory.getLogger(SoakJob.class);
    private static final int SAVEPOINTS_TRIED = 3;
    private static final String FILE = "soak.yaml";

    private final SoakServers servers;
    private final SoakOptions options;
    private final Path file;
    private String id = "";
    private int parallelism;

    /** A job that is not submitted yet, whose pipeline file is to lie in that folder. */
    SoakJob(SoakServers servers, SoakOptions options, Path folder) {
        this.servers = requireNonNull(servers, "servers");
        this.options = requireNonNull(options, "options");
        this.file = folder.resolve(FILE);
    }

    /** Submits the pipeline with these servers, by the names of their entries; returns when all of its tasks run. */
    void start(Map<String, MySqlServer> entries, int withParallelism) {
        submit(entries, withParallelism, "");
    }

    /** Stops the job with a savepoint and submits the pipeline from it, with these servers; returns when all tasks run. */
    void resubmit(Map<String, MySqlServer> entries, int withParallelism) {
        submit(entries, withParallelism, stop());
    }

    /** Stops the job with a savepoint, and returns it. One that fails is tried again: the job goes on after it. */
    String stop() {
        for (int attempt = 1; ; attempt++) {
            try {
                return flink().stopWithSavepoint(id);
            } catch (ServerFailedException e) {
                if (attempt == SAVEPOINTS_TRIED || flink().jobState(id).isTerminal()) {
                    throw e;
                }
                LOG.warn("Savepoint {} of job {} failed", attempt, id, e);
                flink().awaitAllTasksRunning(id, PATIENCE);
            }
        }
    }

    private void submit(Map<String, MySqlServer> entries, int withParallelism, String savepoint) {
        try {
            Files.writeString(file, text(entries));
        } catch (IOException e) {
            throw new UncheckedIOException("The pipeline file " + file + " cannot be written", e);
        }
        JobSubmission submission =
                JobSubmission.of(options.jar()).arguments(file.toString()).parallelism(withParallelism);
        id = flink().submit(savepoint.isEmpty() ? submission : submission.fromSavepoint(savepoint));
        parallelism = withParallelism;
        flink().awaitAllTasksRunning(id, PATIENCE);
    }

    private String text(Map<String, MySqlServer> entries) {
        String list = entries.entrySet().stream()
                .map(entry -> entry.getKey() + ": \"" + entry.getValue().hostname() + ":"
                        + entry.getValue().port() + "\"")
                .collect(Collectors.joining(", "));
        try (InputStream in = requireNonNull(SoakJob.class.getResourceAsStream(FILE), FILE)) {
            return new String(in.readAllBytes(), UTF_8)
                    .replace("@servers@", list)
                    .replace("@password@", servers.password())
                    .replace("@kafka@", servers.kafka().bootstrapServers())
                    .replace("@elasticsearch@", servers.elasticsearch().url())
                    .replace("@delivery@", options.delivery());
        } catch (IOException e) {
            throw new UncheckedIOException("The resource " + FILE + " cannot be read", e);
        }
    }

    private FlinkCluster flink() {
        return servers.flink();
    }

    String id() {
        return id;
    }

    /** Waits until all of its tasks run, with the parallelism that is wanted by then. */
    void awaitParallelism(IntSupplier wanted, Duration patience) throws InterruptedException {
        long deadline = System.nanoTime() + patience.toNanos();
        String last;
        while (true) {
            try {
                int running = runningParallelism();
                if (running == wanted.getAsInt()) {
                    return;
                }
                last = running == 0 ? "not all of its tasks run" : "it runs with a parallelism of " + running;
            } catch (ServerFailedException e) {
                // A new leader does not know the job at once.
                last = e.getMessage();
            }
            if (System.nanoTime() > deadline) {
                requireAlive();
                throw new IllegalStateException("After " + patience.toSeconds() + " s the job " + id
                        + " does not run with a parallelism of " + wanted.getAsInt() + ": " + last);
            }
            TimeUnit.MILLISECONDS.sleep(200);
        }
    }

    /** What it was submitted with; with the slots that are there it may run with less. */
    int parallelism() {
        return parallelism;
    }

    /** The parallelism with which it runs now; 0 while it does not. */
    int runningParallelism() {
        JsonNode job = flink().rest("/jobs/" + id);
        if (!job.path("state").asText().equals(JobState.RUNNING.name())) {
            return 0;
        }
        int least = Integer.MAX_VALUE;
        for (JsonNode vertex : job.path("vertices")) {
            int all = vertex.path("parallelism").asInt();
            least = Math.min(least, vertex.path("tasks").path("RUNNING").asInt() == all ? all : 0);
        }
        return least;
    }

    /**
     * Fails when the job has ended.
     *
     * @throws IllegalStateException with the failures that it has told
     */
    void requireAlive() {
        JobState state = flink().jobState(id);
        if (state.isTerminal()) {
            List<String> failures = flink().exceptions(id);
            throw new IllegalStateException("The job " + id + " is " + state + " for good"
                    + (failures.isEmpty() ? "" : "; its newest failure:\n" + failures.get(0)));
        }
    }
}
