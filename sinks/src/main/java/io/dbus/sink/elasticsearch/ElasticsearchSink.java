package io.dbus.sink.elasticsearch;

import io.dbus.event.Event;
import io.dbus.metrics.ComponentMetrics;
import java.io.IOException;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.api.connector.sink2.CommitterInitContext;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.sink2.SupportsCommitter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

/** Writes documents, and deletes those of truncated tables when a checkpoint is complete. Its writers have no state: each checkpoint drains them. */
final class ElasticsearchSink implements Sink<Event>, SupportsCommitter<PendingTruncate> {
    private static final long serialVersionUID = 1L;

    private final SinkSettings settings;

    ElasticsearchSink(SinkSettings settings) {
        this.settings = settings;
    }

    @Override
    public DocumentWriter createWriter(WriterInitContext context) throws IOException {
        return DocumentWriter.open(settings, context);
    }

    @Override
    public Committer<PendingTruncate> createCommitter(CommitterInitContext context) throws IOException {
        return new TruncateCommitter(
                settings.component(),
                settings.connection(),
                settings.retry(),
                ComponentMetrics.of(context.metricGroup(), settings.component()).group());
    }

    @Override
    public SimpleVersionedSerializer<PendingTruncate> getCommittableSerializer() {
        return new PendingTruncateSerializer();
    }
}
