package io.dbus.source.mock;

import java.util.ArrayList;
import java.util.List;

/** The faults that are still to happen in a split. */
final class SplitFaults {
    private final List<Fault> faults;
    private final int split;
    private final int splits;
    private final long[] next;
    private long soonest = Long.MAX_VALUE;

    /**
     * The faults of a split.
     *
     * @param from the number in the source of the row with which the split goes on
     */
    SplitFaults(List<Fault> faults, int split, int splits, long from) {
        this.faults = faults;
        this.split = split;
        this.splits = splits;
        this.next = new long[faults.size()];
        for (int i = 0; i < next.length; i++) {
            advance(i, from);
        }
        findSoonest();
    }

    /** Whether something goes wrong at the row of a number. */
    boolean areAt(long number) {
        return number == soonest;
    }

    /** What goes wrong at the soonest row that has faults. */
    List<Fault> take() {
        List<Fault> taken = new ArrayList<>();
        long number = soonest;
        for (int i = 0; i < next.length; i++) {
            if (next[i] == number) {
                taken.add(faults.get(i));
                advance(i, number + 1);
            }
        }
        findSoonest();
        return taken;
    }

    /** Numbers of one fault fall on the splits in turn, so that after one round of them none falls on this one that did not before. */
    private void advance(int fault, long from) {
        long candidate = faults.get(fault).next(from);
        for (int i = 0; i < splits && candidate != Long.MAX_VALUE && candidate % splits != split; i++) {
            candidate = faults.get(fault).next(candidate + 1);
        }
        next[fault] = candidate != Long.MAX_VALUE && candidate % splits == split ? candidate : Long.MAX_VALUE;
    }

    private void findSoonest() {
        soonest = Long.MAX_VALUE;
        for (long number : next) {
            soonest = Math.min(soonest, number);
        }
    }
}
