package io.dbus.operator.throttle;

import io.dbus.event.Event;
import io.dbus.operator.state.EventSize;
import java.util.ArrayDeque;
import java.util.List;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/**
 * What is held: how much, and the watermarks that wait for the events that came before them. It knows those only by their number, so that an event that is gone takes no
 * memory, however long one that came before it waits.
 */
final class Arrivals {
    // What an event holds on the heap beside its images: origin, key, objects.
    private static final int OVERHEAD = 500;

    private final ArrayDeque<Stretch> stretches = new ArrayDeque<>(List.of(new Stretch()));
    private long held;
    private long bytes;

    /** The events between two watermarks, and the one behind them. */
    private static final class Stretch {
        private long held;
        private Watermark end; // Null: it has not come.
    }

    /** An event that is held. */
    static final class Held {
        private final Event event;
        private final Stretch stretch;

        private Held(Event event, Stretch stretch) {
            this.event = event;
            this.stretch = stretch;
        }

        Event event() {
            return event;
        }
    }

    /** How many events are held. */
    long held() {
        return held;
    }

    /** The bytes of the events that are held: their images, and what the rest of an event takes. */
    long bytes() {
        return bytes;
    }

    Held add(Event event) {
        Stretch stretch = stretches.getLast();
        Held added = new Held(event, stretch);
        stretch.held++;
        held++;
        bytes += EventSize.of(event) + OVERHEAD;
        return added;
    }

    void add(Watermark mark) {
        Stretch last = stretches.pollLast();
        if (last.held == 0 && !stretches.isEmpty()) {
            // Nothing that is held has come since the one before it.
            stretches.getLast().end = mark;
        } else {
            last.end = mark;
            stretches.add(last);
        }
        stretches.add(new Stretch());
    }

    /** The record of an event that goes on. */
    StreamRecord<Event> go(Held event) {
        event.stretch.held--;
        held--;
        bytes -= EventSize.of(event.event) + OVERHEAD;
        return new StreamRecord<>(
                event.event, event.event.origin().transaction().commitMicros() / 1000);
    }

    /** Takes out the watermark that waits for nothing any more; null when there is none. */
    Watermark freeWatermark() {
        Stretch first = stretches.getFirst();
        if (first.held > 0 || first.end == null) {
            return null;
        }
        stretches.removeFirst();
        return first.end;
    }
}
