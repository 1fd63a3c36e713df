package io.dbus.source.mysql.connection;

import io.dbus.source.mysql.position.BinlogPosition;

/**
 * Where a server's binlog ends. One that ends before a place up to which it was read is not the one that was read: after RESET BINARY
 * LOGS AND GTIDS the files are numbered from 1 again, as are the GTIDs, so that a server that is asked by those takes its new transactions for the old
 * ones, and a stream that stands in a file of the same name as the new one hears nothing but heartbeats (seen on 9.7.4).
 *
 * <p>A binlog that was reset and written beyond the place where it was read shows nothing of that: see {@link
 * io.dbus.source.mysql.position.SameBinlog}.
 */
public final class BinlogEnd {
    /** The code of the exception: that by which servers refuse positions that they do not have. */
    public static final int CODE = 1236;

    /** What to do about a binlog that is not the one that was read. */
    public static final String CURE =
            "transactions since then may be missing: go to a server that has all, or start anew without the saved state, and"
                    + " read the tables anew";

    private BinlogEnd() {}

    /**
     * Looks whether a server's binlog still reaches a position of its own.
     *
     * @throws MySqlException when it does not, or when the server cannot be asked
     */
    public static void check(BinlogPosition read, MySqlConnection connection) throws MySqlException {
        ServerInfo info = connection.info();
        if (read.file().isEmpty() || !info.isSame(read.server()) || !info.logBin()) {
            return;
        }
        BinlogFile end = BinlogFiles.current(connection);
        int dot = read.file().lastIndexOf('.') + 1;
        if (dot == 0 || !end.name().startsWith(read.file().substring(0, dot))) {
            return; // Files of another base name tell nothing of each other.
        }
        long readNumber = number(read.file().substring(dot));
        long endNumber = number(end.name().substring(dot));
        if (endNumber < readNumber || endNumber == readNumber && end.size() < read.position()) {
            throw new MySqlException(
                    MySqlException.Kind.FATAL,
                    CODE,
                    "the binlog of " + info + " ends at " + end.name() + ":" + end.size() + ", before " + read.file()
                            + ":"
                            + read.position()
                            + " up to where it was read, so it was reset (RESET BINARY LOGS AND GTIDS, RESET MASTER) or restored",
                    CURE,
                    null);
        }
    }

    private static long number(String text) {
        return text.matches("\\d{1,18}") ? Long.parseLong(text) : 0;
    }
}
