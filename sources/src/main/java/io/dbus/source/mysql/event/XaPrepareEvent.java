package io.dbus.source.mysql.event;

/**
 * XA_PREPARE_LOG_EVENT: ends the group of an XA transaction.
 *
 * @param onePhase whether it was committed in one phase: XA COMMIT ... ONE PHASE
 * @param xid the XA transaction as the server writes it: {@code X'67',X'62',1}
 */
public record XaPrepareEvent(boolean onePhase, String xid) {
    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static XaPrepareEvent parse(byte[] b, int bodyStart, int bodyEnd) {
        throw new UnsupportedOperationException();
    }
}
