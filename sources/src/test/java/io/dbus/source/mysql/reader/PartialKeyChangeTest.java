package io.dbus.source.mysql.reader;

import static io.dbus.source.mysql.reader.EventBytes.COMMIT_MICROS;
import static io.dbus.source.mysql.reader.EventBytes.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.EventKey;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.source.mysql.row.KeyReader;
import org.junit.jupiter.api.Test;

/** Key changes of rows of which {@code binlog_row_image=MINIMAL} leaves columns out. */
class PartialKeyChangeTest {
    private final AssemblerHarness harness = AssemblerHarness.fresh();

    @Test
    void aKeyChangeWhoseImageIsNotFullIsOneUpdateUnderTheOldKeyWithTheNewOne() {
        update(harness, 1, 10, 11, null);
        RowChange change = harness.rows().get(0);
        assertThat(harness.rows()).hasSize(1);
        assertThat(change.operation()).isEqualTo(Operation.UPDATE);
        assertThat(change.key()).isEqualTo(key(10));
        assertThat(change.newKey()).contains(key(11));
        assertThat(change.before())
                .hasValueSatisfying(row -> assertThat(row.isFull()).isFalse());
        assertThat(change.after())
                .hasValueSatisfying(row -> assertThat(row.isFull()).isFalse());
        assertThat(change.origin().last()).isTrue();
    }

    @Test
    void theSequenceAfterItIsLeftFreeForTheInsert() {
        update(harness, 1, 10, 11, null);
        update(harness, 2, 11, null, "x");
        assertThat(harness.rows())
                .extracting(row -> row.origin().sequence())
                .containsExactly(COMMIT_MICROS * 1000, COMMIT_MICROS * 1000 + 2);
        assertThat(harness.emitted.toSplit()).isEqualTo(harness.read.toSplit());
    }

    @Test
    void aStateTakenBehindItLeavesThatSequenceFreeToo() {
        update(harness, 1, 10, 11, null);
        assertThat(harness.emitted.sequence()).isEqualTo(COMMIT_MICROS * 1000 + 1);
        AssemblerHarness restarted = AssemblerHarness.from(harness.emitted.toSplit());
        update(restarted, 2, 11, null, "x");
        assertThat(restarted.rows().get(0).origin().sequence()).isEqualTo(COMMIT_MICROS * 1000 + 2);
    }

    @Test
    void aKeyChangeThatNamesEveryColumnIsADeleteAndAnInsert() {
        update(harness, 1, 10, 11, "x");
        assertThat(harness.lines()).containsExactly("-D[10]", "+I[11, x]");
    }

    @Test
    void aKeyThatAnImageLeavesOutAfterTheUpdateDidNotChange() {
        update(harness, 1, 10, null, "x");
        RowChange change = harness.rows().get(0);
        assertThat(change.key()).isEqualTo(key(10));
        assertThat(change.newKey()).isEmpty();
    }

    @Test
    void aKeyColumnThatTheUserNamedAndTheImageLacksFailsWithTheCure() {
        AssemblerHarness byValue = AssemblerHarness.keyedBy("v");
        assertThatThrownBy(() -> update(byValue, 1, 10, null, "x"))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("key column v")
                .hasMessageContaining("binlog_row_image=FULL")
                .hasMessageContaining("GTID " + SERVER + ":1");
        AssemblerHarness unchanged = AssemblerHarness.keyedBy("v");
        assertThatThrownBy(() -> update(unchanged, 1, 10, 11, null)).hasMessageContaining("key column v");
    }

    private static void update(AssemblerHarness harness, long number, int id, Integer idAfter, String valueAfter) {
        long at = number * 1000;
        harness.accept(
                EventBytes.gtid(number, at),
                EventBytes.query("shop", "BEGIN", at + 10),
                EventBytes.tableMap(1, "orders", true, at + 20),
                EventBytes.minimalUpdate(1, at + 30, id, idAfter, valueAfter),
                EventBytes.xid(number, at + 40));
    }

    private static EventKey key(int id) {
        EventKey.Builder builder = KeyReader.ofTable("src", "db", new TableId("shop", "orders"));
        builder.int64(id);
        return builder.build();
    }
}
