package io.dbus.sink.stream;

import io.dbus.event.Event;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.metrics.DropReason;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.RecordReceiver;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.StatefulSinkWriter;
import org.apache.flink.api.connector.sink2.WriterInitContext;
import org.apache.flink.metrics.Counter;

/** Makes lines of events. Only the first of a sink's writers has an output; the others get no events. */
final class StreamWriter implements StatefulSinkWriter<Event, WrittenFile> {
    private static final long RESTART_DELAY_MILLIS = 1_000;

    private final StreamSinkSettings settings;
    private final ComponentMetrics metrics;
    private final Counter lines;
    private final Counter bytesOut;
    private final EventEncoder encoder;
    private final Rejects rejects;
    private final Optional<LineOutput> output;
    private final Pending pending = new Pending();

    private StreamWriter(
            StreamSinkSettings settings, ComponentMetrics metrics, Rejects rejects, Optional<LineOutput> output) {
        this.settings = settings;
        this.metrics = metrics;
        this.lines = metrics.group().counter("lines");
        this.bytesOut = metrics.group().counter("bytesOut");
        this.encoder = settings.encoders().createLasting();
        this.rejects = rejects;
        this.output = output;
    }

    static StreamWriter open(StreamSinkSettings settings, WriterInitContext context, Collection<WrittenFile> restored)
            throws IOException {
        ComponentMetrics metrics = ComponentMetrics.of(context.metricGroup(), settings.component());
        boolean first = context.getTaskInfo().getIndexOfThisSubtask() == 0;
        if (!first && !restored.isEmpty()) {
            throw new IllegalStateException(
                    "Sink " + settings.component() + ": the state of its first lane came to lane "
                            + context.getTaskInfo().getIndexOfThisSubtask()
                            + ", which Flink does not do by its rules; start without it, and expect lines twice.");
        }
        Rejects rejects = settings.rejects().open(RejectsContext.of(context, settings.component(), metrics));
        return new StreamWriter(
                settings,
                metrics,
                rejects,
                first ? Optional.of(output(settings, context, metrics, restored)) : Optional.empty());
    }

    private static LineOutput output(
            StreamSinkSettings settings,
            WriterInitContext context,
            ComponentMetrics metrics,
            Collection<WrittenFile> restored)
            throws IOException {
        if (!settings.path().isEmpty()) {
            String job = context.getJobInfo().getJobId().toString();
            return FileOutput.open(settings.component(), Path.of(settings.path()), job, restored);
        }
        return settings.command().isEmpty()
                ? new StandardOutput()
                : new CommandOutput(
                        settings.component(),
                        settings.command(),
                        settings.restart(),
                        metrics.group().counter("restarts"),
                        RESTART_DELAY_MILLIS);
    }

    @Override
    public void write(Event event, Context context) throws IOException, InterruptedException {
        pending.begin();
        try {
            make(event);
        } catch (EncodeException e) {
            rejects.reject(e.rejection(event));
            return;
        }
        for (byte[] line : pending.lines) {
            output.orElseThrow().write(line);
            lines.inc();
            bytesOut.inc(line.length + 1L);
        }
    }

    private void make(Event event) {
        if (event instanceof RowChange row) {
            requireWholeKeyChange(row);
            encoder.encode(row, pending);
            if (pending.dropped) {
                metrics.dropped(DropReason.OPERATION);
            }
            if (pending.lines.isEmpty() && pending.tombstone) {
                throw new EncodeException(
                        RejectReason.NO_FORM,
                        "the format has for this delete a key without a value, which is no line",
                        "set delete.tombstone.handling.mode to rewrite, or take another format");
            }
        } else if (event instanceof Truncate truncate) {
            if (settings.skipTruncates()) {
                metrics.dropped(DropReason.TRUNCATE);
            } else {
                encoder.encode(truncate, pending);
            }
        } else if (event instanceof Message message) {
            pending.lines.add(line(message));
        } else if (event instanceof SchemaChange change) {
            if (settings.schemaChanges()) {
                encoder.encode(change, pending);
            }
            if (!settings.schemaChanges() || pending.dropped) {
                metrics.dropped(DropReason.SCHEMA_CHANGE);
            }
        }
    }

    private static byte[] line(Message message) {
        byte[] value = message.value()
                .orElseThrow(() -> new EncodeException(
                        RejectReason.NO_FORM, "the message has no value, which is no line", "leave such messages out"));
        for (byte b : value) {
            if (b == '\n') {
                throw new EncodeException(
                        RejectReason.NO_FORM,
                        "the message holds a line feed and would become two lines",
                        "leave such messages out, or write them to a sink that has records");
            }
        }
        return value;
    }

    private static void requireWholeKeyChange(RowChange row) {
        if (row.newKey().isPresent()) {
            throw new EncodeException(
                    RejectReason.PARTIAL_KEY_CHANGE,
                    "the row's key changes to " + row.newKey().get()
                            + ", and its partial image does not hold the row that is to stand under the new key",
                    "put a complete operator before the sink, or SET GLOBAL binlog_row_image=FULL on the server");
        }
    }

    @Override
    public void flush(boolean endOfInput) throws IOException, InterruptedException {
        if (output.isPresent()) {
            output.get().flush(endOfInput);
        }
        rejects.flush();
    }

    @Override
    public List<WrittenFile> snapshotState(long checkpoint) {
        return output.map(LineOutput::state).orElse(List.of());
    }

    @Override
    public void close() throws IOException {
        try {
            if (output.isPresent()) {
                output.get().close();
            }
        } finally {
            rejects.close();
        }
    }

    /** The lines of one event, all made before the first is written. */
    private static final class Pending implements RecordReceiver {
        private final List<byte[]> lines = new ArrayList<>();
        private boolean tombstone;
        private boolean dropped;

        void begin() {
            lines.clear();
            dropped = false;
            tombstone = false;
        }

        @Override
        public void record(byte[] key, byte[] value, List<Message.Header> headers) {
            if (value == null) {
                tombstone = true;
            } else {
                lines.add(value);
            }
        }

        @Override
        public void dropped() {
            dropped = true;
        }
    }
}
