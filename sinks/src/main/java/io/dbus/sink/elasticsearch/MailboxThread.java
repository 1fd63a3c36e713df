package io.dbus.sink.elasticsearch;

import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.operators.MailboxExecutor;
import org.apache.flink.util.function.ThrowingRunnable;

/**
 * The thread of a task of Flink's. Times are kept by a timer of its own: Flink's processing time service stands still at the end of the input, where the last
 * operations may still have to be repeated.
 */
final class MailboxThread implements TaskThread, AutoCloseable {
    private final MailboxExecutor mailbox;
    private final ScheduledExecutorService timer;
    private volatile boolean closed;

    MailboxThread(MailboxExecutor mailbox, String component) {
        this.mailbox = mailbox;
        this.timer = Executors.newSingleThreadScheduledExecutor(task -> {
            Thread thread = new Thread(task, "elasticsearch-timer-" + component);
            thread.setDaemon(true);
            return thread;
        });
    }

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void execute(ThrowingRunnable<Exception> action, String description) {
        if (closed) {
            return;
        }
        try {
            mailbox.execute(
                    () -> {
                        if (!closed) {
                            action.run();
                        }
                    },
                    description);
        } catch (RejectedExecutionException e) {
            // The task has ended and takes no more; whoever ended it knows why.
            closed = true;
        }
    }

    @Override
    public void executeIn(long nanos, ThrowingRunnable<Exception> action, String description) {
        if (!closed) {
            timer.schedule(() -> execute(action, description), Math.max(0, nanos), TimeUnit.NANOSECONDS);
        }
    }

    @Override
    public void runNext() throws InterruptedException {
        mailbox.yield();
    }

    @Override
    public void close() {
        closed = true;
        timer.shutdownNow();
    }
}
