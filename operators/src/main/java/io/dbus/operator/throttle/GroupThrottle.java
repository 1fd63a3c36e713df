package io.dbus.operator.throttle;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventSerializer;
import io.dbus.metrics.ComponentMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.state.StateInitializationContext;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.runtime.state.VoidNamespace;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Lets the events of each group go on no faster than they may. One over its limit is held while other groups pass; when too much is held the instance waits in
 * the task's thread, so that Flink presses back, and nothing is dropped. A watermark waits for the events that came before it.
 *
 * <p>Held events are on the heap; a checkpoint writes them to state by key.
 */
final class GroupThrottle extends AbstractStreamOperator<Event>
        implements OneInputStreamOperator<Event, Event>, BoundedOneInput {
    private static final long serialVersionUID = 1L;
    private static final String HELD = "held";
    private static final long MILLI = 1_000_000;
    private static final int IDLE_KEPT = 10_000;

    private final String component;
    private final Limits limits;
    private final long maxHeld;
    private final Pause pause;

    private transient ListState<Event> heldState;
    private transient Map<EventKey, ThrottleGroup> groups;
    private transient PriorityQueue<ThrottleGroup.Turn> turns;
    private transient Arrivals arrivals;
    private transient int looked;
    private transient ScheduledFuture<?> timer;
    private transient long timerAt;
    private transient Counter waited;

    /**
     * @param maxHeld in bytes
     */
    GroupThrottle(String component, Limits limits, long maxHeld, Pause pause) {
        this.component = requireNonNull(component, "component");
        this.limits = requireNonNull(limits, "limits");
        this.maxHeld = maxHeld;
        this.pause = requireNonNull(pause, "pause");
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        groups = new HashMap<>();
        turns = new PriorityQueue<>();
        arrivals = new Arrivals();
        heldState = context.getKeyedStateStore().getListState(new ListStateDescriptor<>(HELD, new EventSerializer()));
    }

    @Override
    public void open() throws Exception {
        super.open();
        ComponentMetrics figures = ComponentMetrics.of(getMetricGroup(), component);
        waited = figures.group().counter("waitedMs");
        figures.group().gauge("held", () -> arrivals.held());
        figures.group().gauge("heldBytes", () -> arrivals.bytes());
        List<EventKey> keys;
        try (Stream<EventKey> stored = this.<EventKey>getKeyedStateBackend().getKeys(HELD, VoidNamespace.INSTANCE)) {
            keys = stored.distinct().toList();
        }
        for (EventKey key : keys) {
            setCurrentKey(key);
            for (Event event : heldState.get()) {
                hold(event, group(key, false));
            }
        }
        schedule();
    }

    @Override
    public void processElement(StreamRecord<Event> element) throws Exception {
        Event event = element.getValue();
        ThrottleGroup group = group((EventKey) getCurrentKey(), true);
        if (group.isOpenTo(event, now())) {
            group.pass(event);
            output.collect(element);
            return;
        }
        hold(event, group);
        if (arrivals.bytes() > maxHeld) {
            waitUntilHeldIs(maxHeld);
        }
        schedule();
    }

    /** A group; a new one has been quiet, so that it has a burst, unless it comes out of state. */
    private ThrottleGroup group(EventKey key, boolean full) {
        ThrottleGroup group = groups.get(key);
        if (group == null) {
            if (groups.size() >= Math.max(IDLE_KEPT, looked)) {
                long now = now();
                groups.values().removeIf(other -> other.isIdle(now));
                // Looks again only when there are twice as many, so that looking costs little for each.
                looked = 2 * groups.size();
            }
            group = new ThrottleGroup(key, limits.buckets(full, now()));
            groups.put(key, group);
        }
        return group;
    }

    private void hold(Event event, ThrottleGroup group) {
        boolean first = group.isEmpty();
        group.add(arrivals.add(event));
        if (first) {
            turns.add(group.turn(now()));
        }
    }

    /** Lets go on what may; returns when the next may, in nanoseconds of processing time. */
    private void releaseDue() throws Exception {
        while (!turns.isEmpty() && turns.peek().at() <= now()) {
            ThrottleGroup group = turns.poll().group();
            while (!group.isEmpty() && group.nanosUntilFirst(now()) == 0) {
                output.collect(arrivals.go(group.poll()));
            }
            if (!group.isEmpty()) {
                turns.add(group.turn(now()));
            }
        }
        for (Watermark free = arrivals.freeWatermark(); free != null; free = arrivals.freeWatermark()) {
            super.processWatermark(free);
        }
    }

    private void waitUntilHeldIs(long most) throws Exception {
        long began = now();
        releaseDue();
        while (arrivals.bytes() > most) {
            pause.upTo(Math.max(0, turns.peek().at() - now()));
            releaseDue();
        }
        waited.inc((now() - began) / MILLI);
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        arrivals.add(mark);
        releaseDue();
        schedule();
    }

    private void timeIsUp(long time) throws Exception {
        timer = null;
        releaseDue();
        schedule();
    }

    private void schedule() {
        if (turns.isEmpty()) {
            return;
        }
        long at = turns.peek().at() / MILLI + 1;
        if (timer != null && timerAt > at) {
            timer.cancel(false);
            timer = null;
        }
        if (timer == null) {
            timer = getProcessingTimeService().registerTimer(at, this::timeIsUp);
            timerAt = at;
        }
    }

    private long now() {
        return getProcessingTimeService().getCurrentProcessingTime() * MILLI;
    }

    /** What is held goes on as slowly as ever. */
    @Override
    public void endInput() throws Exception {
        waitUntilHeldIs(0);
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        for (ThrottleGroup group : new ArrayList<>(groups.values())) {
            List<Event> line = group.takeChanged();
            if (line != null) {
                setCurrentKey(group.key());
                heldState.update(line);
            }
        }
    }
}
