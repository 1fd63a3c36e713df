package io.dbus.source.mysql.event;

/** What stands at the end of each event (system variable {@code binlog_checksum}). */
public enum Checksum {
    /** Nothing. */
    NONE(0),
    /** Four bytes: the CRC-32 of all before them. */
    CRC32(4);

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
        throw new UnsupportedOperationException();
    }
}
