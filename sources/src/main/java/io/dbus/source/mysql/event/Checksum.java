package io.dbus.source.mysql.event;

import java.util.zip.CRC32;

/** What stands at the end of each event (system variable {@code binlog_checksum}). */
public enum Checksum {
    /** Nothing. */
    NONE(0),
    /** Four bytes: the CRC-32 of all before them. */
    CRC32(4);

    private static final int TYPE = 4;
    private static final int FLAGS = 17;

    private final int length;

    Checksum(int length) {
        this.length = length;
    }

    /** Its size in bytes. */
    public int length() {
        return length;
    }

    /**
     * Checks a whole event.
     *
     * @param off where its header begins
     * @param len its size, checksum included
     * @throws BinlogFormatException when it is damaged
     */
    public void verify(byte[] b, int off, int len) {

        if (this == NONE) {
            return;
        }
        if (len < EventHeader.LENGTH + length || off < 0 || off + len > b.length) {
            throw new BinlogFormatException("An event of " + len + " bytes has no room for header and checksum");
        }
        CRC32 crc = new CRC32();
        int end = off + len - length;
        if (b[off + TYPE] == EventType.FORMAT_DESCRIPTION) {
            // The flag "in use" is set and cleared in the file after the checksum was made.
            crc.update(b, off, FLAGS);
            crc.update(b[off + FLAGS] & ~1);
            crc.update(b, off + FLAGS + 1, end - off - FLAGS - 1);
        } else {
            crc.update(b, off, end - off);
        }
        long expected = new ByteReader(b, end, end + length, "checksum").uint32();
        if (crc.getValue() != expected) {
            throw new BinlogFormatException("The checksum of an event of type " + EventType.name(b[off + TYPE] & 0xFF)
                    + " and " + len + " bytes is wrong: the event is damaged, in the binlog file or on its way");
        }
    }
}
