package io.dbus.source.mysql.reader;

import static io.dbus.source.mysql.reader.EventBytes.SERVER;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplit;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** When rows of a connection wait for a checkpoint, and how long. */
class CheckpointHoldTest {
    private static final String OTHER = "00000000-71ca-11e1-9e33-c80aa9429562";

    private final CheckpointHold hold = new CheckpointHold("src", "db");

    @Test
    void rowsOfAnotherServerWaitAndThoseOfTheSameDoNot() {
        AssemblerHarness harness = AssemblerHarness.fresh().transaction(1, 10);
        assertThat(harness.connected(SERVER.toString()).lastConnected.first()).isFalse();
        assertThat(harness.connected(OTHER).lastConnected.first()).isTrue();
        assertThat(harness.connected(OTHER).lastConnected.first()).isFalse();
    }

    @Test
    void anotherServerThanTheStateHoldsStartsAMinuteAfterThePresentTime() {
        long now = System.currentTimeMillis();
        AssemblerHarness restored = AssemblerHarness.from(BinlogSplit.startingAt(
                "db", new BinlogPosition(GtidSet.parse(SERVER + ":1"), OTHER, "binlog.000009", 4, 0, 1_000), Map.of()));
        assertThat(restored.lastConnected.first()).isTrue();
        BinlogSplit held = restored.emitted.toSplit();
        assertThat(held.position().sequence()).isGreaterThanOrEqualTo((now + 60_000) * 1_000_000);
        AssemblerHarness again = AssemblerHarness.from(held);
        assertThat(again.lastConnected.first()).isFalse();
        assertThat(again.transaction(2, 20).rows().get(0).origin().sequence())
                .isEqualTo(restored.transaction(2, 20).rows().get(0).origin().sequence())
                .isGreaterThan(held.position().sequence());
    }

    @Test
    void aMariaDbWhoseHostStateOfOldDoesNotNameIsTheSameAndAnotherHostIsNot() {
        AssemblerHarness harness = AssemblerHarness.fresh().connected("server-id-3");
        assertThat(harness.connected("server-id-3@db1:3306").lastConnected.first())
                .isFalse();
        assertThat(harness.emitted.identity()).isEqualTo("server-id-3@db1:3306");
        assertThat(harness.connected("server-id-3@db1:3306").lastConnected.first())
                .isFalse();
        assertThat(harness.connected("server-id-3@db2:3306").lastConnected.first())
                .isTrue();
    }

    @Test
    void theFirstOfSeveralHostsIsKnownToACheckpointBeforeItsRowsGoOut() {
        BinlogSplit fresh = BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of());
        AssemblerHarness several = AssemblerHarness.withReplica(fresh);
        assertThat(several.lastConnected.first()).isTrue();
        several.transaction(1, 10);
        assertThat(AssemblerHarness.withReplica(several.emitted.toSplit())
                        .lastConnected
                        .first())
                .isFalse();
        assertThat(AssemblerHarness.from(fresh).lastConnected.first()).isFalse();
    }

    @Test
    void itEndsWithTheCheckpointThatHoldsTheConnection() throws Exception {
        assertThat(hold.await()).isTrue();
        hold.begin("x");
        hold.saved(7);
        hold.completed(7);
        assertStillOn();
        hold.emitted();
        hold.saved(8);
        hold.saved(9);
        hold.completed(7);
        assertStillOn();
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(hold::await);
        // The checkpoint 8 may fail: what a later one holds is no older.
        hold.completed(9);
        assertThat(waiting.get(60, TimeUnit.SECONDS)).isTrue();
        assertThat(hold.await()).isTrue();
    }

    private void assertStillOn() {
        hold.wakeUp();
        assertThat(hold.await()).isFalse();
    }

    @Test
    void anotherConnectionBeginsItAnew() {
        hold.begin("x");
        hold.emitted();
        hold.saved(7);
        hold.begin("x");
        hold.completed(7);
        hold.saved(8);
        hold.completed(8);
        assertStillOn();
        hold.emitted();
        hold.saved(9);
        hold.completed(9);
        assertThat(hold.await()).isTrue();
    }

    @Test
    void itIsLeftWhenTheReaderIsWokenAndStaysOn() {
        CheckpointHold told =
                new CheckpointHold("src", "db", Duration.ofMillis(1).toMillis());
        told.begin("x");
        CompletableFuture<Boolean> waiting = CompletableFuture.supplyAsync(told::await);
        told.wakeUp();
        assertThat(waiting.join()).isFalse();
        told.wakeUp();
        assertThat(told.await()).isFalse();
    }
}
