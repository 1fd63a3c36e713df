package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Runs SQL on a server, as root, and turns failures into ones that name statement, server and log. */
final class Sql {
    private Sql() {}

    static void execute(DatabaseServer server, boolean inTransaction, String... statements) {
        String current = "COMMIT";
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(!inTransaction);
            for (String sql : statements) {
                current = requireNonNull(sql, "a statement is null");
                statement.execute(sql);
            }
            if (inTransaction) {
                current = "COMMIT";
                connection.commit();
            }
        } catch (SQLException e) {
            throw refused(server, current, e);
        }
    }

    static List<Map<String, Object>> query(DatabaseServer server, String sql) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            ResultSetMetaData columns = rows.getMetaData();
            List<Map<String, Object>> result = new ArrayList<>();
            while (rows.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 1; i <= columns.getColumnCount(); i++) {
                    row.put(columns.getColumnLabel(i), rows.getObject(i));
                }
                result.add(row);
            }
            return result;
        } catch (SQLException e) {
            throw refused(server, sql, e);
        }
    }

    static String queryString(DatabaseServer server, String sql) {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            String value = rows.next() ? rows.getString(1) : null;
            if (value == null) {
                throw new ServerFailedException("\"" + sql + "\" gave no value on " + server);
            }
            return value;
        } catch (SQLException e) {
            throw refused(server, sql, e);
        }
    }

    /** A text as a literal, for either flavour in its default SQL mode. */
    static String literal(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private static ServerFailedException refused(DatabaseServer server, String sql, SQLException e) {
        String shown = sql.length() > 500 ? sql.substring(0, 500) + "..." : sql;
        return new ServerFailedException("\"" + shown + "\" failed on " + server + ": " + e.getMessage(), e);
    }
}
