package io.dbus.source.mysql.reader;

import static io.dbus.source.mysql.reader.EventBytes.COMMIT_MICROS;
import static io.dbus.source.mysql.reader.EventBytes.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogMark;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplit;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TransactionAssemblerTest {
    private final AssemblerHarness harness = AssemblerHarness.fresh();

    @Test
    void rowsLeaveWithAllThatIsKnownOfTheirTransaction() {
        harness.transaction(1, 10, 11);
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[11, v11]");
        Origin first = harness.rows().get(0).origin();
        Origin second = harness.rows().get(1).origin();
        assertThat(first.transaction().gtid()).isEqualTo(SERVER + ":1");
        assertThat(first.transaction().serverUuid()).isEqualTo(SERVER.toString());
        assertThat(first.transaction().xid()).isEqualTo(1);
        assertThat(first.transaction().thread()).isEqualTo(11);
        assertThat(first.transaction().file()).isEqualTo("binlog.000001");
        assertThat(first.transaction().commitMicros()).isEqualTo(COMMIT_MICROS);
        assertThat(List.of(first.ordinal(), second.ordinal())).containsExactly(0L, 1L);
        assertThat(List.of(first.last(), second.last())).containsExactly(false, true);
        assertThat(List.of(first.sequence(), second.sequence()))
                .containsExactly(COMMIT_MICROS * 1000, COMMIT_MICROS * 1000 + 1);
    }

    @Test
    void nothingOfATransactionLeavesBeforeItsEnd() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.inserts(1, 130, 10));
        assertThat(harness.rows()).isEmpty();
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.empty());
        harness.accept(EventBytes.xid(1, 140));
        assertThat(harness.lines()).containsExactly("+I[10, v10]");
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1"));
        assertThat(harness.emitted.position().position()).isEqualTo(140);
    }

    @Test
    void theFetcherIsWhereTheEmitterWillBeOnceAllIsOut() {
        harness.transaction(1, 10).accept(EventBytes.gtid(2, 2000), EventBytes.query("shop", "DROP TABLE x", 2010));
        assertThat(harness.read.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-2"));
        assertThat(harness.read.toSplit()).isEqualTo(harness.emitted.toSplit());
        AssemblerHarness streaming = AssemblerHarness.streaming(start(Map.of()));
        streaming.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.inserts(1, 130, 10, 11));
        assertThat(streaming.read.toSplit()).isEqualTo(streaming.emitted.toSplit());
    }

    @Test
    void aTransactionThatIsRolledBackIsPassedAndNotSent() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.inserts(1, 130, 10),
                EventBytes.query("shop", "ROLLBACK", 140));
        assertThat(harness.rows()).isEmpty();
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1"));
    }

    @Test
    void aLargeTransactionLeavesAsItComesAndItsRollbackFails() {
        AssemblerHarness streaming = AssemblerHarness.streaming(start(Map.of()));
        streaming.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.inserts(1, 130, 10, 11));
        assertThat(streaming.lines()).containsExactly("+I[10, v10]", "+I[11, v11]");
        assertThat(streaming.emitted.toSplit().unfinished()).containsExactly(Map.entry(SERVER + ":1", 2L));
        assertThatThrownBy(() -> streaming.accept(EventBytes.query("shop", "ROLLBACK", 140)))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("transaction.hold")
                .hasMessageContaining("source src, server db, binlog.000001:")
                .hasMessageContaining("GTID " + SERVER + ":1");
    }

    @Test
    void aFullBatchIsHandedOverInTheMiddleOfATransaction() {
        AssemblerHarness small = AssemblerHarness.streaming(start(Map.of()));
        int before = small.batches;
        small.transaction(1, 10, 11, 12);
        assertThat(small.lines()).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[12, v12]");
        assertThat(small.batches - before).isGreaterThanOrEqualTo(3);
    }

    @Test
    void rowsOfTablesThatAreNotSelectedCount() {
        mixed(harness);
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[11, v11]");
        assertThat(harness.rows()).extracting(row -> row.origin().ordinal()).containsExactly(3L, 4L);
    }

    @Test
    void rowsThatWereOutBeforeARestartDoNotComeAgainAndTheOthersHaveTheSameNumbers() {
        mixed(harness);
        RowChange second = harness.rows().get(1);
        AssemblerHarness restarted = AssemblerHarness.from(new BinlogSplit(
                "db",
                new BinlogPosition(
                        GtidSet.empty(),
                        SERVER.toString(),
                        "binlog.000001",
                        4,
                        4,
                        harness.rows().get(0).origin().sequence()),
                Map.of(SERVER + ":1", 4L),
                Map.of(),
                Map.of(),
                List.of(),
                BinlogMark.NONE));
        mixed(restarted);
        assertThat(restarted.lines()).containsExactly("+I[11, v11]");
        assertThat(restarted.rows().get(0).origin().sequence())
                .isEqualTo(second.origin().sequence());
        assertThat(restarted.emitted.toSplit().unfinished()).isEmpty();
    }

    @Test
    void rowsOfATransactionWithoutASelectedTableAreNotLookedAt() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(2, "other", true, 120),
                EventBytes.damagedRows(2, 130),
                EventBytes.xid(1, 140));
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1"));
    }

    @Test
    void damagedRowsOfASelectedTableFail() {
        assertThatThrownBy(() -> harness.accept(
                        EventBytes.gtid(1, 100),
                        EventBytes.query("shop", "BEGIN", 110),
                        EventBytes.tableMap(1, "orders", true, 120),
                        EventBytes.damagedRows(1, 130),
                        EventBytes.xid(1, 140)))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("table shop.orders")
                .hasMessageContaining("GTID " + SERVER + ":1");
    }

    @Test
    void aKeyChangeIsOneElementOfTwoRowsWithTheirOwnSequences() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.update(1, 130, 10, 11),
                EventBytes.xid(1, 140));
        assertThat(harness.elements).hasAtLeastOneElementOfType(BinlogElement.KeyChange.class);
        assertThat(harness.lines()).containsExactly("-D[10, v10]", "+I[11, w]");
        RowChange delete = harness.rows().get(0);
        RowChange insert = harness.rows().get(1);
        assertThat(insert.origin().sequence()).isEqualTo(delete.origin().sequence() + 1);
        assertThat(insert.origin().ordinal()).isEqualTo(delete.origin().ordinal());
        assertThat(delete.key()).isNotEqualTo(insert.key());
        assertThat(delete.counterpart()).isPresent();
        assertThat(insert.counterpart()).isPresent();
        assertThat(List.of(delete.origin().last(), insert.origin().last())).containsExactly(false, true);
    }

    @Test
    void aLostConnectionRepeatsNothingAndLosesNothing() {
        AssemblerHarness streaming = AssemblerHarness.streaming(start(Map.of()));
        byte[][] head = {
            EventBytes.gtid(1, 100),
            EventBytes.query("shop", "BEGIN", 110),
            EventBytes.tableMap(1, "orders", true, 120),
            EventBytes.inserts(1, 130, 10, 11)
        };
        streaming.accept(head).connected(SERVER.toString()).accept(head);
        streaming.accept(EventBytes.inserts(1, 140, 12), EventBytes.xid(1, 150));
        assertThat(streaming.lines()).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[12, v12]");
        harness.accept(head).connected(SERVER.toString()).accept(head);
        harness.accept(EventBytes.inserts(1, 140, 12), EventBytes.xid(1, 150));
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[12, v12]");
    }

    @Test
    void anotherServerGoesOnAMinuteLaterAlsoInAnotherOrder() {
        AssemblerHarness streaming = AssemblerHarness.streaming(start(Map.of()));
        streaming.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.inserts(1, 130, 10));
        long now = System.currentTimeMillis();
        streaming.connected("00000000-71ca-11e1-9e33-c80aa9429562");
        streaming.transaction(2, 20);
        assertThat(streaming.emitted.toSplit().unfinished()).containsExactly(Map.entry(SERVER + ":1", 1L));
        streaming.transaction(1, 10, 11);
        assertThat(streaming.lines()).containsExactly("+I[10, v10]", "+I[20, v20]", "+I[11, v11]");
        assertThat(streaming.rows().get(1).origin().sequence()).isGreaterThan((now + 60_000) * 1_000_000);
        assertThat(streaming.emitted.toSplit().unfinished()).isEmpty();
        assertThat(streaming.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-2"));
    }

    @Test
    void aTransactionThatIsDoneIsPassedOver() {
        harness.transaction(1, 10).transaction(1, 10).transaction(2, 20);
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[20, v20]");
    }

    @Test
    void aRollbackToASavepointFailsOnlyIfSelectedRowsLieBetween() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.inserts(1, 130, 10),
                EventBytes.query("shop", "SAVEPOINT `a`", 140),
                EventBytes.query("shop", "ROLLBACK TO `A`", 150),
                EventBytes.xid(1, 160));
        assertThat(harness.lines()).containsExactly("+I[10, v10]");
        assertThatThrownBy(() -> harness.accept(
                        EventBytes.gtid(2, 200),
                        EventBytes.query("shop", "BEGIN", 210),
                        EventBytes.query("shop", "SAVEPOINT `a`", 220),
                        EventBytes.tableMap(1, "orders", true, 230),
                        EventBytes.inserts(1, 240, 20),
                        EventBytes.query("shop", "ROLLBACK TO `a`", 250)))
                .hasMessageContaining("savepoint a");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "ALTER TABLE orders TRUNCATE PARTITION p0|truncate",
                "ALTER TABLE orders DROP PARTITION p0|truncate",
                "UPDATE other SET v=1|statement",
                "FROBNICATE orders|statement",
            })
    void whatAStatementDoesToSelectedTablesAndIsNotSentOnIsCountedByItsReason(String sql, String reason) {
        harness.transaction(1, 10);
        harness.accept(EventBytes.gtid(2, 2000), EventBytes.query("shop", sql, 2010));
        assertThat(harness.figures.count(reason + ".dropped")).isEqualTo(1);
    }

    @Test
    void aTableOfWhichTheBinlogSaysTooLittleIsAskedForIfTheUserVouchesForIt() {
        AssemblerHarness vouched = AssemblerHarness.assumingCurrentTables();
        unnamed(vouched, 1);
        assertThat(vouched.lines()).containsExactly("+I[10, v10]");
        assertThat(vouched.emitted.toSplit().schemas()).containsKey(AssemblerHarness.ORDERS.table());
    }

    private static void unnamed(AssemblerHarness harness, long number) {
        long at = number * 1000;
        harness.accept(
                EventBytes.gtid(number, at),
                EventBytes.query("shop", "BEGIN", at + 10),
                EventBytes.tableMap((int) number, "orders", false, at + 20),
                EventBytes.inserts((int) number, at + 30, 10),
                EventBytes.xid(number, at + 40));
    }

    /** Three rows of another table, then two of orders. */
    private static void mixed(AssemblerHarness harness) {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(2, "other", true, 120),
                EventBytes.inserts(2, 130, 1, 2, 3),
                EventBytes.tableMap(1, "orders", true, 140),
                EventBytes.inserts(1, 150, 10, 11),
                EventBytes.xid(1, 160));
    }

    private static BinlogSplit start(Map<String, Long> unfinished) {
        return new BinlogSplit(
                "db",
                BinlogPosition.ofGtids(GtidSet.empty()),
                unfinished,
                Map.of(),
                Map.of(),
                List.of(),
                BinlogMark.NONE);
    }
}
