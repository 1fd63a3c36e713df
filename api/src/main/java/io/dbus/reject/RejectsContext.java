package io.dbus.reject;

import static java.util.Objects.requireNonNull;

import io.dbus.metrics.ComponentMetrics;
import java.util.Optional;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.connector.sink2.InitContext;
import org.apache.flink.runtime.taskexecutor.GlobalAggregateManager;
import org.apache.flink.streaming.api.operators.StreamingRuntimeContext;
import org.apache.flink.streaming.runtime.operators.sink.InitContextBase;

/**
 * For whom rejects are opened.
 *
 * @param component the component's name
 * @param metrics the component's figures in its instance, where rejects are counted
 * @param subtask the number of the instance, from 0
 * @param attempt how often the instance was started before in its job: 0 at first
 * @param jobMaster counts across all instances of the job; empty outside of a job of Flink's
 */
public record RejectsContext(
        String component,
        ComponentMetrics metrics,
        int subtask,
        int attempt,
        Optional<GlobalAggregateManager> jobMaster) {
    public RejectsContext {
        requireNonNull(component, "component");
        requireNonNull(metrics, "metrics");
        requireNonNull(jobMaster, "jobMaster");
    }

    /** The context of an instance that was not started before. */
    public RejectsContext(
            String component, ComponentMetrics metrics, int subtask, Optional<GlobalAggregateManager> jobMaster) {
        this(component, metrics, subtask, 0, jobMaster);
    }

    /** The context of an operator's function. */
    public static RejectsContext of(RuntimeContext context, String component, ComponentMetrics metrics) {
        return new RejectsContext(
                component,
                metrics,
                context.getTaskInfo().getIndexOfThisSubtask(),
                context.getTaskInfo().getAttemptNumber(),
                jobMaster(context));
    }

    /** The context of a sink's writer or committer. */
    public static RejectsContext of(InitContext context, String component, ComponentMetrics metrics) {
        return new RejectsContext(
                component,
                metrics,
                context.getTaskInfo().getIndexOfThisSubtask(),
                context.getTaskInfo().getAttemptNumber(),
                context instanceof InitContextBase flink ? jobMaster(flink.getRuntimeContext()) : Optional.empty());
    }

    private static Optional<GlobalAggregateManager> jobMaster(RuntimeContext context) {
        return context instanceof StreamingRuntimeContext runtime
                ? Optional.of(runtime.getGlobalAggregateManager())
                : Optional.empty();
    }
}
