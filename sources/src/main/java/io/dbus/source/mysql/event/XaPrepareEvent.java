package io.dbus.source.mysql.event;

import java.util.HexFormat;

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

        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "XA_PREPARE event");
        boolean onePhase = in.uint8() != 0;
        long formatId = in.uint32();
        int gtrid = (int) in.uint32();
        int bqual = (int) in.uint32();
        HexFormat hex = HexFormat.of();
        String xid = "X'" + hex.formatHex(in.bytes(gtrid)) + "',X'" + hex.formatHex(in.bytes(bqual)) + "'," + formatId;
        return new XaPrepareEvent(onePhase, xid);
    }
}
