package io.dbus.source.mysql.event;

/**
 * XID_EVENT: the transaction was committed in a transactional engine.
 *
 * @param xid the number of the transaction in the storage engine
 */
public record XidEvent(long xid) {
    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static XidEvent parse(byte[] b, int bodyStart, int bodyEnd) {

        return new XidEvent(new ByteReader(b, bodyStart, bodyEnd, "XID event").int64());
    }
}
