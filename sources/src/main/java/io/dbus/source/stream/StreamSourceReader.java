package io.dbus.source.stream;

import io.dbus.event.Event;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.connector.base.source.reader.SingleThreadMultiplexSourceReaderBase;
import org.apache.flink.core.io.InputStatus;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads the stream, where it is the one reader that has it. A reader without it is idle for watermarks. */
@SuppressWarnings("try") // close() throws InterruptedException because Flink's does.
final class StreamSourceReader
        extends SingleThreadMultiplexSourceReaderBase<Line, Event, StreamSplit, StreamSplitState> {
    private static final Logger LOG = LoggerFactory.getLogger(StreamSourceReader.class);

    private final StreamSettings settings;
    private final StreamFigures figures;
    private final Rejects rejects;
    private final LineEmitter emitter;
    private final NavigableMap<Long, Long> emittedAt = new TreeMap<>();
    private long confirmed;
    private boolean idle;

    private StreamSourceReader(
            StreamSettings settings,
            StreamFigures figures,
            Rejects rejects,
            LineEmitter emitter,
            SourceReaderContext context) {
        super(() -> new LineSplitReader(settings, figures), emitter, context.getConfiguration(), context);
        this.settings = settings;
        this.figures = figures;
        this.rejects = rejects;
        this.emitter = emitter;
    }

    static StreamSourceReader of(StreamSettings settings, SourceReaderContext context) {
        ComponentMetrics metrics = ComponentMetrics.of(context.metricGroup(), settings.source());
        StreamFigures figures = new StreamFigures(metrics);
        try {
            Rejects rejects = settings.rejects()
                    .open(new RejectsContext(
                            settings.source(), metrics, context.getIndexOfSubtask(), Optional.empty()));
            return new StreamSourceReader(
                    settings, figures, rejects, new LineEmitter(settings, figures, rejects), context);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
    }

    @Override
    public void addSplits(List<StreamSplit> splits) {
        if (!splits.isEmpty() && !settings.isReplayable()) {
            LOG.warn(
                    "Source {}: lines of a {} are read at most once: those that were taken since the last checkpoint are lost when"
                            + " the job fails; the figure unconfirmedLines says how many they are",
                    settings.source(),
                    settings.kind() == StreamSettings.Kind.COMMAND ? "command" : "socket");
        }
        super.addSplits(splits);
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
        InputStatus status = super.pollNext(output);
        figures.unconfirmed(emitter.emitted() - confirmed);
        return status;
    }

    @Override
    public List<StreamSplit> snapshotState(long checkpoint) {
        try {
            rejects.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while dead letters were being written", e);
        }
        emittedAt.put(checkpoint, emitter.emitted());
        return super.snapshotState(checkpoint);
    }

    @Override
    public void notifyCheckpointComplete(long checkpoint) throws Exception {
        super.notifyCheckpointComplete(checkpoint);
        Map.Entry<Long, Long> done = emittedAt.floorEntry(checkpoint);
        if (done != null) {
            confirmed = done.getValue();
            figures.unconfirmed(emitter.emitted() - confirmed);
            emittedAt.headMap(checkpoint, true).clear();
        }
    }

    @Override
    protected void onSplitFinished(Map<String, StreamSplitState> finished) {
        LOG.info("Source {}: the stream has ended after {} lines", settings.source(), emitter.emitted());
    }

    @Override
    protected StreamSplitState initializedState(StreamSplit split) {
        return new StreamSplitState(split);
    }

    @Override
    protected StreamSplit toSplitType(String splitId, StreamSplitState state) {
        return state.toSplit();
    }

    @Override
    public void close() throws Exception {
        try {
            super.close();
        } finally {
            rejects.close();
        }
    }
}
