package io.dbus.source.mysql.gtid;

import java.util.Arrays;

/**
 * A set of numbers as disjoint, ascending intervals that do not touch. Mutable, so that one number more costs no copy; a {@link
 * GtidSet} never changes those it holds.
 */
final class Intervals {
    /** First and last number of each interval in turn, both inclusive. */
    private long[] bounds;

    private int size;

    Intervals() {
        this.bounds = new long[4];
    }

    private Intervals(long[] bounds, int size) {
        this.bounds = bounds;
        this.size = size;
    }

    Intervals copy() {
        return new Intervals(Arrays.copyOf(bounds, Math.max(4, size)), size);
    }

    /** How many intervals there are. */
    int count() {
        return size / 2;
    }

    boolean isEmpty() {
        return size == 0;
    }

    long first(int interval) {
        return bounds[2 * interval];
    }

    long last(int interval) {
        return bounds[2 * interval + 1];
    }

    boolean contains(long first, long last) {
        int at = endingAtOrAfter(first);
        return at < count() && first(at) <= first && last <= last(at);
    }

    /** Adds the numbers from first to last, both inclusive; first must be at least 1. */
    void add(long first, long last) {
        int from = endingAtOrAfter(first - 1);
        if (from == count()) {
            insert(from, first, last);
            return;
        }
        if (first(from) > last + 1) {
            insert(from, first, last);
            return;
        }
        int to = from;
        while (to + 1 < count() && first(to + 1) <= last + 1) {
            to++;
        }
        long start = Math.min(first, first(from));
        long end = Math.max(last, last(to));
        remove(from + 1, to + 1);
        bounds[2 * from] = start;
        bounds[2 * from + 1] = end;
    }

    void addAll(Intervals other) {
        for (int i = 0; i < other.count(); i++) {
            add(other.first(i), other.last(i));
        }
    }

    /** These numbers without those of another. */
    Intervals minus(Intervals other) {
        Intervals result = new Intervals();
        for (int i = 0; i < count(); i++) {
            long from = first(i);
            for (int j = other.endingAtOrAfter(from);
                    j < other.count() && other.first(j) <= last(i) && from <= last(i);
                    j++) {
                if (other.first(j) > from) {
                    result.add(from, other.first(j) - 1);
                }
                from = other.last(j) + 1;
            }
            if (from <= last(i)) {
                result.add(from, last(i));
            }
        }
        return result;
    }

    boolean containsAll(Intervals other) {
        for (int i = 0; i < other.count(); i++) {
            if (!contains(other.first(i), other.last(i))) {
                return false;
            }
        }
        return true;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Intervals intervals
                && Arrays.equals(bounds, 0, size, intervals.bounds, 0, intervals.size);
    }

    @Override
    public int hashCode() {
        int hash = 1;
        for (int i = 0; i < size; i++) {
            hash = 31 * hash + Long.hashCode(bounds[i]);
        }
        return hash;
    }

    /** Appends {@code :1-3:5}. */
    void appendTo(StringBuilder text) {
        for (int i = 0; i < count(); i++) {
            text.append(':').append(first(i));
            if (last(i) != first(i)) {
                text.append('-').append(last(i));
            }
        }
    }

    /** The index of the first interval whose last number is at least this one; {@link #count()} when there is none. */
    private int endingAtOrAfter(long number) {
        // Transactions mostly come in order: look at the last interval first.
        int low = 0;
        int high = count();
        if (high > 0 && last(high - 1) < number) {
            return high;
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (last(middle) < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private void insert(int interval, long first, long last) {
        if (size + 2 > bounds.length) {
            bounds = Arrays.copyOf(bounds, bounds.length * 2);
        }
        int at = 2 * interval;
        System.arraycopy(bounds, at, bounds, at + 2, size - at);
        bounds[at] = first;
        bounds[at + 1] = last;
        size += 2;
    }

    private void remove(int from, int to) {
        System.arraycopy(bounds, 2 * to, bounds, 2 * from, size - 2 * to);
        size -= 2 * (to - from);
    }
}
