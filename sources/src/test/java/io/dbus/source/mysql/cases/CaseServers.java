package io.dbus.source.mysql.cases;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;

/** The servers of the cases: one for each flavour and mode, which is made as it was after each case; cases that change what cannot be made as it was get their own. */
final class CaseServers implements AutoCloseable {
    /** The database of the runner's own rows. */
    static final String MARKS = "dbus_marks";

    private static final Pattern NOT_TO_SHARE = Pattern.compile(
            "\\bRESET\\s+(?:BINARY|MASTER)|\\bAUTOMATIC:|\\bSET\\s+(?:PERSIST|@@PERSIST)|\\bPURGE\\b",
            Pattern.CASE_INSENSITIVE);

    /** What changes by itself, or cannot be set back. */
    private static final Set<String> NOT_SET_BACK = Set.of(
            "gtid_executed",
            "gtid_purged",
            "gtid_binlog_pos",
            "gtid_binlog_state",
            "gtid_current_pos",
            "gtid_slave_pos",
            "timestamp",
            "last_insert_id",
            "rand_seed1",
            "rand_seed2");

    /** A server, and how it was before the case. */
    static final class Lease {
        private final DatabaseServer server;
        private final boolean own;
        private final Map<String, String> variables;
        private final Set<String> databases;
        private final Set<String> users;

        private Lease(DatabaseServer server, boolean own) throws SQLException {
            this.server = server;
            this.own = own;
            try (Connection connection = server.connect()) {
                this.variables = pairs(connection, "SHOW GLOBAL VARIABLES");
                this.databases = new HashSet<>(column(connection, "SHOW DATABASES"));
                this.users = new HashSet<>(column(connection, USERS));
            }
        }

        DatabaseServer server() {
            return server;
        }

        /** The databases that were made since. */
        List<String> newDatabases() throws SQLException {
            try (Connection connection = server.connect()) {
                List<String> now = column(connection, "SHOW DATABASES");
                now.removeAll(databases);
                return now;
            }
        }
    }

    private static final String USERS = "SELECT CONCAT(QUOTE(User), '@', QUOTE(Host)) FROM mysql.user";

    private final Map<String, DatabaseServer> shared = new HashMap<>();

    /** A server for a case: one that is shared if that is what it needs and can be made as it was. */
    Lease lease(CaseFolder folder, Mode mode) throws SQLException {
        Map<String, String> needs = new LinkedHashMap<>();
        folder.requires().stream()
                .map(Requirement::parse)
                .filter(Requirement::isOption)
                .forEach(need -> needs.put(need.name(), need.value()));
        if (NOT_TO_SHARE.matcher(folder.setup()).find()
                || NOT_TO_SHARE.matcher(folder.changes()).find()) {
            return new Lease(start(folder.onMariaDb(), mode, needs), true);
        }
        String name = (folder.onMariaDb() ? "mariadb " : "mysql ") + mode;
        DatabaseServer server = shared.get(name);
        if (server == null) {
            server = start(folder.onMariaDb(), mode, Map.of());
            shared.put(name, server);
        }
        for (String need : folder.requires()) {
            Requirement requirement = Requirement.parse(need);
            if (requirement.isOption()
                    && requirement.unmet(server, folder.onMariaDb()).isPresent()) {
                return new Lease(start(folder.onMariaDb(), mode, needs), true);
            }
        }
        return new Lease(server, false);
    }

    private static DatabaseServer start(boolean mariaDb, Mode mode, Map<String, String> options) {
        Map<String, String> all = new LinkedHashMap<>(Map.of("binlog_row_metadata", mode.name()));
        options.forEach(all::putIfAbsent);
        DatabaseServer server = mariaDb
                ? MariaDbServer.builder().options(all).start()
                : MySqlServer.builder().options(all).start();
        server.execute(
                "CREATE DATABASE " + MARKS,
                "CREATE TABLE " + MARKS + ".mark (n BIGINT PRIMARY KEY) CHARACTER SET utf8mb4");
        return server;
    }

    /** Makes a server as it was, or ends it. */
    void giveBack(Lease lease) {
        if (lease.own) {
            lease.server.close();
            return;
        }
        try (Connection connection = lease.server.connect()) {
            reset(connection, lease);
        } catch (SQLException | RuntimeException e) {
            System.out.println("A server is not kept after a case: " + e.getMessage());
            shared.values().remove(lease.server);
            lease.server.close();
        }
    }

    private static void reset(Connection connection, Lease lease) throws SQLException {
        Map<String, String> now = pairs(connection, "SHOW GLOBAL VARIABLES");
        for (Map.Entry<String, String> was : lease.variables.entrySet()) {
            String value = now.get(was.getKey());
            if (value != null && !value.equals(was.getValue()) && !NOT_SET_BACK.contains(was.getKey())) {
                setBack(connection, was.getKey(), was.getValue());
            }
        }
        boolean mariaDb = lease.server instanceof MariaDbServer;
        for (String[] xa : rows(connection, mariaDb ? "XA RECOVER FORMAT='SQL'" : "XA RECOVER CONVERT XID")) {
            execute(connection, "XA ROLLBACK " + (mariaDb ? xa[3] : xid(xa)));
        }
        execute(connection, "SET SESSION foreign_key_checks=0");
        for (String database : lease.newDatabases()) {
            execute(connection, "DROP DATABASE `" + database.replace("`", "``") + "`");
        }
        List<String> users = column(connection, USERS);
        users.removeAll(lease.users);
        for (String user : users) {
            execute(connection, "DROP USER " + user);
        }
    }

    private static String xid(String[] row) {
        int gtrid = 2 + 2 * Integer.parseInt(row[1]);
        String data = row[3];
        return "X'" + data.substring(2, gtrid) + "', X'" + data.substring(gtrid) + "', " + row[0];
    }

    private static void setBack(Connection connection, String name, String value) throws SQLException {
        try {
            execute(
                    connection,
                    "SET GLOBAL " + name + " = '" + value.replace("\\", "\\\\").replace("'", "''") + "'");
        } catch (SQLException e) {
            execute(connection, "SET GLOBAL " + name + " = " + value);
        }
    }

    /** A connection whose statements are sent as they are and whose warnings are none of the driver's business. */
    static Connection connect(DatabaseServer server) throws SQLException {
        String url = server.jdbcUrl("");
        return DriverManager.getConnection(
                url
                        + (url.contains("?") ? "&" : "?")
                        + (server instanceof MariaDbServer
                                ? "allowLocalInfile=true"
                                : "jdbcCompliantTruncation=false&allowLoadLocalInfile=true"),
                server.rootUser(),
                server.password());
    }

    static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            boolean rows = statement.execute(sql);
            while (rows || statement.getUpdateCount() >= 0) {
                rows = statement.getMoreResults();
            }
        }
    }

    static List<String> column(Connection connection, String sql) throws SQLException {
        List<String> values = new ArrayList<>();
        for (String[] row : rows(connection, sql)) {
            values.add(row[0]);
        }
        return values;
    }

    private static Map<String, String> pairs(Connection connection, String sql) throws SQLException {
        Map<String, String> pairs = new LinkedHashMap<>();
        for (String[] row : rows(connection, sql)) {
            pairs.put(row[0], row[1]);
        }
        return pairs;
    }

    private static List<String[]> rows(Connection connection, String sql) throws SQLException {
        List<String[]> found = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                String[] row = new String[rows.getMetaData().getColumnCount()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = rows.getString(i + 1);
                }
                found.add(row);
            }
        }
        return found;
    }

    @Override
    public void close() {
        shared.values().forEach(DatabaseServer::close);
        shared.clear();
    }
}
