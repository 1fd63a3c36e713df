package io.dbus.operator.throttle;

/**
 * A limit of so much per second, with a burst. What is larger than a burst is taken when a burst would be free, and paid for afterwards; so the limit holds over
 * time whatever the sizes. Time is given, in nanoseconds; where it goes back, as a machine's clock that is set does, nothing is gained and it goes on from there.
 */
final class TokenBucket {
    private static final double NANOS = 1e9;

    private final double perSecond;
    private final double burst;
    private double tokens;
    private long since;

    /**
     * A bucket.
     *
     * @param perSecond the limit
     * @param burst how much there can be at once
     * @param full whether it begins with that; else it begins empty
     */
    TokenBucket(double perSecond, double burst, boolean full, long now) {
        this.perSecond = perSecond;
        this.burst = burst;
        this.tokens = full ? burst : 0;
        this.since = now;
    }

    /** How many nanoseconds it is until so much can be taken; 0 when it can be now. */
    long nanosUntil(double cost, long now) {
        refill(now);
        double lacking = Math.min(cost, burst) - tokens;
        return lacking <= 0 ? 0 : (long) Math.ceil(lacking / perSecond * NANOS);
    }

    /** Takes so much, whether it is there or not. */
    void take(double cost) {
        tokens -= cost;
    }

    /** Whether it holds all it can: then a new one that is filled differs in nothing. */
    boolean isFull(long now) {
        refill(now);
        return tokens >= burst;
    }

    private void refill(long now) {
        if (now > since) {
            tokens = Math.min(burst, tokens + (now - since) / NANOS * perSecond);
        }
        since = now;
    }
}
