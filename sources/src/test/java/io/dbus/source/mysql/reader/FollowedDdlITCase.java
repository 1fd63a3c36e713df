package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.ddl.RandomStatements;
import io.dbus.source.mysql.ddl.Statements;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Statements run on real servers: what is followed is after each of them what the server says of its tables. */
@RequiresServers
class FollowedDdlITCase {
    private static final int MANY = 12;

    @Test
    void everyKindOfStatementIsFollowedOnMySql() throws Exception {
        List<String> statements = new ArrayList<>(Statements.ALL);
        statements.addAll(Statements.MYSQL);
        follow(SharedServers.mysql(), statements);
    }

    @Test
    void everyKindOfStatementIsFollowedOnMariaDb() throws Exception {
        List<String> statements = new ArrayList<>(Statements.ALL);
        statements.addAll(Statements.MARIADB);
        follow(SharedServers.mariadb(), statements);
    }

    @Test
    void statementsByChanceAreFollowedOnMySql() throws Exception {
        byChance(SharedServers.mysql());
    }

    @Test
    void statementsByChanceAreFollowedOnMariaDb() throws Exception {
        byChance(SharedServers.mariadb());
    }

    @Test
    void anAlterTableThatMariaDbLogsInTwoPhasesChangesTheTableOnceAndOneThatFailsNever() throws Exception {
        DatabaseServer server = SharedServers.mariadb();
        String db = server.createDatabase("phases");
        server.execute("SET GLOBAL binlog_row_metadata = MINIMAL");
        List<String> differences = new ArrayList<>();
        try (FollowedServer followed = new FollowedServer(server, db + ".*");
                Connection connection = server.connect();
                Statement session = connection.createStatement()) {
            session.execute("USE " + db);
            session.execute("SET binlog_alter_two_phase = ON");
            session.execute("CREATE TABLE t (id INT, a VARCHAR(9), b VARCHAR(9))");
            session.execute("INSERT INTO t VALUES (1, 'x', 'y'), (1, 'x', 'y')");
            String done = "ALTER TABLE t CHANGE a b VARCHAR(9), CHANGE b a VARCHAR(9)";
            session.execute(done);
            assertThatThrownBy(() -> session.execute("ALTER TABLE t ADD COLUMN c INT FIRST, ADD PRIMARY KEY (id)"))
                    .hasMessageContaining("Duplicate");
            session.execute("INSERT INTO t (id, a) VALUES (2, 'a')");
            followed.catchUp();
            compare(done, followed.known(db), followed.actual(db), differences);
            assertThat(followed.schemaChanges().stream().map(SchemaChange::ddl))
                    .hasSize(2)
                    .contains(done);
            assertThat(followed.rowLines()).endsWith("+I[2, null, a]");
        } finally {
            server.execute("SET GLOBAL binlog_row_metadata = FULL");
        }
        assertThat(differences).isEmpty();
    }

    /** Of a fixed seed, or of {@code -Ddbus.ddl.seed}; so many statements that servers take as {@code -Ddbus.ddl.statements} says. */
    private static void byChance(DatabaseServer server) throws Exception {
        long seed = Long.getLong("dbus.ddl.seed", 20);
        int wanted = Integer.getInteger("dbus.ddl.statements", 150);
        String db = server.createDatabase("chance");
        server.execute("SET GLOBAL binlog_row_metadata = MINIMAL");
        List<String> differences = new ArrayList<>();
        List<String> before = new ArrayList<>();
        RandomStatements statements = new RandomStatements(seed, db);
        try (FollowedServer followed = new FollowedServer(server, db + ".*");
                Connection connection = server.connect();
                Statement session = connection.createStatement()) {
            session.execute("USE " + db);
            session.execute("SET sql_mode = ''");
            int taken = 0;
            int all = 0;
            while (taken < wanted && differences.isEmpty()) {
                String sql = statements.next(followed.actual(db));
                all++;
                try {
                    session.execute(sql);
                } catch (SQLException e) {
                    assertThat(all)
                            .as("statements, of which %s were taken", taken)
                            .isLessThan(20 * wanted);
                    continue;
                }
                taken++;
                if (taken % 10 == 0) {
                    followed.restart();
                }
                followed.catchUp();
                before.add(sql);
                compare(sql, followed.known(db), followed.actual(db), differences);
            }
        } finally {
            server.execute("SET GLOBAL binlog_row_metadata = FULL");
        }
        assertThat(differences)
                .as("seed %s, behind %s", seed, before.subList(Math.max(0, before.size() - 6), before.size()))
                .isEmpty();
    }

    private static void follow(DatabaseServer server, List<String> statements) throws Exception {
        String db = server.createDatabase("follow");
        server.execute("CREATE DATABASE " + db + "_other", "SET GLOBAL binlog_row_metadata = MINIMAL");
        List<String> differences = new ArrayList<>();
        int refused = 0;
        try (FollowedServer followed = new FollowedServer(server, db + ".*", db + "_other.*");
                Connection connection = server.connect();
                Statement session = connection.createStatement()) {
            session.execute("USE " + db);
            session.execute("SET sql_mode = ''");
            for (String template : statements) {
                String sql = template.replaceAll("\\bdb(_other)?\\b", db + "$1");
                try {
                    session.execute(sql);
                } catch (SQLException e) {
                    refused++;
                    System.out.println("REFUSED " + e.getMessage() + ": " + sql);
                    continue;
                }
                followed.catchUp();
                compare(sql, followed.known(db), followed.actual(db), differences);
                compare(sql, followed.known(db + "_other"), followed.actual(db + "_other"), differences);
                if (differences.size() > MANY) {
                    break;
                }
            }
        } finally {
            server.execute("SET GLOBAL binlog_row_metadata = FULL");
        }
        assertThat(differences).isEmpty();
        assertThat(refused).isLessThan(10);
    }

    static void compare(
            String sql,
            Map<TableId, TableDefinition> known,
            Map<TableId, TableDefinition> actual,
            List<String> differences) {
        known.values().removeIf(table -> table.columns().isEmpty() && !actual.containsKey(table.table()));
        if (!known.keySet().equals(actual.keySet())) {
            differences.add(sql + "\n   tables " + known.keySet() + "\n   not " + actual.keySet());
            return;
        }
        actual.forEach((table, is) -> {
            TableDefinition was = known.get(table);
            List<String> lines = lines(was);
            if (!lines.equals(lines(is)) || !was.key().equals(is.key())) {
                List<String> expected = lines(is);
                List<String> more = new ArrayList<>(lines);
                more.removeAll(expected);
                List<String> less = new ArrayList<>(expected);
                less.removeAll(lines);
                differences.add(sql + "\n   " + table + " " + more + " key " + was.key() + "\n   not " + less + " key "
                        + is.key() + (more.isEmpty() && less.isEmpty() ? " order " + lines + expected : ""));
            }
        });
    }

    /** All but defaults, which servers write in a form of their own. */
    private static List<String> lines(TableDefinition table) {
        List<String> lines = new ArrayList<>();
        for (ColumnDefinition c : table.columns()) {
            lines.add(c.name() + " " + c.type() + " " + c.charset() + (c.nullable() ? " NULL" : "")
                    + (c.autoIncrement() ? " AUTO" : "") + (c.generated() ? " GEN" : "")
                    + (c.invisible() ? " INVISIBLE" : "")
                    + (c.defaultExpression().isEmpty() || c.type().startsWith("timestamp") ? "" : " DEFAULT") + " "
                    + c.comment());
        }
        lines.add(table.charset() + " " + table.comment());
        return lines;
    }
}
