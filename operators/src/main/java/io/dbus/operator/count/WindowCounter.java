package io.dbus.operator.count;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.operator.state.StateOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeutils.base.LongSerializer;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.api.TimeDomain;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

/** Sums the tallies of each group and sends a message for each window when it is over, or at once for what comes later. */
final class WindowCounter extends KeyedProcessFunction<EventKey, Tally, Event> {
    private static final long serialVersionUID = 1L;

    /** How long after a window's end by the clock its message leaves: tallies are on their way until then. In milliseconds. */
    private static final long PATIENCE = 1_000;

    /** Fires at the end of input, when the last watermark comes: timers by the clock do not any more. */
    private static final long END = Long.MAX_VALUE - 1;

    private final CountMessage message;
    private final String component;
    private final long window;
    private final CountTime time;
    private final Duration ttl; // Null: for ever.

    private transient MapState<Long, Tally> windows;
    private transient ValueState<Long> sequence;
    private transient Counter late;

    /**
     * @param window the length of windows in milliseconds
     * @param ttl how long the sequence of a group's last message is kept; null means for ever
     */
    WindowCounter(String component, CountMessage message, long window, CountTime time, Duration ttl) {
        this.component = requireNonNull(component, "component");
        this.message = requireNonNull(message, "message");
        this.window = window;
        this.time = requireNonNull(time, "time");
        this.ttl = ttl;
    }

    @Override
    public void open(OpenContext context) {
        windows = getRuntimeContext()
                .getMapState(new MapStateDescriptor<>("windows", LongSerializer.INSTANCE, new TallySerializer()));
        ValueStateDescriptor<Long> last = new ValueStateDescriptor<>("last-sequence", LongSerializer.INSTANCE);
        StateOptions.expire(last, ttl);
        sequence = getRuntimeContext().getState(last);
        late = ComponentMetrics.of(getRuntimeContext().getMetricGroup(), component)
                .group()
                .counter("late");
    }

    @Override
    public void processElement(Tally tally, Context context, Collector<Event> out) throws Exception {
        Tally known = windows.get(tally.window());
        if (known != null) {
            windows.put(tally.window(), known.plus(tally));
            return;
        }
        long due = due(tally.window());
        boolean isLate = time == CountTime.COMMIT
                ? context.timerService().currentWatermark() >= due
                : context.timerService().currentProcessingTime() >= due;
        if (isLate) {
            late.inc(tally.count());
        }
        windows.put(tally.window(), isLate ? tally.asLate() : tally);
        schedule(context, due);
    }

    private void schedule(Context context, long due) {
        if (time == CountTime.COMMIT) {
            // One for a time that is past fires with the next watermark.
            context.timerService().registerEventTimeTimer(due);
        } else {
            context.timerService().registerProcessingTimeTimer(due);
            context.timerService().registerEventTimeTimer(END);
        }
    }

    private long due(long start) {
        return start + window + (time == CountTime.COMMIT ? -1 : PATIENCE);
    }

    @Override
    public void onTimer(long at, OnTimerContext context, Collector<Event> out) throws Exception {
        boolean end = time == CountTime.PROCESSING && context.timeDomain() == TimeDomain.EVENT_TIME;
        List<Tally> over = new ArrayList<>();
        for (Tally tally : windows.values()) {
            if (end || due(tally.window()) <= at) {
                over.add(tally);
            } else {
                // It has its timer, unless that was for another length, before 'window' was changed.
                schedule(context, due(tally.window()));
            }
        }
        over.sort(Comparator.comparingLong(Tally::window));
        for (Tally tally : over) {
            windows.remove(tally.window());
            Long last = sequence.value();
            long next = message.sequence(tally);
            next = last == null ? next : Math.max(next, last + 1);
            sequence.update(next);
            out.collect(message.of(
                    tally, context.getCurrentKey(), next, context.timerService().currentProcessingTime()));
        }
        if (time == CountTime.PROCESSING && windows.isEmpty()) {
            context.timerService().deleteEventTimeTimer(END);
        }
    }
}
