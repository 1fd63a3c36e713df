package io.dbus.source.mysql.reader;

import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.XaPrepareEvent;
import io.dbus.source.mysql.gtid.GtidPosition;
import java.util.Optional;

/** Hears of the events that make transactions of a stream, and lets their rows out. */
interface GroupEvents {
    /** A server answers and is read from now on; what checkpoints are to know of it, if anything. */
    Optional<BinlogElement.Connected> connected(ServerInfo info);

    boolean isOpen();

    /** Whether an event of this type is none of its concern. */
    default boolean passesOver(int type) {
        return false;
    }

    /**
     * Lets rows out that may go.
     *
     * @return false when the batch is full
     */
    boolean drain(BinlogPlace place, BinlogBatch batch);

    /** A transaction begins that has a name. */
    void named(EventHeader header, byte[] b, int bodyStart, int bodyEnd, BinlogPlace place, long at);

    /** A statement came as text. */
    void statement(
            EventHeader header, byte[] b, int bodyStart, int bodyEnd, BinlogPlace place, long at, BinlogBatch batch);

    /** A row event of any table. */
    void rows(HeldRows event);

    /** The transaction is committed in a storage engine. */
    void commit(long engineXid);

    /** An XA transaction is committed in one phase, or prepared: then its rows wait for an outcome that comes later. */
    void prepared(XaPrepareEvent event);

    /**
     * What was open will not go on: it is as if it never was.
     *
     * @throws BinlogFailure when rows of it went out already
     */
    void interrupted(String why);

    /**
     * A file begins.
     *
     * @param before the transactions of the files before it, as its server says
     * @throws BinlogFailure when one is among them whose end did not come: its file was cut off
     */
    default void fileBegun(GtidPosition.Builder before) {}

    /** Forgets what is open; it comes once more. */
    void forgetOpen();

    /** Where the rows in hand stand, or what is being read. */
    long positionInHand(long eventStart);

    /** Adds GTID and table in hand to a message. */
    void describe(StringBuilder text);
}
