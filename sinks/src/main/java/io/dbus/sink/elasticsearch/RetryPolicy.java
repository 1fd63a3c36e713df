package io.dbus.sink.elasticsearch;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.util.random.RandomGenerator;
import org.apache.flink.configuration.ReadableConfig;

/**
 * When a failed operation is tried again, and for how long.
 *
 * @param first the longest pause before the second try; it doubles from try to try
 * @param most the longest pause there is
 * @param within how long an operation may be under way, from its first try on
 */
record RetryPolicy(Duration first, Duration most, Duration within) implements Serializable {
    private static final long serialVersionUID = 1L;
    private static final int DOUBLINGS = 30;

    RetryPolicy {
        requireNonNull(first, "first");
        requireNonNull(most, "most");
        requireNonNull(within, "within");
    }

    static RetryPolicy of(ReadableConfig options) {
        return new RetryPolicy(
                options.get(ElasticsearchSinkOptions.BACKOFF_DELAY),
                options.get(ElasticsearchSinkOptions.BACKOFF_MAX_DELAY),
                options.get(ElasticsearchSinkOptions.RETRY_TIMEOUT));
    }

    /** The pause after so many failures, at least one, in nanoseconds: somewhere in the upper half, so that writers that failed together do not come back together. */
    long pauseNanos(int failures, RandomGenerator random) {
        long doubled = first.toNanos() << Math.min(failures - 1, DOUBLINGS);
        boolean overflown = doubled >> Math.min(failures - 1, DOUBLINGS) != first.toNanos();
        long pause = overflown ? most.toNanos() : Math.min(most.toNanos(), doubled);
        return pause - (long) (random.nextDouble() * (pause / 2));
    }
}
