package io.dbus.source.mysql.connection;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Reads which binlog files a server has. Needs REPLICATION CLIENT (MariaDB: BINLOG MONITOR). */
public final class BinlogFiles {
    private BinlogFiles() {}

    /** All files, the oldest first. */
    public static List<BinlogFile> list(MySqlConnection connection) throws MySqlException {
        List<BinlogFile> files = new ArrayList<>();
        for (ResultRow row : connection.query("SHOW BINARY LOGS")) {
            files.add(new BinlogFile(row.text(0), Long.parseLong(row.text(1))));
        }
        return files;
    }

    /** The file that is being written, its size being the end of the last transaction in it. */
    public static BinlogFile current(MySqlConnection connection) throws MySqlException {
        Optional<ResultRow> row =
                connection.query(currentStatement(connection)).stream().findFirst();
        if (row.isEmpty()) {
            throw MySqlException.fatal(
                    "the server " + connection.address() + " writes no binlog", "start it with log_bin");
        }
        return new BinlogFile(row.get().text(0), Long.parseLong(row.get().text(1)));
    }

    /** MySQL has the new name since 8.2 and lost the old one in 8.4; MariaDB keeps the old one. */
    private static String currentStatement(MySqlConnection connection) {
        boolean renamed = connection.flavor() == ServerFlavor.MYSQL && connection.isVersionAtLeast(8, 2);
        return renamed ? "SHOW BINARY LOG STATUS" : "SHOW MASTER STATUS";
    }
}
