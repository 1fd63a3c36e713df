package io.dbus.operator.throttle;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.operator.throttle.Arrivals.Held;
import java.util.ArrayDeque;
import java.util.List;

/** The line of one group: its limits, and the events that wait, first in, first out. Times are in nanoseconds of processing time. */
final class ThrottleGroup {
    private final EventKey key;
    private final Limits.Buckets buckets;
    private final ArrayDeque<Held> line = new ArrayDeque<>();
    private boolean changed;
    private boolean stored;

    /**
     * When a group's first event may go on.
     *
     * @param at in nanoseconds of processing time
     */
    record Turn(long at, ThrottleGroup group) implements Comparable<Turn> {
        @Override
        public int compareTo(Turn other) {
            return Long.compare(at, other.at);
        }
    }

    ThrottleGroup(EventKey key, Limits.Buckets buckets) {
        this.key = key;
        this.buckets = buckets;
    }

    EventKey key() {
        return key;
    }

    boolean isEmpty() {
        return line.isEmpty();
    }

    /** Whether an event that comes now can go on now. */
    boolean isOpenTo(Event event, long now) {
        return line.isEmpty() && buckets.nanosUntil(event, now) == 0;
    }

    /** Counts an event that goes on without waiting. */
    void pass(Event event) {
        buckets.take(event);
    }

    void add(Held event) {
        line.add(event);
        changed = true;
    }

    /** How long it is until the first in line can go on. */
    long nanosUntilFirst(long now) {
        return buckets.nanosUntil(line.peek().event(), now);
    }

    /** When the first in line can go on. */
    Turn turn(long now) {
        return new Turn(now + nanosUntilFirst(now), this);
    }

    /** Takes the first in line out and counts it. */
    Held poll() {
        Held first = line.poll();
        buckets.take(first.event());
        changed = true;
        return first;
    }

    /** Whether nothing would be lost by forgetting the group. */
    boolean isIdle(long now) {
        return line.isEmpty() && !changed && !stored && buckets.areFull(now);
    }

    /** What is in line, when it may differ from what was stored last; from now on it does not. Null when it does not differ. */
    List<Event> takeChanged() {
        if (!changed) {
            return null;
        }
        changed = false;
        stored = !line.isEmpty();
        return line.stream().map(Held::event).toList();
    }
}
