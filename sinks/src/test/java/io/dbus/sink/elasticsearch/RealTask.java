package io.dbus.sink.elasticsearch;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.util.function.ThrowingRunnable;

/** The thread of the test as a task's, in real time. */
final class RealTask implements TaskThread, AutoCloseable {
    private final BlockingQueue<ThrowingRunnable<Exception>> actions = new LinkedBlockingQueue<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

    @Override
    public long nanoTime() {
        return System.nanoTime();
    }

    @Override
    public void execute(ThrowingRunnable<Exception> action, String description) {
        actions.add(action);
    }

    @Override
    public void executeIn(long nanos, ThrowingRunnable<Exception> action, String description) {
        timer.schedule(() -> actions.add(action), nanos, TimeUnit.NANOSECONDS);
    }

    @Override
    public void runNext() throws InterruptedException {
        try {
            actions.take().run();
        } catch (InterruptedException | RuntimeException e) {
            throw e;
        } catch (Exception e) {
            throw new VirtualTask.Thrown(e);
        }
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
