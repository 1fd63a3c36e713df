package io.dbus.source;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;

/** Ends jobs. */
public final class JobEnds {
    private JobEnds() {}

    /** Ends a job, as soon as all of its tasks run: before, Flink refuses. The path of its savepoint. */
    public static String bySavepoint(JobClient job, Path directory) {
        return await().atMost(Duration.ofSeconds(90))
                .ignoreExceptionsMatching(e -> String.valueOf(e.getMessage()).contains("Not all required tasks"))
                .until(
                        () -> job.stopWithSavepoint(false, directory.toUri().toString(), SavepointFormatType.CANONICAL)
                                .get(60, TimeUnit.SECONDS),
                        path -> true);
    }

    /** Cancels a job, and waits until the last of it is gone: until then it emits, and writes into its folders. */
    public static void byCancel(JobClient job) throws Exception {
        // Asked for before: with its job the cluster in this process ends too, and answers no more.
        CompletableFuture<?> end = job.getJobExecutionResult();
        job.cancel().get(60, TimeUnit.SECONDS);
        end.handle((result, cancelled) -> "over").get(90, TimeUnit.SECONDS);
    }
}
