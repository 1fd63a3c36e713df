package io.dbus.source.mysql.reader;

import static io.dbus.source.mysql.reader.EventBytes.COMMIT_MICROS;
import static io.dbus.source.mysql.reader.EventBytes.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Origin;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogMark;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.row.KeyReader;
import io.dbus.source.mysql.split.BinlogSplit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class TruncateTest {
    private static final TableId ORDERS = new TableId("shop", "orders");

    private final AssemblerHarness harness = AssemblerHarness.fresh();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "TRUNCATE orders",
                "TRUNCATE TABLE orders",
                "truncate table `shop`.`orders` /* all */",
                "/* by hand */ TRUNCATE -- now\nshop . orders",
            })
    void aTruncateOfASelectedTableGoesOutBetweenItsRows(String sql) {
        harness.transaction(1, 10);
        truncate(harness, 2, sql);
        harness.transaction(3, 10);
        Truncate truncate = harness.truncates().get(0);
        assertThat(harness.truncates()).hasSize(1);
        assertThat(truncate.source()).isEqualTo(ORDERS);
        assertThat(truncate.table()).isEqualTo(ORDERS);
        assertThat(truncate.key())
                .isEqualTo(KeyReader.ofTable("src", "db", ORDERS).build());
        Origin origin = truncate.origin();
        assertThat(origin.transaction().gtid()).isEqualTo(SERVER + ":2");
        assertThat(origin.transaction().serverUuid()).isEqualTo(SERVER.toString());
        assertThat(origin.transaction().file()).isEqualTo("binlog.000001");
        assertThat(origin.transaction().thread()).isEqualTo(11);
        assertThat(origin.transaction().commitMicros()).isEqualTo(COMMIT_MICROS);
        assertThat(origin.ordinal()).isZero();
        assertThat(origin.last()).isTrue();
        assertThat(List.of(
                        harness.rows().get(0).origin().sequence(),
                        origin.sequence(),
                        harness.rows().get(1).origin().sequence()))
                .containsExactly(COMMIT_MICROS * 1000, COMMIT_MICROS * 1000 + 1, COMMIT_MICROS * 1000 + 2);
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-3"));
        assertThat(harness.read.toSplit()).isEqualTo(harness.emitted.toSplit());
        assertThat(harness.figures.count("truncate.dropped")).isZero();
    }

    @ParameterizedTest
    @ValueSource(strings = {"TRUNCATE other", "TRUNCATE TABLE x.orders", "TRUNCATE Orders"})
    void aTruncateOfAnotherTableIsPassedOver(String sql) {
        truncate(harness, 1, sql);
        assertThat(harness.truncates()).isEmpty();
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1"));
    }

    @Test
    void aServerThatFoldsNamesTruncatesTheTableInWhateverCaseItIsNamed() {
        AssemblerHarness folding = AssemblerHarness.fresh().foldingNames();
        truncate(folding, 1, "TRUNCATE Orders");
        folding.transaction(2, 10);
        truncate(folding, 3, "TRUNCATE SHOP.ORDERS");
        assertThat(folding.truncates()).extracting(Truncate::source).containsExactly(ORDERS, ORDERS);
    }

    @Test
    void aTruncateOfATemporaryTableIsNoneOfTheTable() {
        harness.accept(EventBytes.gtid(1, 1000), EventBytes.query("shop", "TRUNCATE orders", 1010, 0, 0x4));
        assertThat(harness.truncates()).isEmpty();
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1"));
    }

    @Test
    void aTruncateThatFailedOnItsServerIsCountedAndNotSentOn() {
        harness.accept(EventBytes.gtid(1, 1000), EventBytes.query("shop", "TRUNCATE orders", 1010, 1030, 0));
        assertThat(harness.truncates()).isEmpty();
        assertThat(harness.figures.count("truncate.dropped")).isEqualTo(1);
    }

    @Test
    void aTruncateWhoseTableCannotBeFoundFails() {
        assertThatThrownBy(() -> truncate(harness, 1, "TRUNCATE TABLE ="))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("TRUNCATE TABLE =")
                .hasMessageContaining("GTID " + SERVER + ":1");
    }

    @Test
    void aTruncateThatWentOutBeforeARestartDoesNotComeAgain() {
        truncate(harness, 1, "TRUNCATE orders");
        BinlogSplit between = new BinlogSplit(
                "db",
                new BinlogPosition(
                        GtidSet.empty(),
                        SERVER.toString(),
                        "binlog.000001",
                        4,
                        1,
                        harness.truncates().get(0).origin().sequence()),
                Map.of(SERVER + ":1", 1L),
                Map.of(),
                Map.of(),
                List.of(),
                BinlogMark.NONE);
        AssemblerHarness restarted = AssemblerHarness.from(between);
        truncate(restarted, 1, "TRUNCATE orders");
        assertThat(restarted.truncates()).isEmpty();
        restarted.transaction(2, 10);
        assertThat(restarted.rows().get(0).origin().sequence()).isEqualTo(COMMIT_MICROS * 1000 + 1);
    }

    @Test
    void aTruncateThatDidNotGoOutBeforeARestartComesWithTheSameSequence() {
        harness.transaction(1, 10);
        BinlogSplit before = harness.emitted.toSplit();
        truncate(harness, 2, "TRUNCATE orders");
        AssemblerHarness restarted = AssemblerHarness.from(before);
        truncate(restarted, 2, "TRUNCATE orders");
        assertThat(restarted.truncates())
                .extracting(truncate -> truncate.origin().sequence())
                .containsExactly(harness.truncates().get(0).origin().sequence());
    }

    @Test
    void aTruncateAmongRowsOfATransactionKeepsItsPlace() {
        byte[][] events = {
            EventBytes.gtid(1, 100),
            EventBytes.query("shop", "BEGIN", 110),
            EventBytes.tableMap(1, "orders", true, 120),
            EventBytes.inserts(1, 130, 10),
            EventBytes.query("shop", "TRUNCATE orders", 140),
            EventBytes.inserts(1, 150, 11),
            EventBytes.xid(1, 160)
        };
        harness.accept(events);
        assertThat(harness.elements)
                .filteredOn(e -> e instanceof BinlogElement.Row || e instanceof BinlogElement.Emptied)
                .extracting(e -> e.getClass().getSimpleName())
                .containsExactly("Row", "Emptied", "Row");
        assertThat(harness.rows()).extracting(row -> row.origin().ordinal()).containsExactly(0L, 2L);
        assertThat(harness.truncates().get(0).origin().last()).isFalse();
        AssemblerHarness restarted = AssemblerHarness.from(new BinlogSplit(
                "db",
                BinlogPosition.ofGtids(GtidSet.empty()),
                Map.of(SERVER + ":1", 2L),
                Map.of(),
                Map.of(),
                List.of(),
                BinlogMark.NONE));
        restarted.accept(events);
        assertThat(restarted.truncates()).isEmpty();
        assertThat(restarted.lines()).containsExactly("+I[11, v11]");
    }

    private static void truncate(AssemblerHarness harness, long number, String sql) {
        long at = number * 1000;
        harness.accept(EventBytes.gtid(number, at), EventBytes.query("shop", sql, at + 10));
    }
}
