package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

/**
 * INCIDENT_EVENT: changes may be missing from the binlog from here on; a replica stops.
 *
 * @param code what happened; 1 is LOST_EVENTS
 * @param message the text of the server, empty when there is none
 */
public record IncidentEvent(int code, String message) {
    /**
     * Parses the body of the event.
     *
     * @throws BinlogFormatException when it is damaged
     */
    public static IncidentEvent parse(byte[] b, int bodyStart, int bodyEnd) {

        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, "INCIDENT event");
        int code = in.uint16();
        return new IncidentEvent(code, in.remaining() == 0 ? "" : in.string(in.uint8(), UTF_8));
    }
}
