package io.dbus.source;

import static org.awaitility.Awaitility.await;

import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.SavepointFormatType;

/** Ends jobs with savepoints. */
public final class Savepoints {
    private Savepoints() {}

    /** Ends a job, as soon as all of its tasks run: before, Flink refuses. The path of its savepoint. */
    public static String stop(JobClient job, Path directory) {
        return await().atMost(Duration.ofSeconds(90))
                .ignoreExceptionsMatching(e -> String.valueOf(e.getMessage()).contains("Not all required tasks"))
                .until(
                        () -> job.stopWithSavepoint(false, directory.toUri().toString(), SavepointFormatType.CANONICAL)
                                .get(60, TimeUnit.SECONDS),
                        path -> true);
    }
}
