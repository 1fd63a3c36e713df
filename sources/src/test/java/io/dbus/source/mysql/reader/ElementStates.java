package io.dbus.source.mysql.reader;

import io.dbus.source.mysql.split.BinlogSplitState;

/** Moves a position as the record emitter does. */
final class ElementStates {
    private ElementStates() {}

    static void move(BinlogSplitState state, BinlogElement e) {
        if (e instanceof BinlogElement.Row row) {
            state.emitted(row.change());
        } else if (e instanceof BinlogElement.KeyChange change) {
            state.emitted(change.insert());
        } else if (e instanceof BinlogElement.Emptied emptied) {
            state.emitted(emptied.truncate());
        } else if (e instanceof BinlogElement.Defined defined) {
            state.emitted(defined.change());
            state.redefined(defined.redefinition());
        } else if (e instanceof BinlogElement.Passed passed) {
            state.passed(passed.last(), passed.gtids(), passed.file(), passed.position());
            passed.redefinitions().forEach(state::redefined);
        } else if (e instanceof BinlogElement.Prepared prepared) {
            state.prepared(prepared.xa(), prepared.mark(), prepared.gtid(), prepared.file(), prepared.position());
        } else if (e instanceof BinlogElement.Decided decided) {
            state.decided(decided.xid(), decided.mark(), decided.gtid(), decided.file(), decided.position());
        } else if (e instanceof BinlogElement.FileBegun begun) {
            state.fileBegun(begun.file(), begun.seconds());
        } else if (e instanceof BinlogElement.Connected connected) {
            state.connected(connected.identity(), connected.sequence());
        } else if (e instanceof BinlogElement.SchemaTaken taken) {
            state.schemaTaken(taken.table());
        }
    }
}
