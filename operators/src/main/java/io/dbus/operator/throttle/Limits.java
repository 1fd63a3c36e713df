package io.dbus.operator.throttle;

import io.dbus.event.Event;
import io.dbus.operator.state.EventSize;
import java.io.Serializable;

/**
 * The limits of a component.
 *
 * @param rows events per second; infinite when there is no such limit
 * @param bytes bytes per second; infinite when there is no such limit
 * @param burstSeconds how much of them may go on at once, in seconds
 */
record Limits(double rows, double bytes, double burstSeconds) implements Serializable {
    /** The share of one of so many. */
    Limits share(int of) {
        return new Limits(rows / of, bytes / of, burstSeconds);
    }

    /** The buckets of one group, full or empty. */
    Buckets buckets(boolean full, long now) {
        return new Buckets(
                rows == Double.POSITIVE_INFINITY
                        ? null
                        : new TokenBucket(rows, Math.max(1, rows * burstSeconds), full, now),
                bytes == Double.POSITIVE_INFINITY
                        ? null
                        : new TokenBucket(bytes, Math.max(1, bytes * burstSeconds), full, now));
    }

    /**
     * Both limits of a group.
     *
     * @param rows null when there is no such limit
     * @param bytes null when there is no such limit
     */
    record Buckets(TokenBucket rows, TokenBucket bytes) {
        /** How many nanoseconds it is until the event can go on; 0 when it can now. */
        long nanosUntil(Event event, long now) {
            long nanos = rows == null ? 0 : rows.nanosUntil(1, now);
            return bytes == null ? nanos : Math.max(nanos, bytes.nanosUntil(EventSize.of(event), now));
        }

        void take(Event event) {
            if (rows != null) {
                rows.take(1);
            }
            if (bytes != null) {
                bytes.take(EventSize.of(event));
            }
        }

        boolean areFull(long now) {
            return (rows == null || rows.isFull(now)) && (bytes == null || bytes.isFull(now));
        }
    }
}
