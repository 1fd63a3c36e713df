package io.dbus.sink.elasticsearch;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.elasticsearch.document.DocumentException;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import io.dbus.sink.elasticsearch.document.Documents;
import io.dbus.sink.elasticsearch.document.Indices;
import io.dbus.sink.template.NameClaims;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import org.apache.flink.api.connector.sink2.CommittingSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Makes document operations of events and hands them to the {@link BulkWriter}. When {@link #flush} has returned, every change written so far is done or rejected,
 * and its reject stored.
 *
 * <p>After a restart the changes since the checkpoint are read and written again, in the order of each document. A change that was written before meets its own or a later
 * version and is done. Where its document was deleted since and Elasticsearch has forgotten the version, it comes back, and is deleted again by the same delete: that
 * was read after the checkpoint too, since it comes after the change, and is written again as well.
 */
@SuppressWarnings("try") // close() may be interrupted
final class DocumentWriter implements CommittingSinkWriter<Event, PendingTruncate> {
    private static final Logger LOG = LoggerFactory.getLogger(DocumentWriter.class);

    private final String component;
    private final ElasticsearchSinkOptions.OnTruncate onTruncate;
    private final ElasticsearchConnection connection;
    private final MailboxThread thread;
    private final Documents documents;
    private final Indices indices;
    private final Rejects rejects;
    private final SinkMetrics metrics;
    private final BulkWriter bulks;
    private final List<DocumentOperation> operations = new ArrayList<>(2);
    private List<PendingTruncate> truncates = new ArrayList<>();

    private DocumentWriter(
            SinkSettings settings,
            ElasticsearchConnection connection,
            MailboxThread thread,
            NameClaims claims,
            Rejects rejects,
            SinkMetrics metrics) {
        this.component = settings.component();
        this.onTruncate = settings.truncate();
        this.connection = connection;
        this.thread = thread;
        this.documents = settings.documents().documents(claims);
        this.indices = settings.documents()
                .indices(
                        connection,
                        component,
                        metrics.component(),
                        settings.retry().within());
        this.rejects = rejects;
        this.metrics = metrics;
        this.bulks = new BulkWriter(
                component, settings.limits(), settings.retry(), connection, thread, rejects, metrics, new Random());
    }

    static DocumentWriter open(SinkSettings settings, WriterInitContext context) throws IOException {
        ComponentMetrics component = ComponentMetrics.of(context.metricGroup(), settings.component());
        Rejects rejects = settings.rejects().open(RejectsContext.of(context, settings.component(), component));
        try {
            return new DocumentWriter(
                    settings,
                    settings.connection().connect(),
                    new MailboxThread(context.getMailboxExecutor(), settings.component()),
                    NameClaims.among(context, settings.component(), "index"),
                    rejects,
                    new SinkMetrics(context.metricGroup(), component));
        } catch (IOException | RuntimeException e) {
            rejects.close();
            throw e;
        }
    }

    @Override
    public void write(Event event, Context context) throws IOException, InterruptedException {
        if (event instanceof RowChange row) {
            write(row);
        } else if (event instanceof Truncate truncate) {
            truncate(truncate);
        } else if (event instanceof SchemaChange) {
            metrics.component().dropped(DropReason.SCHEMA_CHANGE);
            LOG.info(
                    "Sink {}: a change of a table's definition is not written ({})",
                    component,
                    event.origin().describe());
        } else {
            rejects.reject(Rejection.of(
                    event,
                    RejectReason.WRONG_KIND,
                    "an event of this kind has no document",
                    "let only rows reach the sink"));
        }
    }

    private void write(RowChange row) throws IOException, InterruptedException {
        if (row.newKey().isPresent()) {
            rejects.reject(Rejection.of(
                    row,
                    RejectReason.PARTIAL_KEY_CHANGE,
                    "it changes the row's key and its image is not full, so that the document of the new key would lack fields",
                    "put a 'complete' operator before the sink, or SET GLOBAL binlog_row_image=FULL"));
            return;
        }
        operations.clear();
        try {
            documents.operations(row, operations::add);
            for (DocumentOperation operation : operations) {
                if (!operation.isDelete()) {
                    indices.ensure(operation.index(), row.schema());
                }
            }
        } catch (DocumentException e) {
            rejects.reject(e.rejection(row));
            return;
        }
        for (DocumentOperation operation : operations) {
            // Nothing is left to delete with its index, unless something is still to be written there, which may make
            // it anew.
            if (operation.isDelete() && !bulks.holds(operation) && !indices.isThere(operation.index())) {
                metrics.done(operation);
            } else {
                bulks.add(operation);
            }
        }
    }

    private void truncate(Truncate truncate) throws IOException, InterruptedException {
        switch (onTruncate) {
            case IGNORE -> {
                metrics.component().dropped(DropReason.TRUNCATE);
                LOG.info(
                        "Sink {}: TRUNCATE of table {} leaves the documents as they are ({})",
                        component,
                        truncate.table(),
                        truncate.origin().describe());
            }
            case FAIL ->
                rejects.reject(Rejection.of(
                        truncate,
                        RejectReason.TRUNCATE,
                        "the documents of the table's rows would have to go, and the sink may not delete them",
                        "set " + ElasticsearchSinkOptions.TRUNCATE.key() + " of " + component
                                + " to delete or ignore"));
            case DELETE -> {
                try {
                    truncates.add(new PendingTruncate(
                            documents.index(truncate),
                            truncate.origin().sequence(),
                            "TRUNCATE of table " + truncate.table() + ", "
                                    + truncate.origin().describe()));
                } catch (DocumentException e) {
                    rejects.reject(e.rejection(truncate));
                }
            }
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        bulks.drain();
        rejects.flush();
    }

    @Override
    public Collection<PendingTruncate> prepareCommit() {
        List<PendingTruncate> seen = truncates;
        truncates = new ArrayList<>();
        return seen;
    }

    @Override
    public void close() throws Exception {
        thread.close();
        try (connection) {
            rejects.close();
        }
    }
}
