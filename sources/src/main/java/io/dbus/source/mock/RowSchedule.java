package io.dbus.source.mock;

/**
 * When the rows of a split are due: the k-th since the split began here at k divided by the rate. What is late stays due, so that the rate holds in the mean however
 * long the pipeline pressed back, and nothing adds up.
 */
final class RowSchedule {
    private final double nanosPerRow;
    private final long beginNanos;
    private long done;
    private long early;

    /**
     * A schedule.
     *
     * @param rowsPerSecond the rate of the split; 0 when all rows are due at once
     * @param phase 0 to 1, the place of the first row in the time between two rows
     */
    RowSchedule(double rowsPerSecond, double phase, long nowNanos) {
        this.nanosPerRow = rowsPerSecond > 0 ? 1e9 / rowsPerSecond : 0;
        this.beginNanos = nowNanos + (long) (phase * nanosPerRow);
    }

    /** How many nanoseconds are left until the next row is due; not positive when it is. */
    long nanosLeft(long nowNanos) {
        if (nanosPerRow == 0 || early > 0) {
            return 0;
        }
        return beginNanos + (long) (done * nanosPerRow) - nowNanos;
    }

    /** A row went out. */
    void sent() {
        if (early > 0) {
            early--;
        } else {
            done++;
        }
    }

    /** So many rows are due at once, beside those that are due by the rate. */
    void burst(long rows) {
        early += rows;
    }
}
