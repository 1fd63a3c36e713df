package io.dbus.source.mysql.connection;

import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.MariaDbGtidPosition;
import io.dbus.source.mysql.position.BinlogPosition;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;

/** What a server is asked to send: by GTIDs or by file and position. */
final class DumpRequest {
    private static final int COM_BINLOG_DUMP = 0x12;
    private static final int COM_BINLOG_DUMP_GTID = 0x1e;

    /** MariaDB sends the statements of rows to those only who ask (MariaDB Knowledge Base, COM_BINLOG_DUMP); MySQL to all. */
    private static final short SEND_ANNOTATE_ROWS = 2;

    /** COM_BINLOG_DUMP has four bytes for the position. */
    private static final long MAX_POSITION = 0xffffffffL;

    private final ServerInfo info;
    private final ReplicaIdentity identity;
    private final String file;
    private final long position;
    private final GtidPosition gtids;
    private final boolean byGtids;
    private final boolean statements;

    private DumpRequest(
            ServerInfo info,
            ReplicaIdentity identity,
            String file,
            long position,
            GtidPosition gtids,
            boolean byGtids,
            boolean statements) {
        this.info = info;
        this.identity = identity;
        this.file = file;
        this.position = position;
        this.gtids = gtids;
        this.byGtids = byGtids;
        this.statements = statements;
    }

    static DumpRequest of(BinlogPosition from, ServerInfo info, ReplicaIdentity identity, boolean statements)
            throws MySqlException {
        if (hasGtidsOf(from.gtids(), info)) {
            return new DumpRequest(info, identity, "", BinlogPosition.FILE_START, from.gtids(), true, statements);
        }
        if (from.file().isEmpty()) {
            throw MySqlException.fatal(
                    "the position " + from + " is known by GTIDs alone, but " + info
                            + " cannot be asked by them (gtid_mode is " + info.gtidMode() + ")",
                    "set gtid_mode to ON there, or go to a server that has it so");
        }
        if (!from.server().isEmpty() && !info.isSame(from.server())) {
            throw MySqlException.fatal(
                    "the position " + from + " is of the server " + from.server() + ", but " + info
                            + " is " + info.identity()
                            + " and a file and position mean nothing there",
                    "set gtid_mode to ON on all servers for fail-over, go back to the first server, or start anew without the saved state");
        }
        if (from.position() > MAX_POSITION) {
            throw MySqlException.fatal(
                    "the position " + from + " on " + info
                            + " is past 4 GiB, where a server cannot be asked by file and position",
                    "set gtid_mode to ON, or start anew from a later file");
        }
        return new DumpRequest(info, identity, from.file(), from.position(), from.gtids(), false, statements);
    }

    /** Sets the session's variables that the dump commands look at. */
    void prepare(MySqlConnection connection, Duration heartbeat) throws MySqlException {
        String nanos = Long.toString(heartbeat.toNanos());
        // A sink that presses back for long must not end the stream (MySQL Reference Manual, net_write_timeout: 60 s).
        connection.execute("SET SESSION net_write_timeout = 3600");
        // Says what this side can take, not what it wants: so a binlog_checksum that changes later does not end the
        // stream.
        connection.execute("SET @master_binlog_checksum = 'CRC32', @source_binlog_checksum = 'CRC32'"
                + ", @master_heartbeat_period = " + nanos + ", @source_heartbeat_period = " + nanos
                + ", @slave_uuid = '" + identity.uuid() + "', @replica_uuid = '" + identity.uuid() + "'");
        if (info.flavor() == ServerFlavor.MARIADB) {
            // 4: knows GTIDs, so that they are not left out or turned into comments (MariaDB Knowledge Base,
            // COM_BINLOG_DUMP).
            connection.execute("SET @mariadb_slave_capability = 4");
            if (byGtids) {
                connection.execute("SET @slave_connect_state = " + MySqlConnection.quote(gtids.toString())
                        + ", @slave_gtid_strict_mode = 0, @slave_gtid_ignore_duplicates = 0");
            }
        }
    }

    int command() {
        return byGtids && info.flavor() == ServerFlavor.MYSQL ? COM_BINLOG_DUMP_GTID : COM_BINLOG_DUMP;
    }

    byte[] body() {
        if (command() == COM_BINLOG_DUMP_GTID) {
            byte[] set = ((GtidSet) gtids).encode();
            return ByteBuffer.allocate(2 + 4 + 4 + 8 + 4 + set.length)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putShort((short) 0)
                    .putInt((int) identity.serverId())
                    .putInt(0)
                    .putLong(BinlogPosition.FILE_START)
                    .putInt(set.length)
                    .put(set)
                    .array();
        }
        byte[] name = file.getBytes(StandardCharsets.UTF_8);
        return ByteBuffer.allocate(4 + 2 + 4 + name.length)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt((int) position)
                .putShort(info.flavor() == ServerFlavor.MARIADB && statements ? SEND_ANNOTATE_ROWS : 0)
                .putInt((int) identity.serverId())
                .put(name)
                .array();
    }

    /** For messages. */
    @Override
    public String toString() {
        if (byGtids) {
            return gtids.isEmpty() ? "no GTIDs" : "GTIDs " + gtids;
        }
        return file + ":" + position;
    }

    private static boolean hasGtidsOf(GtidPosition gtids, ServerInfo info) {
        return switch (info.flavor()) {
            case MYSQL -> info.gtids() && gtids instanceof GtidSet;
            case MARIADB -> gtids instanceof MariaDbGtidPosition;
        };
    }
}
