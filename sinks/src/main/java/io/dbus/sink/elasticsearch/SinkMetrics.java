package io.dbus.sink.elasticsearch;

import io.dbus.metrics.ComponentMetrics;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.LongSupplier;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Histogram;
import org.apache.flink.metrics.groups.SinkWriterMetricGroup;
import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;

/**
 * The figures of one writer, in {@code dbus.<component>}: {@code documents} by {@code kind} (done), {@code conflicts} (done before), {@code superseded} (a later
 * operation of the document was sent instead), {@code retried}, {@code bytesOut}, {@code latencyMs} (commit of the row to the answer), {@code bulkActions} and {@code
 * bulkBytes} of each bulk, {@code inFlight} and {@code buffered} (operations) and {@code bufferedBytes}; {@code rejected} and {@code dropped} by reason. And
 * Flink's own of sinks.
 */
final class SinkMetrics {
    private static final int LATENCY_WINDOW = 10_000;
    private static final int BULK_WINDOW = 1_000;

    private final SinkWriterMetricGroup flink;
    private final ComponentMetrics component;
    private final Map<DocumentOperation.Kind, Counter> documents = new EnumMap<>(DocumentOperation.Kind.class);
    private final Counter conflicts;
    private final Counter superseded;
    private final Counter retried;
    private final Counter bytesOut;
    private final Histogram latency;
    private final Histogram bulkActions;
    private final Histogram bulkBytes;

    SinkMetrics(SinkWriterMetricGroup flink, ComponentMetrics component) {
        this.flink = flink;
        this.component = component;
        for (DocumentOperation.Kind kind : DocumentOperation.Kind.values()) {
            String label = kind.name().toLowerCase(Locale.ROOT);
            documents.put(kind, component.group().addGroup("kind", label).counter("documents"));
        }
        this.conflicts = component.group().counter("conflicts");
        this.superseded = component.group().counter("superseded");
        this.retried = component.group().counter("retried");
        this.bytesOut = component.group().counter("bytesOut");
        this.latency = component.group().histogram("latencyMs", new DescriptiveStatisticsHistogram(LATENCY_WINDOW));
        this.bulkActions = component.group().histogram("bulkActions", new DescriptiveStatisticsHistogram(BULK_WINDOW));
        this.bulkBytes = component.group().histogram("bulkBytes", new DescriptiveStatisticsHistogram(BULK_WINDOW));
    }

    ComponentMetrics component() {
        return component;
    }

    /** What is under way now; asked on other threads. */
    void gauges(LongSupplier inFlight, LongSupplier buffered, LongSupplier bufferedBytes) {
        component.group().gauge("inFlight", (Gauge<Long>) inFlight::getAsLong);
        component.group().gauge("buffered", (Gauge<Long>) buffered::getAsLong);
        component.group().gauge("bufferedBytes", (Gauge<Long>) bufferedBytes::getAsLong);
    }

    void sent(int actions, int bytes) {
        bytesOut.inc(bytes);
        bulkActions.update(actions);
        bulkBytes.update(bytes);
        flink.getNumRecordsSendCounter().inc(actions);
        flink.getNumBytesSendCounter().inc(bytes);
    }

    void done(DocumentOperation operation) {
        documents.get(operation.kind()).inc();
        latency(operation);
    }

    void conflict(DocumentOperation operation) {
        conflicts.inc();
        latency(operation);
    }

    private void latency(DocumentOperation operation) {
        long committed = operation.event().origin().transaction().commitMicros() / 1000;
        latency.update(Math.max(0, System.currentTimeMillis() - committed));
    }

    void superseded(int operations) {
        superseded.inc(operations);
    }

    void retried(int operations) {
        retried.inc(operations);
        flink.getNumRecordsSendErrorsCounter().inc(operations);
    }

    void failed() {
        flink.getNumRecordsSendErrorsCounter().inc();
    }
}
