package io.dbus.operator.sort;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventSerializer;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ScheduledFuture;
import java.util.stream.Stream;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
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
 * Holds events until those committed before them are there. An event goes on when a watermark says that all servers are past it, when it was held for the longest
 * delay, or when too much is held; and with it goes what is in front of it in order. The watermark goes on behind the events that it frees.
 *
 * <p>Hot path: held events are on the heap, where they are merged without being decoded; a checkpoint writes them to state by key, so that they find their
 * lane again at another parallelism.
 */
final class EventSorter extends AbstractStreamOperator<Event>
        implements OneInputStreamOperator<Event, Event>, BoundedOneInput {
    private static final long serialVersionUID = 1L;
    private static final String HELD = "held";
    private static final String MARK = "gone";

    private final String component;
    private final long maxDelay;
    private final long maxHeld;
    private final boolean dropsLate;

    private transient ListState<Event> heldState;
    private transient ValueState<SortMark> markState;
    private transient Map<EventKey, SortGroup> groups;
    private transient ArrayDeque<HeldEvent> arrivals;
    private transient long arrival;
    private transient long count;
    private transient long bytes;
    private transient long watermark;
    private transient ScheduledFuture<?> timer;
    private transient ComponentMetrics figures;
    private transient Counter late;
    private transient Counter early;

    /**
     * @param maxDelay in milliseconds
     * @param maxHeld in bytes
     */
    EventSorter(String component, long maxDelay, long maxHeld, boolean dropsLate) {
        this.component = requireNonNull(component, "component");
        this.maxDelay = maxDelay;
        this.maxHeld = maxHeld;
        this.dropsLate = dropsLate;
    }

    @Override
    public void initializeState(StateInitializationContext context) throws Exception {
        super.initializeState(context);
        heldState = context.getKeyedStateStore().getListState(new ListStateDescriptor<>(HELD, new EventSerializer()));
        markState = context.getKeyedStateStore().getState(new ValueStateDescriptor<>(MARK, new SortMarkSerializer()));
        groups = new HashMap<>();
        arrivals = new ArrayDeque<>();
        watermark = Long.MIN_VALUE;
    }

    @Override
    public void open() throws Exception {
        super.open();
        figures = ComponentMetrics.of(getMetricGroup(), component);
        late = figures.group().counter("late");
        early = figures.group().counter("early");
        figures.group().gauge("held", () -> count);
        figures.group().gauge("heldBytes", () -> bytes);
        List<EventKey> keys;
        try (Stream<EventKey> stored = this.<EventKey>getKeyedStateBackend().getKeys(HELD, VoidNamespace.INSTANCE)) {
            keys = stored.distinct().toList();
        }
        for (EventKey key : keys) {
            setCurrentKey(key);
            SortGroup group = group(key);
            for (Event event : heldState.get()) {
                hold(event, group, now() + maxDelay);
            }
            group.takeChanged();
        }
        schedule();
    }

    @Override
    public void processElement(StreamRecord<Event> element) throws Exception {
        Event event = element.getValue();
        SortGroup group = group((EventKey) getCurrentKey());
        boolean isLate = group.isLate(event.origin());
        if (isLate) {
            late.inc();
            if (dropsLate) {
                figures.dropped(DropReason.LATE);
                return;
            }
        }
        HeldEvent held = hold(event, group, now() + maxDelay);
        if (isLate) {
            releaseUntil(held);
        }
        while (bytes > maxHeld) {
            HeldEvent first = firstHeld();
            early.inc();
            releaseUntil(first);
        }
        schedule();
    }

    private HeldEvent hold(Event event, SortGroup group, long deadline) {
        HeldEvent held = new HeldEvent(event, group, arrival++, deadline);
        group.add(held);
        arrivals.add(held);
        count++;
        bytes += held.bytes();
        return held;
    }

    private SortGroup group(EventKey key) throws Exception {
        SortGroup group = groups.get(key);
        if (group == null) {
            SortMark mark = markState.value();
            group = new SortGroup(key, mark == null ? SortMark.NONE : mark);
            groups.put(key, group);
        }
        return group;
    }

    /** The event that came first of those that are held; null when none is. */
    private HeldEvent firstHeld() {
        while (!arrivals.isEmpty() && arrivals.peek().isGone()) {
            arrivals.poll();
        }
        return arrivals.peek();
    }

    private void releaseUntil(HeldEvent last) {
        while (!last.isGone()) {
            release(last.group());
        }
    }

    private void release(SortGroup group) {
        HeldEvent next = group.take();
        count--;
        bytes -= next.bytes();
        long commitMillis = next.commitMicros() / 1000;
        output.collect(new StreamRecord<>(next.go(), commitMillis));
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        watermark = mark.getTimestamp();
        for (SortGroup group : groups.values()) {
            HeldEvent next = group.next();
            while (next != null && next.commitMicros() / 1000 <= watermark) {
                release(group);
                next = group.next();
            }
        }
        schedule();
        super.processWatermark(mark);
    }

    private void timeIsUp(long time) {
        timer = null;
        for (HeldEvent first = firstHeld(); first != null && first.deadline() <= now(); first = firstHeld()) {
            releaseUntil(first);
        }
        schedule();
    }

    private void schedule() {
        if (timer == null && firstHeld() != null) {
            timer = getProcessingTimeService().registerTimer(firstHeld().deadline(), this::timeIsUp);
        }
    }

    private long now() {
        return getProcessingTimeService().getCurrentProcessingTime();
    }

    @Override
    public void endInput() {
        for (HeldEvent first = firstHeld(); first != null; first = firstHeld()) {
            releaseUntil(first);
        }
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        for (SortGroup group : groups.values()) {
            if (group.takeChanged()) {
                setCurrentKey(group.key());
                heldState.update(group.held().stream().map(HeldEvent::event).toList());
                markState.update(group.mark());
            }
        }
    }
}
