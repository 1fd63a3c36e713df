package io.dbus.source.mysql.connection;

import io.dbus.source.mysql.connection.MySqlException.Kind;
import java.nio.charset.StandardCharsets;

/**
 * Turns a server's error packets into exceptions that say what to do. Numbers are those of the MySQL Error Message Reference
 * and of MariaDB's "Error Codes"; texts are matched only where one number (1236) stands for many causes.
 */
final class ServerErrors {
    private ServerErrors() {}

    /**
     * The exception of an error packet.
     *
     * @param packet the packet, its first byte 0xff
     * @param doing what was being done and where, as in {@code reading the binlog of db1:3306}
     */
    static MySqlException of(byte[] packet, String doing) {
        if (packet.length < 3) {
            return MySqlException.fatal("the server sent an unreadable error while " + doing, "look into its log");
        }
        int code = packet[1] & 0xff | (packet[2] & 0xff) << 8;
        int text = packet.length > 3 && packet[3] == '#' ? Math.min(9, packet.length) : 3;
        return of(code, new String(packet, text, packet.length - text, StandardCharsets.UTF_8), doing);
    }

    static MySqlException of(int code, String text, String doing) {
        Kind kind = kind(code, text);
        return new MySqlException(
                kind, code, "error " + code + " while " + doing + ": " + text, cure(code, text), null);
    }

    private static Kind kind(int code, String text) {
        return switch (code) {
            case 1236 -> kindOfBinlog(text);
            // MariaDB's ER_SLAVE_SAME_ID.
            case 4052 -> Kind.CLASH;
            // Too many connections, shutdown, killed, network, offline mode, idle too long, lock waits.
            case 1040,
                    1041,
                    1053,
                    1077,
                    1079,
                    1080,
                    1152,
                    1153,
                    1154,
                    1155,
                    1156,
                    1157,
                    1158,
                    1159,
                    1160,
                    1161,
                    1184,
                    1203,
                    1205,
                    1213,
                    1226,
                    1317,
                    1927,
                    3032,
                    3168,
                    3169,
                    3572,
                    4031 -> Kind.RETRYABLE;
            default -> Kind.FATAL;
        };
    }

    private static Kind kindOfBinlog(String text) {
        if (isClash(text)) {
            return Kind.CLASH;
        }
        // A new session tells the server anew what it can take.
        return text.contains("events with the checksum") ? Kind.RETRYABLE : Kind.FATAL;
    }

    private static boolean isClash(String text) {
        return text.contains("same server_uuid") || text.contains("same server_id");
    }

    private static String cure(int code, String text) {
        return switch (code) {
            case 1236, 4052 -> cureOfBinlog(text);
            case 1044, 1142 -> "grant the user the privilege it names";
            case 1045 ->
                "check username and password, and that the user may come from this host: "
                        + "CREATE USER 'user'@'host' IDENTIFIED BY '...'";
            case 1129 -> "run mysqladmin flush-hosts on the server";
            case 1130 -> "create the user for this host: CREATE USER 'user'@'host'";
            case 1227 -> "GRANT REPLICATION SLAVE, REPLICATION CLIENT ON *.* to the user";
            case 1251, 2059 -> "give the user caching_sha2_password or mysql_native_password";
            case 1820, 1862 -> "the password has expired: ALTER USER ... IDENTIFIED BY '...'";
            case 3118, 4151 -> "the account is locked: ALTER USER ... ACCOUNT UNLOCK";
            case 3159 -> "set ssl.mode to required";
            default -> "";
        };
    }

    private static String cureOfBinlog(String text) {
        if (isClash(text)) {
            return "another stream of the same pipeline, source and server is connected: stop it, or rename one of the two";
        }
        if (text.contains("purged")
                || text.contains("Could not find first log file")
                || text.contains("Could not find GTID state")
                || text.contains("not in the master's binlog")) {
            return "transactions from the saved position on are no longer on this server, so they would be lost: "
                    + "restore its binlogs or go to a server that has them, or start anew without the saved state";
        }
        if (text.contains("could not find next log")) {
            return "the binlog was reset (RESET BINARY LOGS AND GTIDS, RESET MASTER) or files of it were removed by hand, so "
                    + "transactions may be missing: start anew without the saved state, and read the tables anew";
        }
        if (text.contains("reading log event")
                || text.contains("bogus data in log event")
                || text.contains("binlog truncated")) {
            return "the binlog file is damaged, or was reset (RESET BINARY LOGS AND GTIDS) while it was read: go to a server that "
                    + "has it whole, or start anew without the saved state, and read the tables anew";
        }
        if (text.contains("position > file size") || text.contains("impossible position")) {
            return "the saved position is past the end of the file, as after a crash with sync_binlog other than 1 or on "
                    + "another server: go to a server that has it, or start anew without the saved state";
        }
        if (text.contains("more GTIDs than the")) {
            return "the server lost transactions that were read from it, or was set up anew: go to a server that has them, "
                    + "or start anew without the saved state";
        }
        if (text.contains("max_allowed_packet")) {
            return "raise max_allowed_packet on the server to 1073741824";
        }
        if (text.contains("GTID_MODE") || text.contains("anonymous")) {
            return "set gtid_mode back to ON on the server, or start anew by file and position";
        }
        if (text.contains("Binary log is not open")) {
            return "start the server with log_bin";
        }
        return "";
    }
}
