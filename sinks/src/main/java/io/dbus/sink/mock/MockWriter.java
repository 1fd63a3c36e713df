package io.dbus.sink.mock;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import java.io.IOException;
import java.io.PrintStream;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.accumulators.LongCounter;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;
import org.apache.flink.streaming.runtime.operators.sink.InitContextBase;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Counts, checks and shows the events of one instance of a mock sink. */
final class MockWriter implements StatefulSinkWriter<Event, Tally> {
    private static final Logger LOG = LoggerFactory.getLogger(MockWriter.class);

    private final MockSinkSettings settings;
    private final boolean firstAttempt;
    private final ComponentMetrics metrics;
    private final Tallies tallies;
    private final Rejects rejects;
    private final KeyOrder order;
    private final EventLine line = new EventLine();
    private final ValueCheck values = new ValueCheck();
    private final Map<Violation, Violations> violations = new EnumMap<>(Violation.class);
    private long seen;

    private record Violations(Counter metric, LongCounter atTheEnd) {}

    private MockWriter(
            MockSinkSettings settings,
            WriterInitContext context,
            ComponentMetrics metrics,
            Tallies tallies,
            Rejects rejects) {
        this.settings = settings;
        this.firstAttempt = context.getTaskInfo().getAttemptNumber() == 0;
        this.metrics = metrics;
        this.tallies = tallies;
        this.rejects = rejects;
        this.order = new KeyOrder(settings.verify() == Verify.ORDER, settings.keys());
        metrics.group().gauge("forgottenKeys", order::forgotten);
    }

    static MockWriter open(MockSinkSettings settings, WriterInitContext context, Collection<Tally> restored)
            throws IOException {
        ComponentMetrics metrics = ComponentMetrics.of(context.metricGroup(), settings.component());
        Optional<RuntimeContext> runtime =
                context instanceof InitContextBase flink ? Optional.of(flink.getRuntimeContext()) : Optional.empty();
        return new MockWriter(
                settings,
                context,
                metrics,
                new Tallies(settings.component(), metrics, runtime, restored),
                settings.rejects().open(RejectsContext.of(context, settings.component(), metrics)));
    }

    @Override
    public void write(Event event, Context context) throws IOException, InterruptedException {
        seen++;
        if (settings.failAfter() > 0 && firstAttempt && seen > settings.failAfter()) {
            throw new IllegalStateException("Sink " + settings.component() + " fails after " + settings.failAfter()
                    + " events, as its option 'fail-after' says; take it out if that is not wanted.");
        }
        if (event instanceof RowChange row && isRejected(row)) {
            return;
        }
        if (settings.verify() != Verify.NONE) {
            Optional<Violation> violation = order.check(event);
            if (violation.isPresent()) {
                violated(violation.get(), event);
            }
        }
        tallies.count(event);
        if (seen <= settings.print() || settings.printEvery() > 0 && seen % settings.printEvery() == 0) {
            print(event);
        }
        if (settings.slowDownNanos() > 0) {
            TimeUnit.NANOSECONDS.sleep(settings.slowDownNanos());
        }
    }

    private boolean isRejected(RowChange row) throws IOException, InterruptedException {
        if (row.newKey().isPresent()) {
            rejects.reject(Rejection.of(
                    row,
                    RejectReason.PARTIAL_KEY_CHANGE,
                    "the row's key was changed and its image is not full, so that the row under its new key would be incomplete",
                    "put a 'complete' operator before the sink, or SET GLOBAL binlog_row_image = FULL on the server"));
            return true;
        }
        Optional<ValueCheck.Failure> failure = settings.decode() ? values.check(row) : Optional.empty();
        if (failure.isPresent()) {
            rejects.reject(Rejection.of(
                            row,
                            RejectReason.UNDECODABLE_VALUE,
                            "column " + failure.get().column() + " cannot be read: "
                                    + failure.get().cause().getMessage(),
                            "correct the row at its source, or leave the column out of the tables that are read")
                    .causedBy(failure.get().cause()));
        }
        return failure.isPresent();
    }

    private void violated(Violation violation, Event event) {
        Violations count = violations.get(violation);
        if (count == null) {
            count = new Violations(
                    metrics.group().addGroup("reason", violation.label()).counter("violations"),
                    tallies.figure("violations", violation.label()));
            violations.put(violation, count);
            LOG.warn(
                    "Sink {}: {} of key {} with sequence {}, the first of its kind ({})",
                    settings.component(),
                    violation.label(),
                    event.key(),
                    event.origin().sequence(),
                    event.origin().describe());
        }
        count.metric().inc();
        count.atTheEnd().add(1);
        if (settings.fail()) {
            throw new OrderViolationException(settings.component(), violation, event);
        }
    }

    // What is printed is the sink's output, not a log.
    private void print(Event event) {
        PrintStream out = System.out;
        out.println(settings.component() + "> " + line.of(event));
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        rejects.flush();
    }

    @Override
    public List<Tally> snapshotState(long checkpoint) {
        return tallies.snapshot();
    }

    @Override
    public void close() throws IOException {
        rejects.close();
    }
}
