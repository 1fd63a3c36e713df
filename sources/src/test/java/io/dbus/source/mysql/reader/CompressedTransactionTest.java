package io.dbus.source.mysql.reader;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplit;
import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Transactions that a server compressed ({@code binlog_transaction_compression}). */
class CompressedTransactionTest {
    private static final byte[] BEGIN = EventBytes.query("shop", "BEGIN", 0);
    private static final byte[] ORDERS = EventBytes.tableMap(1, "orders", true, 0);

    private final AssemblerHarness harness = AssemblerHarness.fresh();

    @Test
    void itsRowsStandWhereTheOuterEventStands() {
        byte[] payload = EventBytes.payload(
                1000,
                BEGIN,
                ORDERS,
                EventBytes.inserts(1, 0, 10),
                EventBytes.update(1, 0, 10, 11),
                EventBytes.xid(7, 0));
        harness.accept(EventBytes.gtid(1, 1000 - payload.length), payload);
        assertThat(harness.lines()).containsExactly("+I[10, v10]", "-D[10, v10]", "+I[11, w]");
        assertThat(harness.rows()).extracting(row -> row.origin().position()).containsOnly(1000L - payload.length);
        assertThat(harness.rows().get(2).origin().last()).isTrue();
        assertThat(harness.emitted.position().gtids()).isEqualTo(GtidSet.parse(EventBytes.SERVER + ":1"));
        assertThat(harness.emitted.position().position()).isEqualTo(1000);
    }

    @Test
    void itLeavesInPiecesWhereItIsOverTheHold() {
        AssemblerHarness streaming = AssemblerHarness.streaming(
                BinlogSplit.startingAt("db", BinlogPosition.ofGtids(GtidSet.empty()), Map.of()));
        int before = streaming.batches;
        streaming.accept(
                EventBytes.gtid(1, 100),
                EventBytes.payload(
                        300,
                        BEGIN,
                        ORDERS,
                        EventBytes.inserts(1, 0, 10, 11),
                        EventBytes.inserts(1, 0, 12),
                        EventBytes.xid(7, 0)));
        assertThat(streaming.lines()).containsExactly("+I[10, v10]", "+I[11, v11]", "+I[12, v12]");
        assertThat(streaming.batches - before).isGreaterThanOrEqualTo(3);
        // Over the hold nobody knows yet that a row is the last.
        assertThat(streaming.rows()).extracting(row -> row.origin().last()).containsOnly(false);
        assertThat(streaming.emitted.toSplit().unfinished()).isEmpty();
    }

    @Test
    void oneWithoutACommitFailsAndLosesNothing() {
        byte[] payload = EventBytes.payload(1000, BEGIN, ORDERS, EventBytes.inserts(1, 0, 10));
        int start = 1000 - payload.length;
        assertThatThrownBy(() -> harness.accept(EventBytes.gtid(1, start), payload, EventBytes.gtid(2, 1400)))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("before its commit")
                .hasMessageContaining("binlog.000001:" + start)
                .hasMessageContaining("GTID " + EventBytes.SERVER + ":1");
    }

    @Test
    void oneInsideAnotherFails() {
        byte[] inner = EventBytes.payload(0, BEGIN, EventBytes.xid(7, 0));
        assertThatThrownBy(() -> harness.accept(EventBytes.gtid(1, 100), EventBytes.payload(300, BEGIN, inner)))
                .isInstanceOf(BinlogFailure.class)
                .hasMessageContaining("TRANSACTION_PAYLOAD, which stands in no transaction");
    }

    @Test
    void manyTimesTheMemoryPassThroughASmallHeap() throws Exception {
        Process process = new ProcessBuilder(
                        ProcessHandle.current().info().command().orElseThrow(),
                        "-Xmx64m",
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        LargeTransaction.class.getName())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), UTF_8);
        assertThat(process.waitFor(120, TimeUnit.SECONDS)).isTrue();
        assertThat(output).contains(LargeTransaction.EVENTS * LargeTransaction.ROWS + " rows");
        assertThat(process.exitValue()).isZero();
    }

    /** Reads a compressed transaction of half a gigabyte, of which up to 16 MB are held. */
    static final class LargeTransaction {
        static final int EVENTS = 512;
        static final int ROWS = 5000;

        private LargeTransaction() {}

        public static void main(String[] arguments) {
            byte[] rows = EventBytes.largeInserts(1, ROWS, 200);
            byte[][] events = new byte[EVENTS + 3][];
            Arrays.fill(events, rows);
            events[0] = BEGIN;
            events[1] = ORDERS;
            events[EVENTS + 2] = EventBytes.xid(7, 0);
            byte[] payload = EventBytes.payload(300, events);
            AssemblerHarness reader = AssemblerHarness.forgetting(16 << 20);
            reader.accept(EventBytes.gtid(1, 100), payload);
            System.out.println(reader.rowsSeen + " rows of " + payload.length + " bytes");
        }
    }
}
