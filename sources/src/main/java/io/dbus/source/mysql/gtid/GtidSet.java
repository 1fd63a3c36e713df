package io.dbus.source.mysql.gtid;

import static java.util.Objects.requireNonNull;

import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;

/**
 * A set of MySQL's GTIDs, tags included (MySQL Reference Manual, "GTID Sets"): the value of {@code gtid_executed} and the like.
 * Immutable; sets of the same GTIDs are equal and have the same text, which is the server's, without line ends.
 */
public final class GtidSet implements GtidPosition {
    private static final GtidSet EMPTY = new GtidSet(new TreeMap<>());

    /** Never changed, nor what it holds. */
    private final TreeMap<GtidOwner, Intervals> intervals;

    GtidSet(TreeMap<GtidOwner, Intervals> intervals) {
        this.intervals = intervals;
    }

    /** The set of no GTID. */
    public static GtidSet empty() {
        return EMPTY;
    }

    /**
     * The set of a text such as {@code uuid:1-5:7,uuid:tag:1-3}, as the server reads it: case and white space do not matter,
     * intervals may overlap, blank parts between commas are passed over.
     *
     * @throws IllegalArgumentException when the text is none; its message says what part and why
     */
    public static GtidSet parse(String text) {
        return GtidText.parse(requireNonNull(text, "text"));
    }

    /**
     * The set in the bytes of a PREVIOUS_GTIDS event's body without its checksum, in the format with tags or the one without.
     *
     * @throws IllegalArgumentException when the bytes are none; its message says why
     */
    public static GtidSet decode(byte[] bytes, int offset, int length) {
        return GtidBytes.decode(bytes, offset, length);
    }

    /**
     * The bytes that COM_BINLOG_DUMP_GTID takes: the format that all servers read, or, only when there is a tag, the one with
     * tags (MySQL 8.3 and later).
     */
    public byte[] encode() {
        return GtidBytes.encode(intervals);
    }

    @Override
    public boolean isEmpty() {
        return intervals.isEmpty();
    }

    /** Whether a GTID is in the set. */
    public boolean contains(MySqlGtid gtid) {
        Intervals numbers = intervals.get(new GtidOwner(gtid.source(), gtid.tag()));
        return numbers != null && numbers.contains(gtid.number(), gtid.number());
    }

    @Override
    public boolean containsAll(GtidPosition other) {
        if (other instanceof GtidSet set) {
            return containsAll(set);
        }
        if (other instanceof NoGtids) {
            return true;
        }
        throw new IllegalArgumentException("the GTIDs " + this + " are MySQL's, " + other + " are not");
    }

    /** The set with one GTID more. For many, use {@link #toBuilder()}. */
    public GtidSet with(MySqlGtid gtid) {
        return toBuilder().add(gtid).build();
    }

    /** The GTIDs that are in either set. */
    public GtidSet union(GtidSet other) {
        return toBuilder().addAll(other).build();
    }

    /** The GTIDs of this set that are not in the other. */
    public GtidSet minus(GtidSet other) {
        TreeMap<GtidOwner, Intervals> rest = new TreeMap<>();
        intervals.forEach((owner, numbers) -> {
            Intervals taken = other.intervals.get(owner);
            Intervals left = taken == null ? numbers : numbers.minus(taken);
            if (!left.isEmpty()) {
                rest.put(owner, left);
            }
        });
        return new GtidSet(rest);
    }

    @Override
    public String serialize() {
        return "mysql:" + this;
    }

    @Override
    public Builder toBuilder() {
        return new Builder(intervals);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof GtidSet set && intervals.equals(set.intervals);
    }

    @Override
    public int hashCode() {
        return intervals.hashCode();
    }

    /** As the server prints it, but on one line: {@code uuid:1-5:tag:1-3,uuid:1}. */
    @Override
    public String toString() {
        return GtidText.print(intervals);
    }

    private boolean containsAll(GtidSet other) {
        for (Map.Entry<GtidOwner, Intervals> entry : other.intervals.entrySet()) {
            Intervals numbers = intervals.get(entry.getKey());
            if (numbers == null || !numbers.containsAll(entry.getValue())) {
                return false;
            }
        }
        return true;
    }

    /** A set in the making; one GTID more costs no copy. Not thread-safe. */
    public static final class Builder implements GtidPosition.Builder {
        private final TreeMap<GtidOwner, Intervals> intervals = new TreeMap<>();
        private GtidOwner lastOwner;
        private Intervals lastNumbers;

        private Builder(Map<GtidOwner, Intervals> from) {
            from.forEach((owner, numbers) -> intervals.put(owner, numbers.copy()));
        }

        @Override
        public Builder add(Gtid gtid) {
            MySqlGtid added = mySql(gtid);
            return add(added.source(), added.tag(), added.number(), added.number());
        }

        /** Adds the numbers from first (at least 1) to last, both inclusive. */
        Builder add(UUID source, String tag, long first, long last) {
            numbers(source, tag).add(first, last);
            return this;
        }

        /** Adds all GTIDs of a set. */
        public Builder addAll(GtidSet set) {
            set.intervals.forEach(
                    (owner, numbers) -> numbers(owner.uuid(), owner.tag()).addAll(numbers));
            return this;
        }

        @Override
        public boolean contains(Gtid gtid) {
            MySqlGtid wanted = mySql(gtid);
            Intervals numbers = intervals.get(new GtidOwner(wanted.source(), wanted.tag()));
            return numbers != null && numbers.contains(wanted.number(), wanted.number());
        }

        @Override
        public GtidSet build() {
            TreeMap<GtidOwner, Intervals> copy = new TreeMap<>();
            intervals.forEach((owner, numbers) -> copy.put(owner, numbers.copy()));
            return new GtidSet(copy);
        }

        /** The numbers of an owner, who is mostly the same as the last time. */
        private Intervals numbers(UUID source, String tag) {
            if (lastOwner == null
                    || !lastOwner.uuid().equals(source)
                    || !lastOwner.tag().equals(tag)) {
                lastOwner = new GtidOwner(source, tag);
                lastNumbers = intervals.computeIfAbsent(lastOwner, owner -> new Intervals());
            }
            return lastNumbers;
        }

        private static MySqlGtid mySql(Gtid gtid) {
            if (gtid instanceof MySqlGtid mySql) {
                return mySql;
            }
            throw new IllegalArgumentException("the GTID " + gtid
                    + " is not MySQL's, but the position is of a MySQL server: correct the host, or start anew there");
        }
    }
}
