package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.source.mysql.enumerator.ReaderPlace;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SourceReaderBase;
import org.apache.flink.core.io.InputStatus;

/** Reads the binlogs of the servers that it is assigned. A reader without servers is idle for watermarks. */
@SuppressWarnings("try") // close() throws InterruptedException because Flink's does.
public final class MySqlSourceReader extends SourceReaderBase<BinlogElement, Event, BinlogSplit, BinlogSplitState> {
    /** The variable of metric scopes that names the TaskManager (Flink's documentation, "Metrics", System Scope). */
    private static final String TASK_MANAGER = "<tm_id>";

    private final MySqlSourceReaderMetrics metrics;
    private final CheckpointHolds holds;
    private boolean idle;

    private MySqlSourceReader(
            ReaderSettings settings,
            MySqlSourceReaderMetrics metrics,
            CheckpointHolds holds,
            SourceReaderContext context) {
        super(
                new BinlogSplitFetcherManager(
                        () -> new BinlogSplitReader(settings, metrics, holds), context.getConfiguration()),
                new BinlogRecordEmitter(
                        metrics, holds, context.metricGroup().getIOMetricGroup().getNumRecordsInCounter()),
                context.getConfiguration(),
                context);
        this.metrics = metrics;
        this.holds = holds;
    }

    /** A reader in a context. */
    public static MySqlSourceReader of(ReaderSettings settings, SourceReaderContext context) {
        requireNonNull(settings, "settings");
        return new MySqlSourceReader(
                settings,
                new MySqlSourceReaderMetrics(context.metricGroup(), settings.source()),
                new CheckpointHolds(settings.source()),
                context);
    }

    @Override
    public void start() {
        super.start();
        String taskManager = context.metricGroup().getAllVariables().getOrDefault(TASK_MANAGER, "");
        context.sendSourceEventToCoordinator(new ReaderPlace(taskManager));
    }

    @Override
    public InputStatus pollNext(ReaderOutput<Event> output) throws Exception {
        boolean nothingAssigned = getNumberOfCurrentlyAssignedSplits() == 0;
        if (nothingAssigned != idle) {
            idle = nothingAssigned;
            if (idle) {
                output.markIdle();
            } else {
                output.markActive();
            }
        }
        return super.pollNext(output);
    }

    @Override
    public List<BinlogSplit> snapshotState(long checkpointId) {
        List<BinlogSplit> splits = super.snapshotState(checkpointId);
        splits.forEach(split -> metrics.server(split.server()).saved(split.position()));
        holds.saved(checkpointId);
        return splits;
    }

    @Override
    public void notifyCheckpointComplete(long checkpointId) throws Exception {
        super.notifyCheckpointComplete(checkpointId);
        holds.completed(checkpointId);
    }

    @Override
    protected void onSplitFinished(Map<String, BinlogSplitState> finished) {
        throw new IllegalStateException("A binlog has no end, but these have: " + finished.keySet());
    }

    @Override
    protected BinlogSplitState initializedState(BinlogSplit split) {
        return new BinlogSplitState(split);
    }

    @Override
    protected BinlogSplit toSplitType(String splitId, BinlogSplitState state) {
        return state.toSplit();
    }
}
