package io.dbus.fuzz;

import io.dbus.event.TableId;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** A session of a server that does the random work, with its settings and what it has open. Not thread-safe. */
final class Session implements AutoCloseable {
    /** Errors that say that this program is wrong, not its values. */
    private static final Set<Integer> OWN_MISTAKES = Set.of(1064, 1054, 1046, 1193);

    private final String name;
    private final Connection connection;
    private final Statement statement;
    private final Totals totals;
    private final List<String> journal;
    private final Set<TableId> open = new LinkedHashSet<>();
    private boolean inTransaction;
    private boolean keepsAll;
    private boolean lenient;
    private boolean fullImages = true;
    private boolean plainClient = true;

    Session(String name, Connection connection, Totals totals, List<String> journal) throws SQLException {
        this.name = name;
        this.connection = connection;
        this.statement = connection.createStatement();
        this.totals = totals;
        this.journal = journal;
        run("SET SESSION innodb_lock_wait_timeout = 1, lock_wait_timeout = 2");
        run("USE fuzz"); // DELETE with aliases wants a database of its own.
    }

    /**
     * Runs a statement; whether the server took it.
     *
     * @throws IllegalStateException when the statement is wrong in itself
     */
    boolean run(String sql) throws SQLException {
        if (!plainClient && !StandardCharsets.US_ASCII.newEncoder().canEncode(sql)) {
            plainClient = true;
            run("SET NAMES utf8mb4");
        }
        journal.add(name + ": " + sql);
        try {
            statement.execute(sql);
            totals.count("statements");
            return true;
        } catch (SQLException e) {
            if (OWN_MISTAKES.contains(e.getErrorCode()) || e.getErrorCode() == 0) {
                throw new IllegalStateException(
                        "The server does not take the statement '" + sql + "': " + e.getMessage(), e);
            }
            journal.add("  refused: " + e.getErrorCode() + " " + e.getMessage());
            totals.count("statements that the server refused");
            totals.count("refused with error " + e.getErrorCode());
            return false;
        }
    }

    /** Sets session variables. */
    void set(Map<String, String> variables) throws SQLException {
        for (Map.Entry<String, String> variable : variables.entrySet()) {
            String value = variable.getValue();
            if (!run("SET SESSION " + variable.getKey() + " = " + value)) {
                continue;
            }
            switch (variable.getKey()) {
                case "sql_mode" -> lenient = !value.contains("STRICT");
                case "binlog_row_image" -> fullImages = value.contains("FULL");
                case "character_set_client" -> plainClient = value.contains("utf8mb4");
                default -> {}
            }
        }
    }

    void begin() throws SQLException {
        run("BEGIN");
        inTransaction = true;
    }

    /** Ends what is open, one way or the other. */
    void end(String how) throws SQLException {
        run(how);
        inTransaction = false;
        keepsAll = false;
        open.clear();
    }

    /**
     * Documents were changed in place. MySQL 9.7.4 does not take all such changes back when they are rolled back (seen by this fuzz: SELECT shows them
     * afterwards, in all isolation levels, and the binlog rightly does not), so from now on nothing is rolled back.
     */
    void keepAll() {
        keepsAll = true;
    }

    boolean keepsAll() {
        return keepsAll;
    }

    /** The tables that wait for the end of what is open. */
    Set<TableId> open() {
        return open;
    }

    boolean isInTransaction() {
        return inTransaction;
    }

    /** Whether it takes values that strict mode refuses. */
    boolean isLenient() {
        return lenient;
    }

    boolean hasFullImages() {
        return fullImages;
    }

    String name() {
        return name;
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
