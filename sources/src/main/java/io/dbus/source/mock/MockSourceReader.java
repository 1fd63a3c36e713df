package io.dbus.source.mock;

import io.dbus.event.Event;
import io.dbus.metrics.ComponentMetrics;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.connector.source.ReaderOutput;
import org.apache.flink.api.connector.source.SourceEvent;
import org.apache.flink.api.connector.source.SourceOutput;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.core.io.InputStatus;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes the rows of its splits in the task's own thread, a few of each split in turn: there is nothing to wait for but the rate.
 */
final class MockSourceReader implements SourceReader<Event, MockSplit> {
    private static final Logger LOG = LoggerFactory.getLogger(MockSourceReader.class);

    /** Rows of one call; a checkpoint waits for so many at most. */
    private static final int BATCH = 32;

    /** Rows wait for each other so long, so that a high rate does not take a timer for each. */
    private static final long SHORTEST_WAIT_NANOS = 1_000_000;

    private final MockSettings settings;
    private final SourceReaderContext context;
    private final List<MockTable> tables;
    private final KeyVisits visits;
    private final RowLives lives;
    private final List<SplitRun> runs = new ArrayList<>();
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "timer of a mock source");
        thread.setDaemon(true);
        return thread;
    });
    private final ComponentMetrics metrics;
    private final Map<FaultKind, Counter> faults = new EnumMap<>(FaultKind.class);
    private final Map<String, MockServerFigures> servers = new HashMap<>();
    private CompletableFuture<Void> available = new CompletableFuture<>();
    private boolean noMoreSplits;
    private boolean idle;
    private int turn;
    private volatile long behindMillis;

    MockSourceReader(MockSettings settings, SourceReaderContext context) {
        this.settings = settings;
        this.context = context;
        this.tables = settings.parsedTables();
        this.visits = new KeyVisits(settings.keysPerSplit(), settings.skew(), settings.seed());
        this.lives = new RowLives(settings.inserts(), settings.updates(), settings.deletes(), settings.seed());
        this.metrics = ComponentMetrics.of(context.metricGroup(), settings.source());
        metrics.group().gauge("behindMs", () -> behindMillis);
    }

    @Override
    public void start() {}

    @Override
    public InputStatus pollNext(ReaderOutput<Event> output) {
        tellIdle(output);
        long nowNanos = System.nanoTime();
        long soonest = Long.MAX_VALUE;
        for (int tried = 0; tried < runs.size(); tried++) {
            SplitRun run = runs.get(turn % runs.size());
            turn = turn + 1 == runs.size() ? 0 : turn + 1;
            long left = run.nanosLeft(nowNanos);
            if (left <= 0) {
                behindMillis = settings.rowsPerSecond() > 0 ? -left / 1_000_000 : 0;
                read(run, output, nowNanos);
                return InputStatus.MORE_AVAILABLE;
            }
            soonest = Math.min(soonest, left);
        }
        if (runs.isEmpty() && noMoreSplits) {
            return InputStatus.END_OF_INPUT;
        }
        available = new CompletableFuture<>();
        if (soonest < Long.MAX_VALUE) {
            CompletableFuture<Void> waited = available;
            timer.schedule(() -> waited.complete(null), Math.max(soonest, SHORTEST_WAIT_NANOS), TimeUnit.NANOSECONDS);
        }
        return InputStatus.NOTHING_AVAILABLE;
    }

    private void read(SplitRun run, ReaderOutput<Event> output, long nowNanos) {
        long nowMillis = System.currentTimeMillis();
        SourceOutput<Event> out = output.createOutputForSplit(run.id());
        int sent = 0;
        while (sent < BATCH && !run.isDone() && run.nanosLeft(nowNanos) <= 0) {
            if (!run.step(out, new Faults(), nowNanos, nowMillis)) {
                break;
            }
            sent++;
        }
        context.metricGroup().getIOMetricGroup().getNumRecordsInCounter().inc(sent);
        if (sent > 0) {
            figures(run.position()).made(sent, run.position(), nowMillis);
        }
        if (run.isDone()) {
            runs.remove(run);
            turn = 0;
            output.releaseOutputForSplit(run.id());
        }
    }

    private MockServerFigures figures(MockSplit split) {
        return servers.computeIfAbsent(
                settings.serverOf(split.number()),
                server -> new MockServerFigures(metrics.group().addGroup("server", server)));
    }

    private final class Faults implements SplitRun.Outcome {
        @Override
        public void askForFailure(long number) {
            context.sendSourceEventToCoordinator(new FailureEvent(number, false));
        }

        @Override
        public void happened(FaultKind kind) {
            faults.computeIfAbsent(
                            kind,
                            k -> metrics.group().addGroup("kind", k.toString()).counter("faults"))
                    .inc();
        }
    }

    private void tellIdle(ReaderOutput<Event> output) {
        boolean nothing = runs.isEmpty() && !noMoreSplits;
        if (nothing != idle) {
            idle = nothing;
            if (idle) {
                output.markIdle();
            } else {
                output.markActive();
            }
        }
    }

    @Override
    public CompletableFuture<Void> isAvailable() {
        return available;
    }

    @Override
    public List<MockSplit> snapshotState(long checkpoint) {
        return runs.stream().map(SplitRun::position).toList();
    }

    @Override
    public void addSplits(List<MockSplit> splits) {
        long now = System.nanoTime();
        for (MockSplit split : splits) {
            if (split.of() != settings.splits()) {
                throw new IllegalStateException("Source " + settings.source() + " has " + settings.splits()
                        + " splits, but its saved position is of " + split.of() + ": set splits to " + split.of()
                        + ", or start without the saved state.");
            }
            SplitEvents events = new SplitEvents(settings, tables, visits, lives, split.number());
            SplitRun run = new SplitRun(settings, split, events, now);
            if (!run.isDone()) {
                runs.add(run);
                figures(split);
            }
        }
        available.complete(null);
    }

    @Override
    public void handleSourceEvents(SourceEvent event) {
        if (event instanceof FailureEvent failure) {
            if (failure.fail()) {
                throw new IllegalStateException("Source " + settings.source()
                        + " fails at row " + failure.number() + ", as its option 'faults' says; take the fault out if"
                        + " that is not wanted.");
            }
            LOG.info("Source {} passes row {}, at which it has failed once", settings.source(), failure.number());
            runs.stream().filter(run -> run.number() == failure.number()).forEach(SplitRun::failureHad);
            available.complete(null);
        }
    }

    @Override
    public void notifyNoMoreSplits() {
        noMoreSplits = true;
        available.complete(null);
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
