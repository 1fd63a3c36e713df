package io.dbus.sink.elasticsearch;

import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.PriorityQueue;
import java.util.Queue;
import org.apache.flink.util.function.ThrowingRunnable;

/** A task's thread whose time goes on only when there is nothing to do. */
final class VirtualTask implements TaskThread {
    /** Wraps what an action threw, as Flink's mailbox does. */
    static final class Thrown extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Thrown(Exception cause) {
            super(cause);
        }
    }

    private record Timer(long at, int number, ThrowingRunnable<Exception> action) {}

    private final Queue<ThrowingRunnable<Exception>> actions = new ArrayDeque<>();
    private final PriorityQueue<Timer> timers =
            new PriorityQueue<>(Comparator.comparingLong(Timer::at).thenComparingInt(Timer::number));
    private long now = Long.MAX_VALUE - 1_000;
    private long elapsed;
    private int number;

    @Override
    public long nanoTime() {
        return now;
    }

    @Override
    public void execute(ThrowingRunnable<Exception> action, String description) {
        actions.add(action);
    }

    @Override
    public void executeIn(long nanos, ThrowingRunnable<Exception> action, String description) {
        timers.add(new Timer(elapsed + Math.max(0, nanos), number++, action));
    }

    /** The same thread as one writer has it, until it dies: then nothing of that writer's is done any more. */
    final class Mortal implements TaskThread {
        private boolean dead;

        void die() {
            dead = true;
        }

        @Override
        public long nanoTime() {
            return VirtualTask.this.nanoTime();
        }

        @Override
        public void execute(ThrowingRunnable<Exception> action, String description) {
            VirtualTask.this.execute(living(action), description);
        }

        @Override
        public void executeIn(long nanos, ThrowingRunnable<Exception> action, String description) {
            VirtualTask.this.executeIn(nanos, living(action), description);
        }

        private ThrowingRunnable<Exception> living(ThrowingRunnable<Exception> action) {
            return () -> {
                if (!dead) {
                    action.run();
                }
            };
        }

        @Override
        public void runNext() {
            VirtualTask.this.runNext();
        }
    }

    @Override
    public void runNext() {
        if (actions.isEmpty() && !timers.isEmpty()) {
            advanceTo(timers.peek().at());
            actions.add(timers.poll().action());
        }
        if (actions.isEmpty()) {
            throw new AssertionError("The thread waits for ever");
        }
        run(actions.poll());
    }

    /** Does all there is to do in the time that passes. */
    void pass(long nanos) {
        long end = elapsed + nanos;
        while (!actions.isEmpty() || !timers.isEmpty() && timers.peek().at() <= end) {
            runNext();
        }
        advanceTo(end);
    }

    /** How long it is since the start, in nanoseconds. */
    long elapsed() {
        return elapsed;
    }

    /** The clock begins near its end: what compares times by their difference does not mind that it overflows. */
    private void advanceTo(long at) {
        if (at > elapsed) {
            now += at - elapsed;
            elapsed = at;
        }
    }

    private static void run(ThrowingRunnable<Exception> action) {
        try {
            action.run();
        } catch (Exception e) {
            throw new Thrown(e);
        }
    }
}
