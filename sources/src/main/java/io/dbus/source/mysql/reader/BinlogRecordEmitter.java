package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.source.mysql.split.BinlogSplitState;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.connector.base.source.reader.RecordEmitter;
import org.apache.flink.metrics.Counter;

/**
 * Sends rows on and, nobody else, moves the position that checkpoints hold. A checkpoint falls between two calls, never inside
 * one.
 */
final class BinlogRecordEmitter implements RecordEmitter<BinlogElement, Event, BinlogSplitState> {
    private final MySqlSourceReaderMetrics metrics;
    private final CheckpointHolds holds;
    private final Counter recordsIn;

    /**
     * An emitter.
     *
     * @param holds hear of what checkpoints must hold
     * @param recordsIn Flink's counter of what readers take in, which counts every element: those that are no rows are taken off
     */
    BinlogRecordEmitter(MySqlSourceReaderMetrics metrics, CheckpointHolds holds, Counter recordsIn) {
        this.metrics = requireNonNull(metrics, "metrics");
        this.holds = requireNonNull(holds, "holds");
        this.recordsIn = requireNonNull(recordsIn, "recordsIn");
    }

    @Override
    public void emitRecord(BinlogElement element, SourceOutput<Event> output, BinlogSplitState state) {
        ServerFigures figures = metrics.server(state.server());
        if (element instanceof BinlogElement.Row row) {
            send(row.change(), output, figures);
            state.emitted(row.change());
        } else if (element instanceof BinlogElement.KeyChange change) {
            send(change.delete(), output, figures);
            send(change.insert(), output, figures);
            state.emitted(change.insert());
        } else if (element instanceof BinlogElement.Emptied emptied) {
            output.collect(
                    emptied.truncate(),
                    emptied.truncate().origin().transaction().commitMicros() / 1000);
            figures.emitted(emptied.truncate());
            state.emitted(emptied.truncate());
        } else if (element instanceof BinlogElement.Defined defined) {
            output.collect(
                    defined.change(), defined.change().origin().transaction().commitMicros() / 1000);
            figures.emitted(defined.change());
            state.emitted(defined.change());
            state.redefined(defined.redefinition());
        } else {
            recordsIn.dec();
            move(element, output, state, figures);
        }
    }

    private static void send(RowChange change, SourceOutput<Event> output, ServerFigures figures) {
        output.collect(change, change.origin().transaction().commitMicros() / 1000);
        figures.emitted(change);
    }

    private void move(
            BinlogElement element, SourceOutput<Event> output, BinlogSplitState state, ServerFigures figures) {
        if (element instanceof BinlogElement.Passed passed) {
            state.passed(passed.last(), passed.gtids(), passed.file(), passed.position());
            passed.redefinitions().forEach(state::redefined);
            figures.passed(passed.transactions(), passed.file(), passed.position());
        } else if (element instanceof BinlogElement.Prepared prepared) {
            state.prepared(prepared.xa(), prepared.mark(), prepared.gtid(), prepared.file(), prepared.position());
            figures.passed(1, prepared.file(), prepared.position());
            figures.undecided(state.prepared());
        } else if (element instanceof BinlogElement.Decided decided) {
            state.decided(decided.xid(), decided.mark(), decided.gtid(), decided.file(), decided.position());
            figures.passed(1, decided.file(), decided.position());
            figures.undecided(state.prepared());
        } else if (element instanceof BinlogElement.FileBegun begun) {
            state.fileBegun(begun.file(), begun.seconds());
        } else if (element instanceof BinlogElement.Connected connected) {
            state.connected(connected.identity(), connected.sequence());
            figures.undecided(state.prepared());
            if (connected.first()) {
                holds.of(state.server()).emitted();
            }
        } else if (element instanceof BinlogElement.KeyRedefined) {
            holds.of(state.server()).emitted();
        } else if (element instanceof BinlogElement.CaughtUp caughtUp) {
            output.emitWatermark(new Watermark(caughtUp.safeUntilMillis()));
            figures.safeUntil(caughtUp.safeUntilMillis());
        } else if (element instanceof BinlogElement.SchemaTaken taken) {
            state.schemaTaken(taken.table());
        } else {
            throw new IllegalStateException("No way to move a position by " + element);
        }
    }
}
