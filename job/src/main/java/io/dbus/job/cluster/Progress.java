package io.dbus.job.cluster;

import java.util.Locale;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.runtime.execution.ExecutionState;
import org.apache.flink.runtime.rest.messages.job.JobDetailsInfo;

/**
 * How far a job is in running.
 *
 * @param state Flink's word
 * @param tasks how many tasks it has
 * @param running how many of them run, or have come to their end
 */
public record Progress(JobStatus state, int tasks, int running) {
    /** That of a job. */
    public static Progress of(JobDetailsInfo job) {
        int tasks = 0;
        int running = 0;
        for (JobDetailsInfo.JobVertexDetailsInfo vertex : job.getJobVertexInfos()) {
            Map<ExecutionState, Integer> states = vertex.getTasksPerState();
            tasks += vertex.getParallelism();
            running += states.getOrDefault(ExecutionState.RUNNING, 0) + states.getOrDefault(ExecutionState.FINISHED, 0);
        }
        return new Progress(job.getJobStatus(), tasks, running);
    }

    /** Whether all of its tasks do. */
    public boolean runs() {
        return state == JobStatus.RUNNING && tasks > 0 && running == tasks;
    }

    /** Such as "running, 3 of 4 tasks". */
    public String words() {
        return state.name().toLowerCase(Locale.ROOT) + ", " + running + " of " + tasks + " tasks run";
    }
}
