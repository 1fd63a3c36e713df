package io.dbus.fuzz;

import io.dbus.event.TableId;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** What a server shows of its tables, through a connection of its own, in UTC. */
final class View implements AutoCloseable {
    private final Connection connection;
    private final Statement statement;

    /**
     * The columns of a table as its server describes them.
     *
     * @param columns all of them, invisible ones too
     * @param key the names of those of the primary key, in its order, or of the unique key that the server takes for it
     * @param primary whether it is a primary key
     */
    record Described(List<Shown> columns, List<String> key, boolean primary) {
        List<String> names() {
            return columns.stream().map(Shown::name).toList();
        }
    }

    View(Connection connection) throws SQLException {
        this.connection = connection;
        this.statement = connection.createStatement();
        statement.execute("SET SESSION time_zone = '+00:00', sql_mode = '', lock_wait_timeout = 5");
        statement.execute("SET SESSION TRANSACTION ISOLATION LEVEL READ COMMITTED");
    }

    /** A table as it is now; empty when it is not there. */
    Optional<Described> describe(TableId table) throws SQLException {
        String where = " WHERE TABLE_SCHEMA = " + Names.text(table.database()) + " AND TABLE_NAME = "
                + Names.text(table.table());
        List<Shown> columns = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT COLUMN_NAME, DATA_TYPE, COLUMN_TYPE, CHARACTER_SET_NAME, GENERATION_EXPRESSION"
                        + " FROM information_schema.COLUMNS" + where + " ORDER BY ORDINAL_POSITION")) {
            while (rows.next()) {
                String charset = rows.getString(4);
                String generated = rows.getString(5);
                columns.add(new Shown(
                        rows.getString(1),
                        rows.getString(2).toLowerCase(Locale.ROOT),
                        rows.getString(3),
                        charset == null ? "" : charset,
                        generated != null && !generated.isEmpty()));
            }
        }
        if (columns.isEmpty()) {
            return Optional.empty();
        }
        List<String> key = index(where + " AND INDEX_NAME = 'PRIMARY'");
        boolean primary = !key.isEmpty();
        if (!primary) {
            // The server itself takes the first such index for the primary key, and the binlog says so.
            key = index(where + " AND INDEX_NAME = (SELECT MIN(INDEX_NAME) FROM information_schema.STATISTICS i" + where
                    + " AND NON_UNIQUE = 0 AND NOT EXISTS (SELECT 1 FROM information_schema.STATISTICS" + where
                    + " AND INDEX_NAME = i.INDEX_NAME AND (NULLABLE = 'YES' OR SUB_PART IS NOT NULL)))");
        }
        return Optional.of(new Described(columns, key, primary));
    }

    private List<String> index(String where) throws SQLException {
        List<String> columns = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery(
                "SELECT COLUMN_NAME FROM information_schema.STATISTICS" + where + " ORDER BY SEQ_IN_INDEX")) {
            while (rows.next()) {
                columns.add(rows.getString(1));
            }
        }
        return columns;
    }

    /** All rows of a table, in the form of {@link LogicalText}. */
    List<String[]> rows(TableId table, Described described) throws SQLException {
        List<Shown> columns = described.columns();
        String expressions =
                String.join(", ", columns.stream().map(Shown::expression).toList());
        List<String[]> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT " + expressions + " FROM " + Table.sql(table))) {
            while (rows.next()) {
                String[] row = new String[columns.size()];
                for (int i = 0; i < row.length; i++) {
                    row[i] = columns.get(i).text(rows.getString(i + 1));
                }
                found.add(row);
            }
        }
        return found;
    }

    /** The charsets that a server has, but for binary. */
    List<String> charsets() throws SQLException {
        List<String> found = new ArrayList<>();
        try (ResultSet rows = statement.executeQuery("SELECT CHARACTER_SET_NAME FROM information_schema.CHARACTER_SETS"
                + " WHERE CHARACTER_SET_NAME <> 'binary' ORDER BY CHARACTER_SET_NAME")) {
            while (rows.next()) {
                found.add(rows.getString(1));
            }
        }
        return found;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
