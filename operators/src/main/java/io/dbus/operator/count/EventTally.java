package io.dbus.operator.count;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.operator.OperatorRejects;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.state.EventSize;
import io.dbus.reject.RejectReason;
import io.dbus.reject.RejectsFactory;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.runtime.state.StateSnapshotContext;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * Counts the events of each lane, and sends the tallies on to where those of one group meet: so that no row crosses the exchange to be counted, and a group
 * with many rows is counted in all lanes. It keeps nothing over a checkpoint: tallies leave in front of the barrier.
 */
final class EventTally extends AbstractStreamOperator<Tally>
        implements OneInputStreamOperator<Event, Tally>, BoundedOneInput {
    /** How long a tally stays here at most, in milliseconds. */
    static final long FLUSH_MILLIS = 200;

    private static final long serialVersionUID = 1L;
    private static final int KEPT = 10_000;

    private final String component;
    private final RejectsFactory factory;
    private final CountGroups groups;
    private final long window;
    private final CountTime time;

    private transient Map<Cell, Sum> sums;
    private transient OperatorRejects rejects;
    private transient ComponentMetrics figures;
    private transient boolean scheduled;

    private record Cell(List<String> group, long window) {}

    private static final class Sum {
        private long count;
        private long bytes;
    }

    /**
     * @param window the length of windows in milliseconds
     */
    EventTally(String component, RejectsFactory factory, CountGroups groups, long window, CountTime time) {
        this.component = requireNonNull(component, "component");
        this.factory = requireNonNull(factory, "factory");
        this.groups = requireNonNull(groups, "groups");
        this.window = window;
        this.time = requireNonNull(time, "time");
    }

    @Override
    public void open() throws Exception {
        super.open();
        sums = new HashMap<>();
        figures = ComponentMetrics.of(getMetricGroup(), component);
        rejects = OperatorRejects.open(factory, getRuntimeContext(), component, figures);
    }

    @Override
    public void processElement(StreamRecord<Event> element) throws Exception {
        Event event = element.getValue();
        if (event instanceof SchemaChange) {
            figures.dropped(DropReason.SCHEMA_CHANGE);
        } else if (event instanceof Truncate && !groups.countTruncates()) {
            figures.dropped(DropReason.TRUNCATE);
        } else {
            try {
                count(event);
            } catch (UnfitEventException e) {
                rejects.reject(event, e);
            } catch (RowDecodeException e) {
                rejects.reject(event, e);
            }
        }
    }

    private void count(Event event) {
        if (event instanceof Message) {
            throw new UnfitEventException(
                    RejectReason.WRONG_KIND,
                    "count speaks of row changes, and this is a message",
                    "give the component only inputs that carry row changes");
        }
        long at = time == CountTime.COMMIT
                ? event.origin().transaction().commitMicros() / 1000
                : getProcessingTimeService().getCurrentProcessingTime();
        Sum sum = sums.computeIfAbsent(new Cell(groups.of(event), at - Math.floorMod(at, window)), cell -> new Sum());
        sum.count++;
        sum.bytes += event instanceof RowChange ? EventSize.of(event) : 0;
        if (sums.size() >= KEPT) {
            flush();
        } else if (!scheduled) {
            scheduled = true;
            getProcessingTimeService()
                    .registerTimer(getProcessingTimeService().getCurrentProcessingTime() + FLUSH_MILLIS, now -> {
                        scheduled = false;
                        flush();
                    });
        }
    }

    private void flush() {
        sums.forEach((cell, sum) -> output.collect(
                new StreamRecord<>(new Tally(cell.group(), cell.window(), sum.count, sum.bytes, false))));
        sums.clear();
    }

    @Override
    public void processWatermark(Watermark mark) throws Exception {
        flush();
        super.processWatermark(mark);
    }

    @Override
    public void prepareSnapshotPreBarrier(long checkpoint) throws Exception {
        super.prepareSnapshotPreBarrier(checkpoint);
        flush();
    }

    @Override
    public void snapshotState(StateSnapshotContext context) throws Exception {
        super.snapshotState(context);
        rejects.flush();
    }

    @Override
    public void endInput() {
        flush();
    }

    @Override
    public void close() throws Exception {
        if (rejects != null) {
            rejects.close();
        }
        super.close();
    }
}
