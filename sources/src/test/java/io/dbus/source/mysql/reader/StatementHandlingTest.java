package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.gtid.GtidSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Changes of rows that are logged as text. */
class StatementHandlingTest {
    private final AssemblerHarness harness = AssemblerHarness.fresh();

    @Test
    void aDataChangeAsTextFailsForSelectedTablesOnly() {
        harness.accept(EventBytes.gtid(1, 100), EventBytes.query("shop", "BEGIN", 110))
                .accept(EventBytes.query("shop", "UPDATE other SET v='x'", 120), EventBytes.xid(1, 130));
        assertThatThrownBy(() -> harness.accept(EventBytes.gtid(2, 200), EventBytes.query("shop", "BEGIN", 210))
                        .accept(EventBytes.query("shop", "UPDATE orders SET v='x'", 220)))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("UPDATE orders SET v='x'")
                .hasMessageContaining("binlog_format=ROW");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "UPDATE orders SET v='x'",
                "INSERT INTO shop.orders SELECT * FROM other",
                "REPLACE INTO orders VALUES (1, 'x')",
                "DELETE FROM orders WHERE id = 1",
                "LOAD DATA INFILE 'x' INTO TABLE orders",
                "CREATE TABLE orders SELECT * FROM other",
                "CREATE TABLE IF NOT EXISTS orders (id INT) REPLACE AS SELECT 1",
                "UPDATE other, orders SET orders.v = other.v",
                "DELETE orders FROM orders JOIN other ON orders.id = other.id",
                "SELECT `shop`.`f`(1)",
                "CALL p()",
                "WITH x AS (SELECT 1) UPDATE orders SET v = 1",
            })
    void suchAChangeOfASelectedTableFailsOrIsCountedAsTheUserSays(String sql) {
        assertThatThrownBy(() -> harness.accept(begun(1)).accept(EventBytes.query("shop", sql, 1020)))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining(sql)
                .hasMessageContaining("binlog.000001:")
                .hasMessageContaining("GTID " + EventBytes.SERVER + ":1")
                .hasMessageContaining("binlog_format=ROW")
                .hasMessageContaining("statement.handling.mode: count");
        AssemblerHarness counting = AssemblerHarness.countingStatements();
        counting.accept(begun(1))
                .accept(EventBytes.query("shop", sql, 1020), EventBytes.xid(1, 1030))
                .transaction(2, 20);
        assertThat(counting.figures.count("statement.dropped")).isEqualTo(1);
        assertThat(counting.lines()).containsExactly("+I[20, v20]");
        assertThat(counting.emitted.position().gtids()).isEqualTo(GtidSet.parse(EventBytes.SERVER + ":1-2"));
    }

    @Test
    void aStatementWithoutATransactionAroundItIsOneByItself() {
        AssemblerHarness counting = AssemblerHarness.countingStatements();
        counting.accept(EventBytes.gtid(1, 1000), EventBytes.query("shop", "SELECT f()", 1010));
        assertThat(counting.emitted.position().gtids()).isEqualTo(GtidSet.parse(EventBytes.SERVER + ":1"));
        counting.accept(EventBytes.gtid(2, 2000), EventBytes.query("shop", "UPDATE orders SET v=1", 2010));
        assertThat(counting.emitted.position().gtids()).isEqualTo(GtidSet.parse(EventBytes.SERVER + ":1-2"));
        assertThat(counting.figures.count("statement.dropped")).isEqualTo(2);
    }

    @Test
    void rowsBesideAStatementComeAndWhatHelpsStatementsIsPassedOver() {
        AssemblerHarness counting = AssemblerHarness.countingStatements();
        counting.accept(begun(1))
                .accept(
                        new EventBytes().number(2, 1).number(7, 8).event(EventType.INTVAR, 1011),
                        new EventBytes().number(1, 8).number(2, 8).event(EventType.RAND, 1012),
                        new EventBytes().number(1, 4).text("u").number(1, 1).event(EventType.USER_VAR, 1013),
                        EventBytes.query("shop", "INSERT INTO orders VALUES (LAST_INSERT_ID(), @u)", 1020),
                        EventBytes.tableMap(1, "orders", true, 1030),
                        EventBytes.inserts(1, 1040, 10),
                        EventBytes.xid(1, 1050));
        assertThat(counting.lines()).containsExactly("+I[10, v10]");
        assertThat(counting.figures.count("statement.dropped")).isEqualTo(1);
    }

    private static byte[][] begun(long number) {
        return new byte[][] {
            EventBytes.gtid(number, number * 1000), EventBytes.query("shop", "BEGIN", number * 1000 + 10)
        };
    }
}
