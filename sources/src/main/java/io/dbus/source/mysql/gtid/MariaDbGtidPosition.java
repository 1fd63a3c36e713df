package io.dbus.source.mysql.gtid;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * A position of MariaDB: the last GTID of each replication domain, as in {@code gtid_binlog_pos} ({@code 0-1-100,1-2-7}). Immutable.
 */
public final class MariaDbGtidPosition implements GtidPosition {
    private static final MariaDbGtidPosition EMPTY = new MariaDbGtidPosition(new TreeMap<>());

    private final TreeMap<Long, MariaDbGtid> lastByDomain;

    private MariaDbGtidPosition(TreeMap<Long, MariaDbGtid> lastByDomain) {
        this.lastByDomain = lastByDomain;
    }

    /** The position before all transactions. */
    public static MariaDbGtidPosition empty() {
        return EMPTY;
    }

    /**
     * The position of these GTIDs.
     *
     * @throws IllegalArgumentException when two are of one domain
     */
    public static MariaDbGtidPosition of(Collection<MariaDbGtid> gtids) {
        TreeMap<Long, MariaDbGtid> last = new TreeMap<>();
        for (MariaDbGtid gtid : gtids) {
            MariaDbGtid other = last.put(gtid.domain(), gtid);
            if (other != null && !other.equals(gtid)) {
                throw new IllegalArgumentException("the GTIDs " + other + " and " + gtid
                        + " are of one domain: a position names the last of each domain");
            }
        }
        return new MariaDbGtidPosition(last);
    }

    /**
     * The position of a text such as {@code 0-1-100,1-2-7}; blank means empty.
     *
     * @throws IllegalArgumentException when the text is none; its message says why
     */
    public static MariaDbGtidPosition parse(String text) {
        requireNonNull(text, "text");
        if (text.isBlank()) {
            return EMPTY;
        }
        return of(Arrays.stream(text.split(",", -1)).map(MariaDbGtid::parse).toList());
    }

    /** The last GTID by domain, in the order of domains. */
    public Map<Long, MariaDbGtid> lastByDomain() {
        return Collections.unmodifiableMap(lastByDomain);
    }

    @Override
    public boolean isEmpty() {
        return lastByDomain.isEmpty();
    }

    @Override
    public boolean containsAll(GtidPosition other) {
        if (other instanceof MariaDbGtidPosition position) {
            return position.lastByDomain.values().stream().allMatch(gtid -> contains(lastByDomain, gtid));
        }
        if (other instanceof NoGtids) {
            return true;
        }
        throw new IllegalArgumentException("the GTIDs " + this + " are MariaDB's, " + other + " are not");
    }

    @Override
    public String serialize() {
        return "mariadb:" + this;
    }

    @Override
    public Builder toBuilder() {
        TreeMap<Long, MariaDbGtid> last = new TreeMap<>(lastByDomain);
        return new Builder() {
            @Override
            public Builder add(Gtid gtid) {
                MariaDbGtid added = mariaDb(gtid);
                last.put(added.domain(), added);
                return this;
            }

            @Override
            public boolean contains(Gtid gtid) {
                MariaDbGtid wanted = mariaDb(gtid);
                return wanted.equals(last.get(wanted.domain()));
            }

            @Override
            public GtidPosition build() {
                return new MariaDbGtidPosition(new TreeMap<>(last));
            }
        };
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof MariaDbGtidPosition position && lastByDomain.equals(position.lastByDomain);
    }

    @Override
    public int hashCode() {
        return lastByDomain.hashCode();
    }

    @Override
    public String toString() {
        return lastByDomain.values().stream().map(MariaDbGtid::toString).collect(Collectors.joining(","));
    }

    /** Sequence numbers only grow within a domain (MariaDB Knowledge Base, "Global Transaction ID"). */
    private static boolean contains(Map<Long, MariaDbGtid> last, MariaDbGtid gtid) {
        MariaDbGtid known = last.get(gtid.domain());
        return known != null && Long.compareUnsigned(gtid.sequence(), known.sequence()) <= 0;
    }

    private static MariaDbGtid mariaDb(Gtid gtid) {
        if (gtid instanceof MariaDbGtid mariaDb) {
            return mariaDb;
        }
        throw new IllegalArgumentException("the GTID " + gtid
                + " is not MariaDB's, but the position is of a MariaDB server: correct the host, or start anew there");
    }
}
