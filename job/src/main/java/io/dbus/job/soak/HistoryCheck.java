package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whether records tell a history: each operation of each key once, in order, none left out and none too many, all of a key in one partition, with
 * sequences that grow. The records are shown to it one by one, those of a partition in their order. Not thread-safe.
 */
final class HistoryCheck {
    private final KeyHistory owed;
    private final Map<String, Told> keys = new HashMap<>();
    private final Map<String, String> rows = new TreeMap<>();
    private final Map<String, Long> sequences = new HashMap<>();
    private long records;
    private String difference = "";

    /**
     * A change as a record tells it.
     *
     * @param key the row's key
     * @param operation {@code c}, {@code u} or {@code d}
     * @param version of the row after the operation; of a deleted row its last
     * @param sequence its place among all changes of its server
     * @param row the row after the operation, as one text; of a deleted row its last
     * @param place where the record is, for messages
     * @param partition the record's partition
     */
    record Change(String key, char operation, long version, long sequence, String row, String place, int partition) {
        Change {
            requireNonNull(key, "key");
            requireNonNull(row, "row");
            requireNonNull(place, "place");
        }
    }

    /** What the records of a key have told so far. */
    private static final class Told {
        private final String operations;
        private final int partition;
        private int seen;
        private long version;
        private long sequence = Long.MIN_VALUE;

        private Told(String operations, int partition) {
            this.operations = operations;
            this.partition = partition;
        }

        /** What is wrong with the change as the next one; empty when nothing is. */
        private String accept(Change change) {
            if (seen == operations.length()) {
                return "is one more than the " + seen + " changes that were made";
            }
            char operation = operations.charAt(seen);
            long next = operation == KeyHistory.DELETE ? version : version + 1;
            if (change.operation() != operation || change.version() != next) {
                return "is " + change.operation() + " to version " + change.version() + " where change " + (seen + 1)
                        + " of " + operations.length() + " is " + operation + " to version " + next;
            }
            if (change.partition() != partition) {
                return "is not in partition " + partition + " as the changes before it";
            }
            if (change.sequence() <= sequence) {
                return "has sequence " + change.sequence() + ", which is not above " + sequence
                        + " of the change before it";
            }
            seen++;
            version = next;
            sequence = change.sequence();
            return "";
        }
    }

    HistoryCheck(KeyHistory owed) {
        this.owed = requireNonNull(owed, "owed");
    }

    /** The next record. */
    void accept(Change change) {
        records++;
        String wrong = keys.computeIfAbsent(change.key(), key -> new Told(owed.operations(key), change.partition()))
                .accept(change);
        if (!wrong.isEmpty() && difference.isEmpty()) {
            difference = "the record of key " + change.key() + " at " + change.place() + " " + wrong;
        }
        if (change.operation() == KeyHistory.DELETE) {
            rows.remove(change.key());
            sequences.remove(change.key());
        } else {
            rows.put(change.key(), change.row());
            sequences.put(change.key(), change.sequence());
        }
    }

    /** How many records it was shown. */
    long records() {
        return records;
    }

    /** The rows that the records leave, by key. */
    Map<String, String> rows() {
        return rows;
    }

    /** The sequence of the last change of each row that is there. */
    Map<String, Long> sequences() {
        return sequences;
    }

    /** The first thing that is wrong, with all records seen; empty when they tell exactly what was done. */
    String difference() {
        if (!difference.isEmpty()) {
            return difference + counts();
        }
        for (String key : owed.keys()) {
            Told told = keys.get(key);
            int seen = told == null ? 0 : told.seen;
            String operations = owed.operations(key);
            if (seen < operations.length()) {
                return "key " + key + " was changed " + operations.length() + " times, of which the last "
                        + (operations.length() - seen) + " are not there" + counts();
            }
        }
        return "";
    }

    private String counts() {
        return "; " + owed.size() + " changes were made, " + records + " records are there";
    }
}
