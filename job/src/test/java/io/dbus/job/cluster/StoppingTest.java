package io.dbus.job.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.concurrent.CompletionException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.runtime.scheduler.stopwithsavepoint.StopWithSavepointStoppingException;
import org.apache.flink.util.ExceptionUtils;
import org.junit.jupiter.api.Test;

class StoppingTest {
    private static final JobID JOB = new JobID();

    @Test
    void a_job_that_makes_no_savepoint_goes_on() {
        assertThat(Stopping.notStopped(JOB, trace(new IOException("the folder is full"))))
                .isEqualTo("the job " + JOB + " was not stopped and goes on: the folder is full");
    }

    @Test
    void a_savepoint_that_was_made_before_the_job_failed_to_end_is_named_whatever_the_cause() {
        String path = "file:/save points/savepoint-1, two";

        assertThat(Stopping.notStopped(
                        JOB, trace(new StopWithSavepointStoppingException(path, JOB, new IOException("no broker")))))
                .startsWith("the job " + JOB + " has made the savepoint " + path
                        + " and has then failed to end: no broker; it does not go on")
                .endsWith("dbus submit --from " + path);
        assertThat(Stopping.notStopped(JOB, trace(new StopWithSavepointStoppingException(path, JOB))))
                .startsWith("the job " + JOB + " has made the savepoint " + path
                        + " and has then failed to end; it does not go on");
    }

    private static String trace(Throwable thrown) {
        return ExceptionUtils.stringifyException(new CompletionException(thrown));
    }
}
