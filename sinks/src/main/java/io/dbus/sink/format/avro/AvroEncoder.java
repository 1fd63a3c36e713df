package io.dbus.sink.format.avro;

import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.RowWriter;
import io.dbus.sink.format.ValueOptions;
import io.dbus.sink.format.plain.PlainJsonFormat;
import java.util.List;

/**
 * Writes rows in Avro's binary form, straight from their images. Goes on after it has thrown: each record begins with an empty buffer. Hot path.
 */
final class AvroEncoder implements EventEncoder {
    private static final String NEW_KEY = "__debezium.newkey";
    private static final String OLD_KEY = "__debezium.oldkey";

    private final AvroSettings settings;
    private final AvroOut out = new AvroOut();
    private final AvroValueWriter values;
    private final TablePlans plans;
    private final SchemaChangeRecords schemaChanges;
    private final boolean jsonKeys;
    private JsonOut json = new JsonOut();
    private RowWriter keys = new RowWriter(json, ValueOptions.LIKE_DEBEZIUM);
    private String topic = "";

    AvroEncoder(AvroSettings settings, SchemaMarks marks) {
        this.settings = settings;
        this.values = new AvroValueWriter(out, settings.values());
        this.plans = new TablePlans(settings, marks);
        this.schemaChanges = new SchemaChangeRecords(settings, marks, out);
        this.jsonKeys = settings.origin() instanceof SchemaOrigin.Files files
                && files.key().isEmpty();
    }

    @Override
    public void topic(String name) {
        topic = name;
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        boolean delete = change.operation() == Operation.DELETE;
        if (settings.shape() == AvroOptions.Shape.ROW
                && delete
                && !settings.deletes().rewrites()) {
            deleted(change, records);
            return;
        }
        TablePlan plan = plans.of(change.schema(), change.table(), topic);
        byte[] key = key(change, plan);
        if (settings.shape() == AvroOptions.Shape.ROW) {
            records.record(key, row(change, plan, delete), List.of());
            if (delete && settings.deletes().writesTombstone() && key != null) {
                records.record(key, null, List.of());
            }
            return;
        }
        List<Message.Header> headers = headers(change, plan);
        records.record(key, envelope(change, plan), headers);
        if (delete && settings.tombstones() && key != null) {
            records.record(key, null, headers);
        }
    }

    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        schemaChanges.encode(change, topic, records);
    }

    /** A delete of which no row is written. */
    private void deleted(RowChange change, RecordReceiver records) {
        if (!settings.deletes().writesTombstone()) {
            records.dropped();
            return;
        }
        byte[] key = key(change, plans.of(change.schema(), change.table(), topic));
        if (key == null) {
            throw new EncodeException(
                    RejectReason.NO_FORM,
                    "the row was deleted but its table has no key, so that a tombstone cannot say which",
                    "set " + PlainJsonFormat.DELETES.key()
                            + " to rewrite or drop, or name the columns of a key in the source");
        }
        records.record(key, null, List.of());
    }

    /** The key, or null when the table has none. */
    private byte[] key(RowChange change, TablePlan plan) {
        if (change.schema().key().isEmpty()) {
            return null;
        }
        return key(change, change.image(), plan);
    }

    private byte[] key(RowChange change, RowImage image, TablePlan plan) {
        if (jsonKeys) {
            return jsonKey(change, image);
        }
        out.begin(plan.keyMark());
        plan.key().write(image, change.before().orElse(null), null, out, values);
        return out.take();
    }

    private byte[] jsonKey(RowChange change, RowImage image) {
        boolean done = false;
        try {
            keys.key(change, image);
            byte[] key = json.take();
            done = true;
            return key;
        } finally {
            if (!done) {
                // Half a key is still in the buffers.
                json = new JsonOut();
                keys = new RowWriter(json, ValueOptions.LIKE_DEBEZIUM);
            }
        }
    }

    private List<Message.Header> headers(RowChange change, TablePlan plan) {
        if (change.counterpart().isEmpty() || change.schema().key().isEmpty()) {
            return List.of();
        }
        String name = change.operation() == Operation.DELETE ? NEW_KEY : OLD_KEY;
        return List.of(new Message.Header(name, key(change, change.counterpart().get(), plan)));
    }

    private byte[] row(RowChange change, TablePlan plan, boolean delete) {
        out.begin(plan.valueMark());
        String deleted = settings.deletes().rewrites() ? String.valueOf(delete) : null;
        plan.row().write(change.image(), null, deleted, out, values);
        return out.take();
    }

    private byte[] envelope(RowChange change, TablePlan plan) {
        out.begin(plan.valueMark());
        image(change.before().orElse(null), plan);
        image(change.after().orElse(null), plan);
        DebeziumSchemas.writeSource(
                out, settings.prefix(), change.schema().table(), change.origin(), settings.provenance());
        out.writeIndex(0);
        out.writeString(
                switch (change.operation()) {
                    case INSERT -> "c";
                    case UPDATE -> "u";
                    case DELETE -> "d";
                });
        long millis = change.origin().readMillis();
        DebeziumSchemas.optional(out, millis);
        DebeziumSchemas.optional(out, millis * 1_000);
        DebeziumSchemas.optional(out, millis * 1_000_000);
        return out.take();
    }

    private void image(RowImage image, TablePlan plan) {
        if (image == null) {
            out.writeIndex(0);
        } else {
            out.writeIndex(1);
            plan.row().write(image, null, null, out, values);
        }
    }
}
