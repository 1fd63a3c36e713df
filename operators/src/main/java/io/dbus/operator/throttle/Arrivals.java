package io.dbus.operator.throttle;

import io.dbus.event.Event;
import io.dbus.operator.state.EventSize;
import java.util.ArrayDeque;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** What is held, in the order in which it came: events, and the watermarks that wait for those before them. */
final class Arrivals {
    // What an event holds on the heap beside its images: origin, key, objects.
    private static final int OVERHEAD = 500;

    // Of Held and Watermark.
    private final ArrayDeque<Object> order = new ArrayDeque<>();
    private long held;
    private long bytes;

    /** An event that is held. */
    static final class Held {
        private final Event event;
        private boolean gone;

        private Held(Event event) {
            this.event = event;
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
        Held added = new Held(event);
        order.add(added);
        held++;
        bytes += EventSize.of(event) + OVERHEAD;
        return added;
    }

    void add(Watermark mark) {
        if (order.peekLast() instanceof Watermark) {
            order.pollLast();
        }
        order.add(mark);
    }

    /** The record of an event that goes on. */
    StreamRecord<Event> go(Held event) {
        event.gone = true;
        held--;
        bytes -= EventSize.of(event.event) + OVERHEAD;
        return new StreamRecord<>(
                event.event, event.event.origin().transaction().commitMicros() / 1000);
    }

    /** Takes out the watermark that waits for nothing any more; null when there is none. */
    Watermark freeWatermark() {
        while (order.peek() instanceof Held first && first.gone) {
            order.poll();
        }
        return order.peek() instanceof Watermark ? (Watermark) order.poll() : null;
    }
}
