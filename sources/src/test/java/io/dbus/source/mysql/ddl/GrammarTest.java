package io.dbus.source.mysql.ddl;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.source.mysql.event.QuerySession;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The grammar and the commas tell the same parts, wherever the grammar takes a statement at all. */
class GrammarTest {
    @Test
    void whatTheGrammarOfMySqlTakesIsReadAsWithoutIt() {
        same(new SqlDialect(false, 90704), Statements.MYSQL);
    }

    @Test
    void whatTheGrammarOfMariaDbTakesIsReadAsWithoutIt() {
        same(new SqlDialect(true, 101118), Statements.MARIADB);
    }

    private static void same(SqlDialect dialect, List<String> more) {
        List<String> statements = new ArrayList<>(Statements.ALL);
        statements.addAll(more);
        List<String> refused = new ArrayList<>();
        long mode = 0;
        int taken = 0;
        for (String sql : statements) {
            if (sql.startsWith("SET sql_mode")) {
                mode = sql.contains("ANSI") ? 4 : sql.contains("BACKSLASH") ? 1 << 20 : sql.contains("REAL") ? 1 : 0;
            }
            if (sql.startsWith("SET") && !sql.startsWith("SET STATEMENT")
                    || sql.startsWith("USE")
                    || sql.contains("AS SELECT")
                    || sql.contains(") SELECT")) {
                continue;
            }
            QuerySession session = new QuerySession(mode, 0, 0, QuerySession.Timestamps.EXPLICIT);
            assertThat(DdlReader.read(sql, "db", dialect, session, true))
                    .as(sql)
                    .isEqualTo(DdlReader.read(sql, "db", dialect, session, false));
            if (sql.matches("(?is)(CREATE|ALTER) TABLE .*")) {
                boolean took = new Grammar(dialect)
                        .parts(SqlText.of(sql, dialect, session).plain())
                        .isPresent();
                taken += took ? 1 : 0;
                if (!took) {
                    refused.add(sql);
                }
            }
        }
        refused.forEach(System.out::println);
        assertThat(refused.size()).as("%s", refused).isLessThan(taken / 4);
    }
}
