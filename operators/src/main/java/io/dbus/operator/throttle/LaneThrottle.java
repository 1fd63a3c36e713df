package io.dbus.operator.throttle;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.metrics.ComponentMetrics;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;

/**
 * Lets all events together go on no faster than they may; each instance has an equal share of the limits. It holds nothing but waits in the task's thread, so that
 * Flink presses back. A checkpoint's barrier comes between two events, so it waits for one event at most once it is this operator's turn.
 */
final class LaneThrottle extends ProcessFunction<Event, Event> {
    private static final long serialVersionUID = 1L;

    private final String component;
    private final Limits limits;
    private final Pause pause;

    private transient Limits.Buckets buckets;
    private transient Counter waited;

    LaneThrottle(String component, Limits limits, Pause pause) {
        this.component = requireNonNull(component, "component");
        this.limits = requireNonNull(limits, "limits");
        this.pause = requireNonNull(pause, "pause");
    }

    @Override
    public void open(OpenContext context) {
        waited = ComponentMetrics.of(getRuntimeContext().getMetricGroup(), component)
                .group()
                .counter("waitedMs");
        buckets = limits.share(getRuntimeContext().getTaskInfo().getNumberOfParallelSubtasks())
                .buckets(false, 0);
    }

    @Override
    public void processElement(Event event, Context context, Collector<Event> out) throws InterruptedException {
        long began = now(context);
        for (long nanos = buckets.nanosUntil(event, began);
                nanos > 0;
                nanos = buckets.nanosUntil(event, now(context))) {
            pause.upTo(nanos);
        }
        waited.inc((now(context) - began) / 1_000_000);
        buckets.take(event);
        out.collect(event);
    }

    private static long now(Context context) {
        return context.timerService().currentProcessingTime() * 1_000_000;
    }
}
