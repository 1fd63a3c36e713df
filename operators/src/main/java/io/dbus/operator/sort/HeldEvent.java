package io.dbus.operator.sort;

import io.dbus.event.Event;
import io.dbus.operator.state.EventSize;
import java.util.Comparator;

/** An event that is held for others. */
final class HeldEvent {
    /** The order of one server's events. */
    static final Comparator<HeldEvent> BY_SEQUENCE = Comparator.comparingLong(
                    (HeldEvent held) -> held.event.origin().sequence())
            .thenComparingLong(held -> held.arrival);

    // What an event holds on the heap beside its images: origin, key, objects. Measured about 450 bytes.
    private static final int OVERHEAD = 500;

    private Event event;
    private final SortGroup group;
    private final long arrival;
    private final long deadline;
    private final long bytes;

    /**
     * @param arrival its number in the order in which events came
     * @param deadline when it must go on, in milliseconds of processing time
     */
    HeldEvent(Event event, SortGroup group, long arrival, long deadline) {
        this.event = event;
        this.group = group;
        this.arrival = arrival;
        this.deadline = deadline;
        this.bytes = EventSize.of(event) + OVERHEAD;
    }

    /** The event; null once it has gone on. */
    Event event() {
        return event;
    }

    SortGroup group() {
        return group;
    }

    long arrival() {
        return arrival;
    }

    long deadline() {
        return deadline;
    }

    long bytes() {
        return bytes;
    }

    long commitMicros() {
        return event.origin().transaction().commitMicros();
    }

    boolean isGone() {
        return event == null;
    }

    /** It goes on, and is not held any more: what still knows of it waits for one that came before it, maybe long. */
    Event go() {
        Event going = event;
        event = null;
        return going;
    }
}
