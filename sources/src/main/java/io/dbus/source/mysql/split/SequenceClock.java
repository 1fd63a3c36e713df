package io.dbus.source.mysql.split;

/**
 * The hybrid logical clock that numbers the row changes of a server: {@code max(previous + 1, commit time in nanoseconds)}. Its
 * numbers only grow and never tie, and come out the same when the same rows are read again from the same state. They compare only
 * within one server entry. Not thread-safe.
 */
public final class SequenceClock {
    /** How far the clock goes forward when another server takes over, in nanoseconds. */
    static final long TAKEOVER_NANOS = 60_000_000_000L;

    private long last;

    /** A clock that goes on after a sequence; 0 for a clock that has given none. */
    public SequenceClock(long last) {
        this.last = last;
    }

    /**
     * The next number.
     *
     * @param commitMicros the commit time in microseconds since the epoch
     */
    public long next(long commitMicros) {
        long after = Math.addExact(last, 1);
        last = Math.max(after, Math.multiplyExact(commitMicros, 1000));
        return last;
    }

    /** The last number given, or what the clock was moved to since; 0 when neither. */
    public long last() {
        return last;
    }

    /**
     * Moves the clock a minute ahead of all that it gave, because another server goes on with the stream: replicas may have interleaved
     * transactions in another order, so that rows which commit times put after others may come before them.
     *
     * <p>All that it gave is more than it knows of where a restart went back to an older state. That was at most the present time, which no commit time passes by
     * more than clocks differ: so it goes on from there, or from its own time if that is later. The new time must be in the state before a number that follows is
     * used, or a restart would not count in the same way.
     *
     * @param nowMillis the present time, in milliseconds since the epoch
     */
    public void takeOver(long nowMillis) {
        last = Math.addExact(Math.max(last, Math.multiplyExact(nowMillis, 1_000_000L)), TAKEOVER_NANOS);
    }
}
