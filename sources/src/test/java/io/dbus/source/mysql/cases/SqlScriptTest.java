package io.dbus.source.mysql.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SqlScriptTest {
    private static List<String> statements(String text, boolean backslashes) {
        List<String> statements = new ArrayList<>();
        SqlScript script = new SqlScript(text);
        for (Optional<SqlScript.Step> step = script.next(backslashes);
                step.isPresent();
                step = script.next(backslashes)) {
            statements.add(
                    step.get() instanceof SqlScript.Step.Statement statement
                            ? statement.sql()
                            : step.get().toString());
        }
        return statements;
    }

    @Test
    void semicolonsInQuotesAndCommentsEndNothing() {
        assertThat(statements(
                        "SELECT 'a;''b', \"c;\\\"d;\", `e;``f` /* g; */;\n INSERT -- h;i'\n INTO t # j;\"\n VALUES (1);SELECT 2-1--2;",
                        true))
                .containsExactly(
                        "SELECT 'a;''b', \"c;\\\"d;\", `e;``f` /* g; */",
                        "INSERT -- h;i'\n INTO t # j;\"\n VALUES (1)",
                        "SELECT 2-1--2");
    }

    @Test
    void aBackslashIsACharacterWhereTheSessionSaysSo() {
        String script = "SELECT 'a\\', 'b;\\';SELECT 2";
        assertThat(statements(script, false)).containsExactly("SELECT 'a\\', 'b;\\'", "SELECT 2");
        assertThatThrownBy(() -> statements(script, true)).hasMessageContaining("does not end");
    }

    @Test
    void commentsBetweenStatementsAreNotSentButThoseThatServersRunAre() {
        assertThat(statements("-- one\n# two\n/* three */;/*!40101 SET NAMES utf8 */;/* four */ SELECT 1;--\n", true))
                .containsExactly("/*!40101 SET NAMES utf8 */", "/* four */ SELECT 1");
    }

    @Test
    void aDelimiterLineChangesWhatEndsAStatement() {
        assertThat(statements(
                        "DELIMITER //\nCREATE TRIGGER t BEGIN SET @a=1; SET @b=2; END//\ndelimiter ;\nSELECT 1;SELECT 2",
                        true))
                .containsExactly("CREATE TRIGGER t BEGIN SET @a=1; SET @b=2; END", "SELECT 1", "SELECT 2");
    }

    @Test
    void directivesComeInTheirPlaceAndOnesThatAreNotKnownAreRefusedByName() {
        assertThat(statements("SELECT 1;\n-- @stop-consumer\n-- the harness runs: PURGE X\nSELECT 2;", true))
                .containsExactly(
                        "SELECT 1",
                        new SqlScript.Step.Told(new Directive.Stop(true)).toString(),
                        new SqlScript.Step.Told(new Directive.Run("PURGE X")).toString(),
                        "SELECT 2");
        assertThatThrownBy(() -> statements("-- @swap-servers now\nSELECT 1", true))
                .hasMessageContaining("@swap-servers now");
        assertThatThrownBy(() -> statements("-- @kill-consumer-after a while\n", true))
                .hasMessageContaining("@kill-consumer-after a while");
        assertThatThrownBy(() -> statements("SELECT\n-- @stop-consumer\n1", true))
                .hasMessageContaining("inside of a statement");
    }
}
