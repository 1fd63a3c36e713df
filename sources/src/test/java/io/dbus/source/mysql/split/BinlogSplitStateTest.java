package io.dbus.source.mysql.split;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.Origin;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.MySqlGtid;
import io.dbus.source.mysql.position.BinlogMark;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.TransactionMark;
import io.dbus.source.mysql.row.KeyReader;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class BinlogSplitStateTest {
    private static final UUID SERVER = UUID.fromString("3e11fa47-71ca-11e1-9e33-c80aa9429562");
    private static final long COMMIT_MICROS = 1_700_000_000_123_456L;

    private final BinlogSplit start =
            BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.parse(SERVER + ":1-4")), Map.of());
    private final BinlogSplitState state = new BinlogSplitState(start);

    @Test
    void aStateThatNothingMovedIsTheSplit() {
        assertThat(state.toSplit()).isEqualTo(start);
        BinlogSplit full = BinlogSplitSerializerTest.FULL;
        assertThat(new BinlogSplitState(full).toSplit()).isEqualTo(full);
    }

    @Test
    void aSplitMadeInsideATransactionSaysWhereItStartsAndHowManyRowsAreOut() {
        Transaction transaction = transaction(5, 1000);
        state.emitted(event(transaction, 0, 100));
        state.emitted(event(transaction, 7, 101));
        BinlogSplit split = state.toSplit();
        assertThat(split.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-4"));
        assertThat(split.position().file()).isEqualTo("b.1");
        assertThat(split.position().position()).isEqualTo(1000);
        assertThat(split.position().skipRows()).isEqualTo(8);
        assertThat(split.position().sequence()).isEqualTo(101);
        assertThat(split.unfinished()).containsExactly(Map.entry(SERVER + ":5", 8L));
        assertThat(new BinlogSplitState(split).toSplit()).isEqualTo(split);
        assertThat(new BinlogSplitState(split).rowsDone(SERVER + ":5")).isEqualTo(8);
    }

    @Test
    void aGtidJoinsTheSetAtTheEndOfItsTransaction() {
        state.emitted(event(transaction(5, 1000), 0, 100));
        state.passed(mark(5, 1000), List.of(new MySqlGtid(SERVER, "", 5)), "b.1", 2000);
        BinlogSplit split = state.toSplit();
        assertThat(split.position().gtids()).isEqualTo(GtidSet.parse(SERVER + ":1-5"));
        assertThat(split.position().position()).isEqualTo(2000);
        assertThat(split.position().skipRows()).isZero();
        assertThat(split.unfinished()).isEmpty();
    }

    @Test
    void aTransactionThatOthersOvertakeIsNotForgotten() {
        state.connected("first", 0);
        state.emitted(event(transaction(5, 1000), 2, 100));
        state.connected("second", 200);
        assertThat(state.rowsDone(SERVER + ":5")).isEqualTo(3);
        state.passed(mark(6, 4), List.of(new MySqlGtid(SERVER, "", 6)), "b.9", 50);
        assertThat(state.rowsDone(SERVER + ":5")).isEqualTo(3);
        state.emitted(event(transaction(7, 60), 0, 201));
        assertThat(state.toSplit().unfinished())
                .containsExactlyInAnyOrderEntriesOf(Map.of(SERVER + ":5", 3L, SERVER + ":7", 1L));
        state.emitted(event(transaction(5, 90), 3, 202));
        assertThat(state.toSplit().unfinished())
                .containsExactlyInAnyOrderEntriesOf(Map.of(SERVER + ":5", 4L, SERVER + ":7", 1L));
    }

    @Test
    void anotherTransactionThatIsDoneDoesNotFinishTheOneInHand() {
        state.emitted(event(transaction(5, 1000), 2, 100));
        state.passed(mark(6, 2000), List.of(new MySqlGtid(SERVER, "", 6)), "b.1", 3000);
        assertThat(state.rowsDone(SERVER + ":5")).isEqualTo(3);
    }

    @Test
    void thePlaceInAFileOfAnotherServerIsNoPlaceHere() {
        state.connected("first", 0);
        state.passed(TransactionMark.NONE, List.of(), "b.1", 500);
        state.connected("first", 0);
        assertThat(state.position().file()).isEqualTo("b.1");
        state.connected("second", 0);
        assertThat(state.position().file()).isEmpty();
    }

    @Test
    void thePlaceInAFileOfStateThatNamesNoHostIsOfTheFirstThatAnswersWithItsId() {
        state.connected("server-id-3", 0);
        state.passed(TransactionMark.NONE, List.of(), "b.1", 500);
        state.connected("server-id-3@db1:3306", 0);
        assertThat(state.position().file()).isEqualTo("b.1");
        state.connected("server-id-3@db2:3306", 0);
        assertThat(state.position().file()).isEmpty();
    }

    @Test
    void rowsOutOfATransactionWithoutAGtidAreThoseAtThePlace() {
        BinlogSplitState byFile = new BinlogSplitState(BinlogSplit.startingAt(
                "db", BinlogPosition.ofFile("id", "b.1", 400).withSkipRows(6), Map.of()));
        assertThat(byFile.rowsDone("")).isEqualTo(6);
        byFile.passed(new TransactionMark("", "b.1", 400, 0), List.of(), "b.1", 900);
        assertThat(byFile.rowsDone("")).isZero();
    }

    @Test
    void theLastTransactionThatWentOutWholeOrInPartIsTheMark() {
        assertThat(state.toSplit().mark()).isEqualTo(BinlogMark.NONE);
        state.emitted(event(transaction(5, 1000), 0, 100));
        assertThat(state.toSplit().mark().last()).isEqualTo(mark(5, 1000));
        state.passed(mark(5, 1000), List.of(new MySqlGtid(SERVER, "", 5)), "b.1", 2000);
        state.passed(mark(6, 2000), List.of(new MySqlGtid(SERVER, "", 6)), "b.1", 3000);
        assertThat(state.toSplit().mark().last()).isEqualTo(mark(6, 2000));
        state.passed(TransactionMark.NONE, List.of(), "b.2", 4);
        assertThat(state.toSplit().mark().last()).isEqualTo(mark(6, 2000));
        assertThat(new BinlogSplitState(state.toSplit()).toSplit()).isEqualTo(state.toSplit());
    }

    @Test
    void whenAFileWasBegunIsKnownAsLongAsThePositionIsInIt() {
        state.connected("first", 0);
        state.fileBegun("b.1", 1_700_000_000);
        state.passed(mark(6, 2000), List.of(new MySqlGtid(SERVER, "", 6)), "b.1", 3000);
        assertThat(state.toSplit().mark().begunSeconds()).isEqualTo(1_700_000_000);
        assertThat(new BinlogSplitState(state.toSplit()).toSplit()).isEqualTo(state.toSplit());
        state.passed(TransactionMark.NONE, List.of(), "b.2", 4);
        assertThat(state.toSplit().mark().begunSeconds()).isZero();
        state.fileBegun("b.2", 1_700_000_009);
        assertThat(state.toSplit().mark().begunSeconds()).isEqualTo(1_700_000_009);
    }

    @Test
    void whatWasReadOfOneServerIsNoMarkOfAnother() {
        state.connected("first", 0);
        state.fileBegun("b.1", 1_700_000_000);
        state.passed(mark(6, 2000), List.of(new MySqlGtid(SERVER, "", 6)), "b.1", 3000);
        state.emitted(event(transaction(7, 3000), 0, 100));
        state.connected("second", 0);
        assertThat(state.toSplit().mark()).isEqualTo(BinlogMark.NONE);
    }

    private static TransactionMark mark(long number, long position) {
        return new TransactionMark(SERVER + ":" + number, "b.1", position, COMMIT_MICROS);
    }

    private static Transaction transaction(long number, long position) {
        return new Transaction(
                "src", "db", SERVER.toString(), 1, SERVER + ":" + number, "b.1", position, 0, -1, COMMIT_MICROS);
    }

    private static Event event(Transaction transaction, long ordinal, long sequence) {
        TableId table = new TableId("shop", "orders");
        return new Truncate(
                table,
                table,
                new Origin(transaction, 0, 0, ordinal, sequence, 0, false, ""),
                KeyReader.ofTable("src", "db", table).build());
    }
}
