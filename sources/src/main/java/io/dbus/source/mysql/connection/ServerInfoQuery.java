package io.dbus.source.mysql.connection;

import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.MariaDbGtidPosition;
import io.dbus.source.mysql.gtid.NoGtids;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;

/** Reads {@link ServerInfo}. Needs no privilege. */
final class ServerInfoQuery {
    private static final String VARIABLES =
            "SHOW GLOBAL VARIABLES WHERE Variable_name IN ('server_id', 'server_uuid', 'hostname', 'port', "
                    + "'gtid_mode', 'log_bin', 'binlog_format', 'binlog_row_image', 'binlog_row_metadata', "
                    + "'binlog_row_value_options', 'binlog_checksum', 'lower_case_table_names')";

    private ServerInfoQuery() {}

    static ServerInfo run(MySqlConnection connection) throws MySqlException {
        Map<String, String> variables = new HashMap<>();
        for (ResultRow row : connection.query(VARIABLES)) {
            variables.put(row.text(0).toLowerCase(Locale.ROOT), row.text(1));
        }
        boolean mariaDb = connection.flavor() == ServerFlavor.MARIADB;
        String gtidMode = mariaDb ? "ON" : variables.getOrDefault("gtid_mode", "OFF");
        boolean gtids = gtidMode.equals("ON");
        GtidPosition executed = NoGtids.INSTANCE;
        GtidPosition purged = NoGtids.INSTANCE;
        // Not by SHOW VARIABLES, which cuts values off at 1024 characters.
        if (mariaDb) {
            executed = MariaDbGtidPosition.parse(single(connection, "SELECT @@GLOBAL.gtid_binlog_pos"));
            purged = MariaDbGtidPosition.empty();
        } else if (gtids) {
            // Purged first: what is purged between the two would be missing in both.
            purged = GtidSet.parse(single(connection, "SELECT @@GLOBAL.gtid_purged"));
            executed = GtidSet.parse(single(connection, "SELECT @@GLOBAL.gtid_executed"));
        }
        long serverId = number(variables, "server_id");
        String uuid = mariaDb ? "" : variables.getOrDefault("server_uuid", "");
        String identity = uuid.isEmpty()
                ? ServerIdentity.of(
                        serverId, variables.getOrDefault("hostname", ""), variables.getOrDefault("port", ""))
                : uuid;
        return new ServerInfo(
                connection.address(),
                connection.version(),
                connection.flavor(),
                serverId,
                uuid,
                identity,
                gtids,
                gtidMode,
                isOn(variables.getOrDefault("log_bin", "OFF")),
                variables.getOrDefault("binlog_format", "ROW"),
                variables.getOrDefault("binlog_row_image", "FULL"),
                variables.getOrDefault("binlog_row_metadata", "NO_LOG").equalsIgnoreCase("FULL"),
                variables.getOrDefault("binlog_row_value_options", ""),
                variables.getOrDefault("binlog_checksum", "NONE"),
                (int) number(variables, "lower_case_table_names"),
                executed,
                purged);
    }

    static String single(MySqlConnection connection, String sql) throws MySqlException {
        return connection.query(sql).stream()
                .findFirst()
                .map(row -> row.text(0))
                .orElse("");
    }

    private static boolean isOn(String value) {
        return value.equalsIgnoreCase("ON") || value.equals("1");
    }

    private static long number(Map<String, String> variables, String name) {
        String value = variables.getOrDefault(name, "0");
        return value.isEmpty() ? 0 : Long.parseLong(value);
    }
}
