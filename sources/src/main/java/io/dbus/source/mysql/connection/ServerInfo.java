package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.gtid.GtidPosition;

/**
 * What a server says of itself.
 *
 * @param address where it was reached
 * @param version as the server says it
 * @param flavor MySQL or MariaDB
 * @param serverId its {@code server_id}
 * @param serverUuid its {@code server_uuid}; empty on MariaDB, which has none
 * @param identity what tells it from others whose binlog files have the same names, see {@link ServerIdentity}
 * @param gtids whether every transaction has a GTID ({@code gtid_mode=ON}; always so on MariaDB)
 * @param gtidMode {@code gtid_mode}; {@code ON} on MariaDB
 * @param logBin whether it writes a binlog
 * @param binlogFormat {@code binlog_format}: ROW, STATEMENT, MIXED
 * @param rowImage {@code binlog_row_image}: FULL, MINIMAL, NOBLOB
 * @param fullMetadata whether {@code binlog_row_metadata} is FULL, so that the binlog carries the tables' columns
 * @param rowValueOptions {@code binlog_row_value_options}; empty when none or not known
 * @param checksum {@code binlog_checksum}: NONE or CRC32
 * @param lowerCaseTableNames {@code lower_case_table_names}
 * @param executed all transactions it has; {@link io.dbus.source.mysql.gtid.NoGtids} when {@code gtids} is false
 * @param purged those that are no longer in its binlogs; on MariaDB empty
 */
public record ServerInfo(
        ServerAddress address,
        String version,
        ServerFlavor flavor,
        long serverId,
        String serverUuid,
        String identity,
        boolean gtids,
        String gtidMode,
        boolean logBin,
        String binlogFormat,
        String rowImage,
        boolean fullMetadata,
        String rowValueOptions,
        String checksum,
        int lowerCaseTableNames,
        GtidPosition executed,
        GtidPosition purged) {
    public ServerInfo {
        requireNonNull(address, "address");
        requireNonNull(version, "version");
        requireNonNull(flavor, "flavor");
        requireNonNull(serverUuid, "serverUuid");
        requireNonNull(identity, "identity");
        requireNonNull(executed, "executed");
        requireNonNull(purged, "purged");
    }

    /** Whether a saved {@link #identity} is this server's; an empty one is nobody's. */
    public boolean isSame(String saved) {
        return ServerIdentity.isSame(saved, identity);
    }

    /** For messages: {@code MySQL 9.7.4 at db1:3306}. */
    @Override
    public String toString() {
        return flavor + " " + version + " at " + address;
    }
}
