package io.dbus.operator.complete;

import io.dbus.event.Origin;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The last truncates of a table, by which a row from before one is told. More than one, as rows of earlier sequences may come after a truncate. Immutable.
 *
 * @param marks in the order of their sequences, for each server the last {@value #KEPT}
 */
record Truncates(List<Mark> marks) {
    static final Truncates NONE = new Truncates(List.of());
    static final int KEPT = 16;

    /** A truncate on a server. */
    record Mark(String source, String server, long sequence) {
        boolean isOf(Origin origin) {
            return server.equals(origin.transaction().server())
                    && source.equals(origin.transaction().source());
        }
    }

    Truncates {
        marks = List.copyOf(marks);
    }

    /** These and another one. */
    Truncates with(Origin origin) {
        Mark added =
                new Mark(origin.transaction().source(), origin.transaction().server(), origin.sequence());
        List<Mark> all = new ArrayList<>(marks);
        if (!all.contains(added)) {
            all.add(added);
        }
        all.sort(Comparator.comparingLong(Mark::sequence));
        if (all.stream().filter(mark -> mark.isOf(origin)).count() > KEPT) {
            all.remove(
                    all.stream().filter(mark -> mark.isOf(origin)).findFirst().orElseThrow());
        }
        return new Truncates(all);
    }

    /** Whether a truncate came, or may have come, between what is known since a sequence and an event of the same server. */
    boolean parts(long known, Origin event) {
        int count = 0;
        long oldest = Long.MAX_VALUE;
        for (Mark mark : marks) {
            if (mark.isOf(event)) {
                if (known < mark.sequence() && mark.sequence() < event.sequence()) {
                    return true;
                }
                count++;
                oldest = Math.min(oldest, mark.sequence());
            }
        }
        // Those before the ones that are kept are not known any more.
        return count == KEPT && event.sequence() < oldest;
    }
}
