package io.dbus.source.stream;

/** Waits that another thread can end. */
final class Wait {
    private boolean woken;

    /** Waits so long, or until woken. */
    synchronized void milliseconds(long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        while (!woken) {
            long left = (end - System.nanoTime()) / 1_000_000;
            if (left <= 0) {
                break;
            }
            wait(left);
        }
        woken = false;
    }

    /** Ends the current wait, or the next one if none is on. */
    synchronized void wakeUp() {
        woken = true;
        notifyAll();
    }
}
