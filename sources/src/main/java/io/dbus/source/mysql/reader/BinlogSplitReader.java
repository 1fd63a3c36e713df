package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.connection.ServerTables;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitState;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Optional;
import org.apache.flink.connector.base.source.reader.RecordsWithSplitIds;
import org.apache.flink.connector.base.source.reader.splitreader.SplitReader;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsAddition;
import org.apache.flink.connector.base.source.reader.splitreader.SplitsChange;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the binlog of one server in a thread of its own. A lost connection is made anew from where this reader is, without a word
 * to the rest of the job, and no row comes twice or not at all. Waits for the pipeline only when the server's byte budget is
 * used up, which holds up nobody else.
 */
final class BinlogSplitReader implements SplitReader<BinlogElement, BinlogSplit> {
    private static final Logger LOG = LoggerFactory.getLogger(BinlogSplitReader.class);

    /** A batch is handed over at this size at the latest, in bytes. */
    private static final long BATCH_BYTES = 512 * 1024;

    private final ReaderSettings settings;
    private final MySqlSourceReaderMetrics metrics;
    private final CheckpointHolds holds;
    private final ByteBudget budget;
    private final long batchBytes;

    private Optional<Reading> reading = Optional.empty();
    private volatile boolean closed;
    private volatile BinlogConnector connector;
    private volatile CheckpointHold hold;
    private volatile BinlogStream stream;
    private volatile XaStream apart;
    private volatile PurgeWatch watch;

    /** What there is once the split is known. */
    private record Reading(
            BinlogSplitState read, TransactionAssembler assembler, ServerFigures figures, SilentServer silence) {}

    BinlogSplitReader(ReaderSettings settings, MySqlSourceReaderMetrics metrics, CheckpointHolds holds) {
        this.settings = requireNonNull(settings, "settings");
        this.metrics = requireNonNull(metrics, "metrics");
        this.holds = requireNonNull(holds, "holds");
        this.budget = new ByteBudget(settings.queueBytes());
        this.batchBytes = Math.max(1, Math.min(BATCH_BYTES, settings.queueBytes() / 4));
    }

    @Override
    public void handleSplitsChanges(SplitsChange<BinlogSplit> change) {
        List<BinlogSplit> splits = change.splits();
        if (!(change instanceof SplitsAddition) || splits.size() != 1 || reading.isPresent()) {
            throw new IllegalStateException("A reader of a binlog reads one split, and was told " + change);
        }
        BinlogSplit split = splits.get(0);
        BinlogSplitState read = new BinlogSplitState(split);
        ServerFigures figures = metrics.server(split.server());
        CapturedTables tables = new CapturedTables(settings, read, this::currentTable);
        hold = holds.of(split.server());
        connector = new BinlogConnector(settings, split.server());
        apart = new XaStream(settings, split.server());
        figures.saved(split.position());
        watch = new PurgeWatch(settings, split.server(), connector::address, figures);
        watch.start();
        if (closed) {
            connector.close();
            apart.closeNow();
            watch.close();
        }
        reading = Optional.of(new Reading(
                read,
                new TransactionAssembler(settings, read, tables, figures),
                figures,
                new SilentServer(settings, split.server(), read, connector::opening)));
    }

    @Override
    public RecordsWithSplitIds<BinlogElement> fetch() throws IOException {
        Reading now = reading.orElseThrow(() -> new IllegalStateException("No split to read"));
        BinlogBatch batch = new BinlogBatch(now.read(), budget, batchBytes);
        if (!hold.await() || !budget.awaitRoom()) {
            return batch;
        }
        while (!closed && now.assembler().advance(batch)) {
            Optional<DecidedXa> group = now.assembler().apart();
            if (group.isPresent()) {
                if (!batch.isEmpty() && (!apart.isOpen() || batch.isFull() || !apart.hasBuffered())) {
                    break;
                }
                readApart(now, group.get(), batch);
                continue;
            }
            apart.close();
            BinlogStream open = stream;
            if (!batch.isEmpty() && (open == null || batch.isFull() || !open.hasBuffered())) {
                break;
            }
            if (open == null) {
                if (connect(now, batch)) {
                    break;
                }
            } else {
                readEvent(now, open, batch);
            }
        }
        if (batch.isHeld()) {
            hold.begin("all rows that had a key of before");
        }
        budget.take(batch.bytes());
        return batch;
    }

    @Override
    public void wakeUp() {
        wakeHold();
        budget.wakeUp();
    }

    @Override
    public void close() {
        closeNow();
        reading.ifPresent(now -> now.assembler().forgetOpen());
    }

    /** Ends all waiting for the server and the pipeline, at once. May be called by any thread. */
    void closeNow() {
        closed = true;
        BinlogConnector connecting = connector;
        if (connecting != null) {
            connecting.close();
        }
        closeStream();
        XaStream beside = apart;
        if (beside != null) {
            beside.closeNow();
        }
        PurgeWatch watching = watch;
        if (watching != null) {
            watching.close();
        }
        wakeHold();
        budget.wakeUp();
    }

    private void wakeHold() {
        CheckpointHold waiting = hold;
        if (waiting != null) {
            waiting.wakeUp();
        }
    }

    /** Connects; whether the batch must go before anything more is read. */
    private boolean connect(Reading now, BinlogBatch batch) throws IOException {
        Optional<BinlogStream> opened = connector.connect(now.read());
        if (opened.isEmpty()) {
            return false;
        }
        BinlogStream open = opened.get();
        stream = open;
        if (closed) {
            closeStream();
            return false;
        }
        boolean held = now.assembler().connected(open.info(), open.firstChecksum(), batch);
        if (held) {
            hold.begin("which host they are of");
        }
        return held;
    }

    private void readEvent(Reading now, BinlogStream open, BinlogBatch batch) throws IOException {
        RawEvent event;
        boolean waits = !open.hasBuffered();
        try {
            event = open.next();
            now.silence().heard(event, connector.address());
        } catch (MySqlException e) {
            lost(now, e);
            return;
        }
        if (waits) {
            now.figures().heard(System.currentTimeMillis());
            connector.works();
        }
        now.assembler().accept(event.bytes(), event.offset(), event.length(), batch);
    }

    /** Connects, or takes in an event, beside the stream. When that is lost the stream is too: with it, what is read here comes again. */
    private void readApart(Reading now, DecidedXa group, BinlogBatch batch) throws IOException {
        try {
            if (!apart.isOpen()) {
                ServerInfo info = apart.open(group, connector.address());
                now.assembler().connectedApart(info, apart.firstChecksum());
            } else {
                RawEvent event = apart.next();
                now.assembler().acceptApart(event.bytes(), event.offset(), event.length(), batch);
            }
        } catch (XaStream.Lost e) {
            apart.close();
            now.assembler().lostApart(e.getMessage());
        } catch (MySqlException e) {
            apart.close();
            lost(now, e);
        }
    }

    private void lost(Reading now, MySqlException e) throws IOException {
        closeStream();
        now.assembler().forgetOpen();
        if (!closed) {
            now.figures().reconnected();
            connector.lost(e);
        }
    }

    private void closeStream() {
        BinlogStream open = stream;
        stream = null;
        if (open != null) {
            open.close();
        }
    }

    private Optional<TableDefinition> currentTable(TableId table) {
        LOG.info("Table {} of source {} is read as {} describes it now", table, settings.source(), connector.address());
        try (MySqlConnection connection = MySqlConnection.open(connector.address(), settings.connection())) {
            return Optional.ofNullable(
                    ServerTables.read(connection, ExactTable.selector(table)).get(table));
        } catch (MySqlException e) {
            throw new UncheckedIOException(
                    "The columns of table " + table + " could not be asked for: " + e.getMessage(), e);
        }
    }
}
