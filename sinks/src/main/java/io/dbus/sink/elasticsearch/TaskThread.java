package io.dbus.sink.elasticsearch;

import org.apache.flink.util.function.ThrowingRunnable;

/** The thread on which a writer runs, and its clock. */
interface TaskThread {
    /** A clock in nanoseconds that only means something in comparison. */
    long nanoTime();

    /** Runs something on the thread, soon; may be called on any thread. Does nothing when the writer is closed. */
    void execute(ThrowingRunnable<Exception> action, String description);

    /** Runs something on the thread after a while, in nanoseconds. */
    void executeIn(long nanos, ThrowingRunnable<Exception> action, String description);

    /** Waits for something to run, and runs it. Called on the thread itself. */
    void runNext() throws InterruptedException;
}
