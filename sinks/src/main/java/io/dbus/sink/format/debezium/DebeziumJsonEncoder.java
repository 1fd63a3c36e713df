package io.dbus.sink.format.debezium;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.RowWriter;
import io.dbus.sink.format.ValueOptions;
import java.util.List;
import java.util.Optional;

/** Writes the envelope. Hot path. */
final class DebeziumJsonEncoder implements EventEncoder {
    static final String NEW_KEY = "__debezium.newkey";
    static final String OLD_KEY = "__debezium.oldkey";

    private static final SerializedString BEFORE = new SerializedString("before");
    private static final SerializedString AFTER = new SerializedString("after");
    private static final SerializedString SOURCE = new SerializedString("source");
    private static final SerializedString TRANSACTION = new SerializedString("transaction");
    private static final SerializedString OP = new SerializedString("op");
    private static final SerializedString TS_MS = new SerializedString("ts_ms");
    private static final SerializedString TS_US = new SerializedString("ts_us");
    private static final SerializedString TS_NS = new SerializedString("ts_ns");
    private static final byte[] CREATE = "c".getBytes(US_ASCII);
    private static final byte[] UPDATE = "u".getBytes(US_ASCII);
    private static final byte[] DELETE = "d".getBytes(US_ASCII);
    private static final byte[] TRUNCATE = "t".getBytes(US_ASCII);

    private final JsonOut json = new JsonOut();
    private final RowWriter rows;
    private final SourceBlock source;
    private final SchemaChangeJson schemaChanges;
    private final boolean tombstones;

    DebeziumJsonEncoder(ValueOptions values, String name, boolean tombstones, boolean provenance) {
        this.rows = new RowWriter(json, values);
        this.source = new SourceBlock(json, name, provenance);
        this.schemaChanges = new SchemaChangeJson(json, name);
        this.tombstones = tombstones;
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        byte[] key = null;
        List<Message.Header> headers = List.of();
        if (rows.hasKey(change)) {
            rows.key(change, change.image());
            key = json.take();
            if (change.counterpart().isPresent()) {
                rows.key(change, change.counterpart().get());
                String name = change.operation() == Operation.DELETE ? NEW_KEY : OLD_KEY;
                headers = List.of(new Message.Header(name, json.take()));
            }
        }
        envelope(change);
        records.record(key, json.take(), headers);
        if (tombstones && key != null && change.operation() == Operation.DELETE) {
            records.record(key, null, headers);
        }
    }

    /** A record without a key, and with neither row. */
    @Override
    public void encode(Truncate truncate, RecordReceiver records) {
        json.startObject();
        json.name(BEFORE);
        json.nullValue();
        json.name(AFTER);
        json.nullValue();
        rest(truncate.source(), truncate.origin(), TRUNCATE);
        records.record(null, json.take(), List.of());
    }

    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        schemaChanges.write(change, records);
    }

    private void envelope(RowChange change) {
        json.startObject();
        json.name(BEFORE);
        row(change, change.before());
        json.name(AFTER);
        row(change, change.after());
        rest(change.schema().table(), change.origin(), op(change.operation()));
    }

    private void rest(TableId table, Origin origin, byte[] op) {
        json.name(SOURCE);
        source.write(table, origin);
        json.name(TRANSACTION);
        json.nullValue();
        json.name(OP);
        json.raw(op, 0, op.length);
        long millis = origin.readMillis();
        json.name(TS_MS);
        json.number(millis);
        json.name(TS_US);
        json.number(millis * 1_000);
        json.name(TS_NS);
        json.number(millis * 1_000_000);
        json.endObject();
    }

    private void row(RowChange change, Optional<RowImage> image) {
        if (image.isEmpty()) {
            json.nullValue();
            return;
        }
        json.startObject();
        rows.members(change, image.get());
        json.endObject();
    }

    private static byte[] op(Operation operation) {
        return switch (operation) {
            case INSERT -> CREATE;
            case UPDATE -> UPDATE;
            case DELETE -> DELETE;
        };
    }
}
