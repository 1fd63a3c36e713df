package io.dbus.source.mysql.reader;

/**
 * How many bytes of one server may be between its fetcher and the emitter. The fetcher waits here, and nowhere else, for a slow
 * pipeline; the reader's thread never waits. Thread-safe.
 */
final class ByteBudget {
    private final long limit;
    private long used;
    private boolean woken;

    /** A budget of so many bytes; the batch that passes the limit is still let through. */
    ByteBudget(long limit) {
        this.limit = limit;
    }

    /**
     * Waits until less than the limit is in use.
     *
     * @return false when {@link #wakeUp} ended the wait
     */
    synchronized boolean awaitRoom() {
        boolean interrupted = false;
        while (used >= limit && !woken) {
            try {
                wait();
            } catch (InterruptedException e) {
                interrupted = true;
                woken = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        woken = false;
        return used < limit;
    }

    synchronized void take(long bytes) {
        used += bytes;
    }

    synchronized void giveBack(long bytes) {
        used -= bytes;
        notifyAll();
    }

    /** Ends the current wait, or the next one if none is on. */
    synchronized void wakeUp() {
        woken = true;
        notifyAll();
    }

    synchronized long used() {
        return used;
    }
}
