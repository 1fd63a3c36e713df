package io.dbus.operator.throttle;

import java.io.Serializable;
import java.util.concurrent.TimeUnit;

/** How an instance waits. A test waits without time. */
@FunctionalInterface
interface Pause extends Serializable {
    /** The longest pause at once, so that a cancelled job never waits long. */
    long LONGEST_MILLIS = 100;

    /** Sleeps; Flink interrupts it when it cancels the task. */
    Pause SLEEP = TimeUnit.MILLISECONDS::sleep;

    void millis(long millis) throws InterruptedException;

    /** Waits so many nanoseconds, or less: no longer than {@link #LONGEST_MILLIS}. */
    default void upTo(long nanos) throws InterruptedException {
        millis(Math.min(LONGEST_MILLIS, nanos / 1_000_000 + 1));
    }
}
