package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplit;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a binlog holds now and then beside transactions of rows. */
class OddEventsTest {
    private final AssemblerHarness harness = AssemblerHarness.fresh();

    @Test
    void anIncidentFails() {
        byte[] incident =
                new EventBytes().number(1, 2).number(4, 1).text("lost").event(EventType.INCIDENT, 100);
        assertThatThrownBy(() -> harness.accept(incident)).hasMessageContaining("INCIDENT");
    }

    @Test
    void anUnknownEventFailsUnlessItMayBeIgnored() {
        harness.transaction(1, 10);
        for (int type : new int[] {99, 173, 255, EventType.IGNORABLE}) {
            harness.accept(new EventBytes().number(0, 8).event(type, 1100, 0x80));
        }
        harness.accept(new EventBytes().number(0, 8).event(99, 1200, 0x80)).transaction(2, 20);
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[20, v20]");
        assertThat(harness.figures.count("type 99.ignoredEvents")).isEqualTo(2);
        assertThat(harness.figures.count("IGNORABLE.ignoredEvents")).isEqualTo(1);
        for (int type : new int[] {0, EventType.START_V3, EventType.PRE_GA_WRITE_ROWS, 43, 99, 173, 255}) {
            assertThatThrownBy(
                            () -> harness.accept(new EventBytes().number(0, 8).event(type, 3000)))
                    .isInstanceOf(BinlogFailure.class)
                    .hasMessageContaining("type number " + type + " ")
                    .hasMessageContaining("binlog.000001:");
        }
        assertThatThrownBy(() ->
                        harness.accept(new EventBytes().number(0, 8).event(EventType.MARIADB_PARTIAL_ROW_DATA, 3000)))
                .hasMessageContaining("binlog_row_event_fragment_threshold");
    }

    @Test
    void aFileThatBreaksOffInATransactionDropsItUnlessRowsAreOut() {
        byte[][] head = {
            EventBytes.gtid(1, 100),
            EventBytes.query("shop", "BEGIN", 110),
            EventBytes.tableMap(1, "orders", true, 120),
            EventBytes.inserts(1, 130, 10)
        };
        harness.accept(head).accept(EventBytes.rotate("binlog.000002", 4, 0)).transaction(1, 11);
        assertThat(harness.lines()).containsExactly("+I[11, v11]");
        AssemblerHarness streaming = AssemblerHarness.streaming(
                        BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()))
                .accept(head);
        assertThatThrownBy(() -> streaming.accept(EventBytes.rotate("binlog.000002", 4, 0)))
                .hasMessageContaining("never committed");
    }

    @Test
    void positionsGoOnBeyondFourGibibytes() {
        harness.accept(EventBytes.rotate("binlog.000002", 0xFFFF_FF00L, 0x20));
        harness.accept(
                EventBytes.gtid(1, 0xFFFF_FFF0L),
                EventBytes.query("shop", "BEGIN", 0x30),
                EventBytes.tableMap(1, "orders", true, 0x80),
                EventBytes.inserts(1, 0xC0, 10),
                EventBytes.xid(1, 0x100));
        assertThat(harness.emitted.position().position()).isEqualTo(0x1_0000_0100L);
        assertThat(harness.rows().get(0).origin().position()).isBetween(0x1_0000_0000L, 0x1_0000_00C0L);
    }

    @Test
    void aTableWhoseNumberMeansNoTableElsewhereIsRead() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.inserts(0xFF_FFFF, 115),
                EventBytes.tableMap(0xFF_FFFF, "orders", true, 120),
                EventBytes.inserts(0xFF_FFFF, 130, 10),
                EventBytes.xid(1, 140));
        assertThat(harness.lines()).containsExactly("+I[10, v10]");
    }

    @Test
    void theLastRowOfATransactionIsMarkedInACompressedEventToo() {
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.tableMap(1, "orders", true, 120),
                EventBytes.compressedInserts(1, 130, 10, 11),
                EventBytes.xid(1, 140));
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[11, v11]");
        assertThat(harness.rows()).extracting(row -> row.origin().last()).containsExactly(false, true);
    }

    @Test
    void tablesMappedInOneStatementAreKnownHoweverManyWereMappedBefore() {
        harness.accept(EventBytes.gtid(1, 100), EventBytes.query("shop", "BEGIN", 110));
        for (int number = 10; number < 10_009; number++) {
            harness.accept(EventBytes.tableMap(number, "other", true, 120));
        }
        harness.accept(
                EventBytes.tableMap(1, "orders", true, 130),
                EventBytes.tableMap(2, "other", true, 140),
                EventBytes.tableMap(3, "other", true, 150),
                EventBytes.inserts(1, 160, 10),
                EventBytes.xid(1, 170));
        assertThat(harness.lines()).containsExactly("+I[10, v10]");
    }

    @Test
    void aFileThatEndsInsideATransactionWhichTheNextOneCountsAsDoneWasCutOff() {
        byte[] previous = GtidSet.parse(EventBytes.SERVER + ":1").encode();
        harness.accept(
                EventBytes.gtid(1, 100),
                EventBytes.query("shop", "BEGIN", 110),
                EventBytes.rotate("binlog.000002", 4, 0),
                new EventBytes().bytes(GtidSet.empty().encode()).event(EventType.PREVIOUS_GTIDS, 200));
        harness.accept(EventBytes.gtid(1, 300), EventBytes.query("shop", "BEGIN", 310));
        assertThatThrownBy(() -> harness.accept(
                        EventBytes.rotate("binlog.000003", 4, 0),
                        new EventBytes().bytes(previous).event(EventType.PREVIOUS_GTIDS, 200)))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining(EventBytes.SERVER + ":1")
                .hasMessageContaining("binlog.000003")
                .hasMessageContaining("cut off");
    }
}
