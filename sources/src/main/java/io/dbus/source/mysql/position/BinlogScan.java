package io.dbus.source.mysql.position;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogFile;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.event.Checksum;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.event.MariaDbGtidEvent;
import io.dbus.source.mysql.event.MariaDbGtidListEvent;
import io.dbus.source.mysql.event.MySqlGtidEvent;
import io.dbus.source.mysql.gtid.Gtid;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.MariaDbGtid;
import io.dbus.source.mysql.gtid.MariaDbGtidPosition;
import io.dbus.source.mysql.gtid.MySqlGtid;
import io.dbus.source.mysql.gtid.NoGtids;
import java.util.Optional;

/**
 * Reads a binlog file from its head up to a place, and keeps count of the transactions that lie before it: those that the
 * head of the file names (PREVIOUS_GTIDS, MariaDB's GTID_LIST) and those passed on the way.
 */
final class BinlogScan {
    /** Where to stop. */
    interface Goal {
        /**
         * Whether the transaction that begins here is at or behind the place.
         *
         * @param start where it begins in the file, in bytes
         */
        boolean isReached(long start, EventHeader header, GtidEvent event);

        /** Whether the place is inside of a transaction of these bounds, so that it is not passed. */
        default boolean isInside(long start, long end) {
            return false;
        }
    }

    /**
     * What was found.
     *
     * @param gtids the transactions before it
     * @param position where in the file the next transaction starts, or where the file ends so far
     */
    record Found(GtidPosition gtids, long position) {}

    private final BinlogStream stream;
    private final BinlogFile file;
    private final Goal goal;
    private final boolean countsGtids;
    private Checksum checksum = Checksum.NONE;
    private GtidPosition.Builder done;

    /** The transaction being passed: where it began, and its GTID if it has one. */
    private long transactionStart = -1;

    private Optional<Gtid> transaction = Optional.empty();
    private long position = BinlogPosition.FILE_START;

    private BinlogScan(BinlogStream stream, BinlogFile file, Goal goal) {
        this.stream = stream;
        this.file = file;
        this.goal = goal;
        this.countsGtids = stream.info().gtids();
        this.done = countsGtids ? GtidSet.empty().toBuilder() : NoGtids.INSTANCE.toBuilder();
    }

    /**
     * Reads.
     *
     * @param stream a stream from the file's first event
     * @param file the file, its size being where to stop at the latest
     */
    static Found run(BinlogStream stream, BinlogFile file, Goal goal) throws MySqlException {
        return new BinlogScan(requireNonNull(stream, "stream"), file, goal).run();
    }

    private Found run() throws MySqlException {
        while (position < file.size()) {
            RawEvent raw = stream.next();
            EventHeader header = EventHeader.parse(raw.bytes(), raw.offset());
            if (header.isArtificial() || isHeartbeat(header.type())) {
                continue;
            }
            int bodyStart = raw.offset() + EventHeader.LENGTH;
            int eventEnd = raw.offset() + raw.length();
            checksum = header.type() == EventType.FORMAT_DESCRIPTION
                    ? FormatDescription.parse(raw.bytes(), bodyStart, eventEnd).checksum()
                    : checksum;
            checksum.verify(raw.bytes(), raw.offset(), raw.length());
            int bodyEnd = eventEnd - checksum.length();
            switch (header.type()) {
                case EventType.PREVIOUS_GTIDS -> previousMySql(raw.bytes(), bodyStart, bodyEnd);
                case EventType.MARIADB_GTID_LIST -> previousMariaDb(raw.bytes(), bodyStart, bodyEnd);
                case EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED, EventType.MARIADB_GTID -> {
                    GtidEvent event = GtidEvent.parse(header, raw.bytes(), bodyStart, bodyEnd);
                    if (goal.isInside(transactionStart, position)) {
                        return new Found(done.build(), transactionStart);
                    }
                    pass();
                    if (goal.isReached(position, header, event)) {
                        return new Found(done.build(), position);
                    }
                    transactionStart = position;
                    transaction = countsGtids ? gtid(event) : Optional.empty();
                }
                case EventType.ROTATE, EventType.STOP -> {
                    return end();
                }
                default -> {
                    // Part of a transaction, or none: only its size counts.
                }
            }
            position = after(header);
        }
        return end();
    }

    /** The file's end, or that of what has been written to it: transactions are written whole, so the last one is over. */
    private Found end() {
        if (goal.isInside(transactionStart, position)) {
            return new Found(done.build(), transactionStart);
        }
        pass();
        return new Found(done.build(), position);
    }

    private void pass() {
        transaction.ifPresent(done::add);
        transaction = Optional.empty();
        transactionStart = -1;
    }

    private void previousMySql(byte[] bytes, int bodyStart, int bodyEnd) {
        if (countsGtids) {
            done = GtidSet.decode(bytes, bodyStart, bodyEnd - bodyStart).toBuilder();
        }
    }

    private void previousMariaDb(byte[] bytes, int bodyStart, int bodyEnd) {
        done = MariaDbGtidPosition.empty().toBuilder();
        // In the order of the list: the last of a domain is its last (MariaDB Knowledge Base, GTID_LIST_EVENT).
        MariaDbGtidListEvent.parse(bytes, bodyStart, bodyEnd)
                .gtids()
                .forEach(gtid -> done.add(new MariaDbGtid(gtid.domain(), gtid.serverId(), gtid.sequence())));
    }

    private static Optional<Gtid> gtid(GtidEvent event) {
        if (event instanceof MySqlGtidEvent mySql) {
            return mySql.anonymous()
                    ? Optional.empty()
                    : Optional.of(new MySqlGtid(mySql.sourceId(), mySql.tag(), mySql.number()));
        }
        MariaDbGtidEvent mariaDb = (MariaDbGtidEvent) event;
        return Optional.of(new MariaDbGtid(mariaDb.domain(), mariaDb.serverId(), mariaDb.sequence()));
    }

    /** Where the event ends in the file: headers have 32 bits of it, and an event as sent may be shorter than in the file. */
    private long after(EventHeader header) {
        return position + (header.nextPosition() - position & 0xffffffffL);
    }

    private static boolean isHeartbeat(int type) {
        return type == EventType.HEARTBEAT || type == EventType.HEARTBEAT_V2;
    }
}
