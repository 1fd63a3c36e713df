package io.dbus.source.mysql.reader;

import static io.dbus.source.mysql.reader.EventBytes.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.PreparedXa;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.junit.jupiter.api.Test;

class XaTest {
    private static final String A = EventBytes.xid("a");
    private static final String B = EventBytes.xid("b");

    private final AssemblerHarness harness = AssemblerHarness.fresh();

    @Test
    void nothingOfAPreparedTransactionGoesOutAndTheStateHoldsItsPlace() {
        harness.accept(prepared(1, "a", "orders", 10)).transaction(2, 20);
        assertThat(harness.lines()).containsExactly("+I[20, v20]");
        BinlogSplit split = harness.emitted.toSplit();
        assertThat(split.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":2"));
        assertThat(split.prepared())
                .containsExactly(new PreparedXa(A, SERVER + ":1", "binlog.000001", begin(1), EventBytes.COMMIT_MICROS));
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-2"));
        assertThat(harness.figures.gauge("xaUnseen")).isEqualTo(0L);
    }

    @Test
    void rowsGoOutInTheOrderOfCommitsAsRowsOfTheTransactionThatCommits() {
        harness.accept(prepared(1, "a", "orders", 10, 11))
                .accept(prepared(2, "b", "orders", 20))
                .transaction(3, 30)
                .accept(decides(4, "COMMIT", "b"))
                .accept(decides(5, "COMMIT", "a"));
        assertThat(harness.lines()).containsExactly("+I[30, v30]", "+I[20, v20]", "+I[10, v10]", "+I[11, v11]");
        assertThat(harness.rows())
                .extracting(row -> row.origin().transaction().gtid())
                .containsExactly(SERVER + ":3", SERVER + ":4", SERVER + ":5", SERVER + ":5");
        assertThat(harness.rows())
                .extracting(row -> row.origin().sequence())
                .isSorted()
                .doesNotHaveDuplicates();
        assertThat(harness.rows()).extracting(row -> row.origin().last()).containsExactly(true, true, false, true);
        assertThat(split().prepared()).isEmpty();
        assertThat(split().position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-5"));
    }

    @Test
    void rowsStandWhereTheCommitStandsSoThatNoTwoHaveOnePlace() {
        harness.accept(prepared(1, "a", "orders", 10, 11)).accept(decides(2, "COMMIT", "a"));
        Origin second = harness.rows().get(1).origin();
        assertThat(second.transaction().position()).isEqualTo(begin(2));
        assertThat(second.position()).isEqualTo(commits(2));
        assertThat(harness.rows()).extracting(row -> row.origin().row()).containsExactly(0, 1);
    }

    @Test
    void whatIsRolledBackIsAsIfItNeverWas() {
        harness.accept(prepared(1, "a", "orders", 10)).accept(decides(2, "ROLLBACK", "a"));
        assertThat(harness.rows()).isEmpty();
        assertThat(split().prepared()).isEmpty();
        assertThat(split().position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-2"));
    }

    @Test
    void theSameIdentifierIsUsedAgainAfterEachOutcome() {
        harness.accept(prepared(1, "a", "orders", 10))
                .accept(decides(2, "ROLLBACK", "a"))
                .accept(prepared(3, "a", "orders", 30))
                .accept(decides(4, "COMMIT", "a"))
                .accept(prepared(5, "a", "orders", 50));
        assertThat(harness.lines()).containsExactly("+I[30, v30]");
        assertThat(split().prepared()).extracting(PreparedXa::gtid).containsExactly(SERVER + ":5");
    }

    @Test
    void afterARestartTheGroupIsReadAgainAndNumberedTheSame() {
        harness.accept(prepared(1, "a", "orders", 10, 11));
        AssemblerHarness restarted = AssemblerHarness.from(split());
        harness.accept(decides(2, "COMMIT", "a"));
        restarted.accept(decides(2, "COMMIT", "a"));
        assertThat(restarted.rows()).isEmpty();
        assertThat(restarted.apart()).map(DecidedXa::xa).map(PreparedXa::gtid).contains(SERVER + ":1");
        restarted.connectedApart().acceptApart(prepared(1, "a", "orders", 10, 11));
        assertThat(restarted.apart()).isEmpty();
        assertThat(numbered(restarted.rows()))
                .isEqualTo(numbered(harness.rows()))
                .hasSize(2);
        assertThat(restarted.emitted.toSplit()).isEqualTo(split());
    }

    @Test
    void aRestartInTheMiddleOfItsRowsGoesOnBehindThem() {
        harness.accept(prepared(1, "a", "orders", 10, 11, 12));
        for (int out = 0; out <= 3; out++) {
            AssemblerHarness first = AssemblerHarness.holding(split(), 0);
            first.accept(decides(2, "COMMIT", "a"));
            // One row event for each row, and the stream ends behind some.
            byte[][] group = oneByOne(1, "a", 10, 11, 12);
            first.connectedApart().acceptApart(java.util.Arrays.copyOf(group, 2 + 2 * out));
            assertThat(first.rows()).hasSize(out);
            AssemblerHarness second = AssemblerHarness.from(first.emitted.toSplit());
            second.accept(decides(2, "COMMIT", "a"));
            second.connectedApart().acceptApart(group);
            List<String> both = new ArrayList<>(first.lines());
            both.addAll(second.lines());
            assertThat(both).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[12, v12]");
            assertThat(second.emitted.toSplit().prepared()).isEmpty();
            assertThat(second.emitted.toSplit().unfinished()).isEmpty();
        }
    }

    @Test
    void aConnectionThatIsLostInTheMiddleRepeatsAndLosesNothing() {
        AssemblerHarness small = AssemblerHarness.holding(split(), 0);
        byte[][] group = oneByOne(1, "a", 10, 11, 12);
        small.accept(group).accept(decides(2, "COMMIT", "a"));
        small.connectedApart().acceptApart(java.util.Arrays.copyOf(group, 4));
        assertThat(small.lines()).containsExactly("+I[10, v10]");
        small.disconnected();
        assertThat(small.apart()).isEmpty();
        small.accept(decides(2, "COMMIT", "a"));
        small.connectedApart().acceptApart(group).transaction(3, 30);
        assertThat(small.lines()).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[12, v12]", "+I[30, v30]");
    }

    @Test
    void aGroupThatIsLargerThanTheHoldIsNotKeptAndLeavesAtItsCommitAsItComes() {
        AssemblerHarness small = AssemblerHarness.holding(split(), 50);
        byte[][] group = oneByOne(1, "a", 10, 11, 12);
        small.accept(group);
        assertThat(small.rows()).isEmpty();
        small.accept(decides(2, "COMMIT", "a"));
        assertThat(small.rows()).isEmpty();
        small.connectedApart().acceptApart(java.util.Arrays.copyOf(group, group.length - 2));
        assertThat(small.lines()).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[12, v12]");
        assertThat(small.apart()).isPresent();
        small.acceptApart(group[group.length - 2], group[group.length - 1]);
        assertThat(small.apart()).isEmpty();
        assertThat(small.emitted.toSplit().prepared()).isEmpty();
    }

    @Test
    void allThatIsKeptOfPreparedGroupsIsNoMoreThanTheHold() {
        int rows = oneByOne(1, "a", 10)[3].length - 19;
        AssemblerHarness small = AssemblerHarness.holding(split(), 2 * rows);
        small.accept(prepared(1, "a", "orders", 10))
                .accept(prepared(2, "b", "orders", 20))
                .accept(prepared(3, "c", "orders", 30))
                .accept(decides(4, "COMMIT", "c"))
                .accept(decides(5, "COMMIT", "b"));
        assertThat(small.lines()).containsExactly("+I[30, v30]", "+I[20, v20]");
        small.accept(decides(6, "COMMIT", "a"));
        assertThat(small.apart()).map(DecidedXa::xa).map(PreparedXa::xid).contains(A);
    }

    @Test
    void whatIsDecidedTakesNoRoomFromWhatIsKept() {
        int rows = oneByOne(1, "a", 10)[3].length - 19;
        AssemblerHarness small = AssemblerHarness.holding(split(), 2 * rows);
        small.accept(prepared(1, "old", "orders", 10));
        for (int i = 2; i < 10; i += 2) {
            small.accept(prepared(i, "n" + i, "orders", 10 * i)).accept(decides(i + 1, "COMMIT", "n" + i));
        }
        small.accept(decides(10, "COMMIT", "old"));
        assertThat(small.apart()).isEmpty();
        assertThat(small.lines()).hasSize(5).endsWith("+I[10, v10]");
    }

    @Test
    void aGroupThatIsCommittedInOnePhaseGoesOutAtOnceAlsoWhereItIsLargerThanTheHold() {
        byte[][] group = onePhase(1, "a", 10, 11);
        harness.accept(group);
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "+I[11, v11]");
        AssemblerHarness small =
                AssemblerHarness.holding(AssemblerHarness.fresh().emitted.toSplit(), 0);
        small.accept(group);
        assertThat(small.rows()).isEmpty();
        small.connectedApart().acceptApart(group).transaction(2, 20);
        assertThat(small.lines()).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[20, v20]");
        assertThat(small.rows().get(1).origin().position())
                .isEqualTo(harness.rows().get(1).origin().position());
        assertThat(small.emitted.toSplit().prepared()).isEmpty();
        assertThat(small.emitted.toSplit().position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-2"));
    }

    @Test
    void rowsOfTablesThatAreNotSelectedNeedNoSecondConnection() {
        harness.accept(prepared(1, "a", "other", 10)).accept(decides(2, "COMMIT", "a"));
        assertThat(harness.apart()).isEmpty();
        assertThat(harness.rows()).isEmpty();
        assertThat(split().position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-2"));
    }

    @Test
    void aStatementLoggedAsTextFailsOnlyWhereTheTransactionIsCommitted() {
        byte[][] group = {
            EventBytes.gtid(1, 1000),
            EventBytes.xa("START", "a", 1100),
            EventBytes.query("shop", "UPDATE orders SET v = 'x'", 1200),
            EventBytes.xa("END", "a", 1300),
            EventBytes.xaPrepare(false, "a", 1400)
        };
        harness.accept(group).accept(decides(2, "ROLLBACK", "a"));
        AssemblerHarness committed = AssemblerHarness.fresh();
        committed.accept(group).accept(decides(2, "COMMIT", "a"));
        assertThatThrownBy(() -> committed.connectedApart().acceptApart(group))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("UPDATE orders")
                .hasMessageContaining("XA transaction " + A + " committed at binlog.000001:" + begin(2));
    }

    @Test
    void aSavepointThatWasGoneBackToIsJudgedAtTheCommit() {
        byte[][] group = {
            EventBytes.gtid(1, 1000),
            EventBytes.xa("START", "a", 1100),
            EventBytes.query("shop", "SAVEPOINT `s`", 1150),
            EventBytes.tableMap(1, "orders", true, 1200),
            EventBytes.inserts(1, 1250, 10),
            EventBytes.query("shop", "ROLLBACK TO `s`", 1260),
            EventBytes.xa("END", "a", 1300),
            EventBytes.xaPrepare(false, "a", 1400)
        };
        harness.accept(group).accept(decides(2, "COMMIT", "a"));
        assertThatThrownBy(() -> harness.connectedApart().acceptApart(group)).hasMessageContaining("savepoint s");
    }

    @Test
    void oneThatWasPreparedBeforeTheStartIsLookedForByItsIdentifier() {
        harness.accept(decides(7, "COMMIT", "b"));
        DecidedXa group = harness.apart().orElseThrow();
        assertThat(group.xa().xid()).isEqualTo(B);
        assertThat(group.xa().file()).isEmpty();
        group.lookAt("binlog.000001", begin(3));
        harness.connectedApart()
                .acceptApart(prepared(1, "a", "orders", 10))
                .acceptApart(prepared(3, "b", "orders", 30));
        assertThat(harness.lines()).containsExactly("+I[30, v30]");
    }

    @Test
    void oneWhoseRowsAreLostFailsWithItsNameAndPlaceAndTheCure() {
        harness.accept(prepared(1, "a", "orders", 10));
        AssemblerHarness restarted = AssemblerHarness.from(split());
        restarted.accept(decides(2, "COMMIT", "a"));
        assertThatThrownBy(() -> restarted.lostApart("it was purged"))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("source src, server db, binlog.000001:" + (commits(2)))
                .hasMessageContaining("XA transaction " + A)
                .hasMessageContaining("prepared at binlog.000001:" + begin(1) + ", GTID " + SERVER + ":1")
                .hasMessageContaining("it was purged")
                .hasMessageContaining("xa.lost.handling.mode");
    }

    @Test
    void oneWhoseRowsAreLostIsCountedWhereTheUserLetsThatPass() {
        harness.accept(prepared(1, "a", "orders", 10));
        AssemblerHarness restarted = AssemblerHarness.countingLostXa(split());
        restarted.accept(decides(2, "COMMIT", "a")).lostApart("it was purged").transaction(3, 30);
        assertThat(restarted.lines()).containsExactly("+I[30, v30]");
        assertThat(restarted.figures.gauge("xaUnseen")).isEqualTo(1L);
        assertThat(restarted.emitted.toSplit().prepared()).isEmpty();
        assertThat(restarted.emitted.toSplit().position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-3"));
    }

    @Test
    void anotherGroupInItsPlaceIsNotTakenForIt() {
        harness.accept(prepared(1, "a", "orders", 10));
        AssemblerHarness byGtid = AssemblerHarness.from(split());
        byGtid.accept(decides(2, "COMMIT", "a"));
        assertThatThrownBy(() -> byGtid.connectedApart().acceptApart(prepared(3, "a", "orders", 10)))
                .hasMessageContaining("the server sends " + SERVER + ":3");
        AssemblerHarness byPlace = AssemblerHarness.from(split());
        byPlace.accept(decides(2, "COMMIT", "b"));
        byPlace.apart().orElseThrow().lookAt("binlog.000001", begin(1));
        assertThatThrownBy(() -> byPlace.connectedApart().acceptApart(prepared(3, "b", "orders", 10)))
                .hasMessageContaining("in its place");
        AssemblerHarness otherXid = AssemblerHarness.from(split());
        otherXid.accept(decides(2, "COMMIT", "a"));
        assertThatThrownBy(() -> otherXid.connectedApart().acceptApart(prepared(1, "b", "orders", 10)))
                .hasMessageContaining("ends as that of " + B);
    }

    @Test
    void aPreparedGroupThatIsSentAgainIsPassedOverAndStaysDecided() {
        harness.accept(prepared(1, "a", "orders", 10)).accept(decides(2, "COMMIT", "a"));
        harness.accept(prepared(1, "a", "orders", 10)).accept(decides(2, "COMMIT", "a"));
        assertThat(harness.lines()).containsExactly("+I[10, v10]");
        assertThat(split().prepared()).isEmpty();
    }

    @Test
    void theFileOfAnotherServerIsForgottenWhenOneTakesOver() {
        harness.accept(prepared(1, "a", "orders", 10));
        harness.connected("00000000-0000-0000-0000-000000000002");
        Collection<PreparedXa> prepared = harness.emitted.prepared();
        assertThat(prepared).containsExactly(new PreparedXa(A, SERVER + ":1", "", 4, EventBytes.COMMIT_MICROS));
        assertThat(split().position().gtids().isEmpty()).isTrue();
    }

    private BinlogSplit split() {
        return harness.emitted.toSplit();
    }

    private static List<String> numbered(List<RowChange> rows) {
        return rows.stream()
                .map(row -> io.dbus.event.ValueText.of(row) + row.origin().transaction()
                        + row.origin().position() + ","
                        + row.origin().row() + "," + row.origin().ordinal() + ","
                        + row.origin().sequence() + ","
                        + row.origin().last())
                .toList();
    }

    /** Where the statement of a group stands that commits {@code a}. */
    private static long commits(long number) {
        return number * 1000 + 100 - EventBytes.xa("COMMIT", "a", 0).length;
    }

    /** Where a group begins. */
    private static long begin(long number) {
        return number * 1000 - EventBytes.gtid(number, 0).length;
    }

    static byte[][] prepared(long number, String id, String table, int... ids) {
        long at = number * 1000;
        return new byte[][] {
            EventBytes.gtid(number, at),
            EventBytes.xa("START", id, at + 100),
            EventBytes.tableMap(1, table, true, at + 200),
            EventBytes.inserts(1, at + 300, ids),
            EventBytes.xa("END", id, at + 400),
            EventBytes.xaPrepare(false, id, at + 500)
        };
    }

    static byte[][] onePhase(long number, String id, int... ids) {
        byte[][] events = oneByOne(number, id, ids);
        events[events.length - 1] = EventBytes.xaPrepare(true, id, number * 1000 + 500);
        return events;
    }

    /** The same with a row event for each row. */
    static byte[][] oneByOne(long number, String id, int... ids) {
        long at = number * 1000;
        List<byte[]> events = new ArrayList<>();
        events.add(EventBytes.gtid(number, at));
        events.add(EventBytes.xa("START", id, at + 100));
        for (int i = 0; i < ids.length; i++) {
            events.add(EventBytes.tableMap(1, "orders", true, at + 200 + 20 * i));
            events.add(EventBytes.inserts(1, at + 210 + 20 * i, ids[i]));
        }
        events.add(EventBytes.xa("END", id, at + 400));
        events.add(EventBytes.xaPrepare(false, id, at + 500));
        return events.toArray(byte[][]::new);
    }

    static byte[][] decides(long number, String verb, String id) {
        return new byte[][] {EventBytes.gtid(number, number * 1000), EventBytes.xa(verb, id, number * 1000 + 100)};
    }
}
