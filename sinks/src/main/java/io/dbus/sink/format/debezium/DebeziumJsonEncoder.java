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

    private static final SerializedString SCHEMA = new SerializedString("schema");
    private static final SerializedString PAYLOAD = new SerializedString("payload");
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
    private final ConnectSchemas schemas;

    /**
     * An encoder.
     *
     * @param name what source.name and the schemas are named by
     * @param schemas whether keys and values have their schemas beside them
     */
    DebeziumJsonEncoder(ValueOptions values, String name, boolean tombstones, boolean provenance, boolean schemas) {
        this.rows = new RowWriter(json, values);
        this.source = new SourceBlock(json, name, provenance);
        this.schemaChanges = new SchemaChangeJson(json, name, schemas);
        this.tombstones = tombstones;
        this.schemas = schemas ? new ConnectSchemas(name, values, provenance) : null;
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        byte[] key = null;
        List<Message.Header> headers = List.of();
        if (rows.hasKey(change)) {
            key = key(change, change.image());
            if (change.counterpart().isPresent()) {
                String name = change.operation() == Operation.DELETE ? NEW_KEY : OLD_KEY;
                headers = List.of(new Message.Header(
                        name, key(change, change.counterpart().get())));
            }
        }
        if (schemas != null) {
            begin(schemas.envelope(change.schema()));
        }
        envelope(change);
        end();
        records.record(key, json.take(), headers);
        if (tombstones && key != null && change.operation() == Operation.DELETE) {
            records.record(key, null, headers);
        }
    }

    /** A record without a key, and with neither row. */
    @Override
    public void encode(Truncate truncate, RecordReceiver records) {
        if (schemas != null) {
            begin(schemas.envelope(truncate.source()));
        }
        json.startObject();
        json.name(BEFORE);
        json.nullValue();
        json.name(AFTER);
        json.nullValue();
        rest(truncate.source(), truncate.origin(), TRUNCATE);
        end();
        records.record(null, json.take(), List.of());
    }

    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        schemaChanges.write(change, records);
    }

    private byte[] key(RowChange change, RowImage image) {
        if (schemas != null) {
            begin(schemas.key(change.schema()));
        }
        rows.key(change, image);
        end();
        return json.take();
    }

    /** What stands around the payload where there are schemas. */
    private void begin(SerializedString schema) {
        json.startObject();
        json.name(SCHEMA);
        json.json(schema);
        json.name(PAYLOAD);
    }

    private void end() {
        if (schemas != null) {
            json.endObject();
        }
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
        if (schemas != null) {
            rows.requireWhole(change, image.get());
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
