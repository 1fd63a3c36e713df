package io.dbus.sink.format.maxwell;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Column;
import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.Provenance;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.RowWriter;
import io.dbus.sink.format.SchemaCache;
import java.util.List;
import java.util.Locale;

/** Writes the layout that {@link MaxwellJsonFormat} describes. Hot path. */
final class MaxwellJsonEncoder implements EventEncoder {
    private static final SerializedString DATABASE = name("database");
    private static final SerializedString TABLE = name("table");
    private static final SerializedString QUERY = name("query");
    private static final SerializedString TYPE = name("type");
    private static final SerializedString TS = name("ts");
    private static final SerializedString XID = name("xid");
    private static final SerializedString XOFFSET = name("xoffset");
    private static final SerializedString COMMIT = name("commit");
    private static final SerializedString POSITION = name("position");
    private static final SerializedString GTID = name("gtid");
    private static final SerializedString SERVER_ID = name("server_id");
    private static final SerializedString THREAD_ID = name("thread_id");
    private static final SerializedString PRIMARY_KEY = name("primary_key");
    private static final SerializedString PRIMARY_KEY_COLUMNS = name("primary_key_columns");
    private static final SerializedString DATA = name("data");
    private static final SerializedString OLD = name("old");
    private static final SerializedString INSERT = name("insert");
    private static final SerializedString UPDATE = name("update");
    private static final SerializedString DELETE = name("delete");
    private static final long MICROS_PER_SECOND = 1_000_000L;

    private final JsonOut json = new JsonOut();
    private final MaxwellSettings settings;
    private final RowWriter rows;
    private final Provenance provenance;
    private final MaxwellSchemaChanges schemaChanges;
    private final SchemaCache<Keys> keys = new SchemaCache<>(Keys::of);

    private record Keys(SerializedString[] names, SerializedString[] hashNames, SerializedString[] arrayNames) {
        static Keys of(TableSchema schema) {
            return new Keys(names(schema, "", false), names(schema, "pk.", true), names(schema, "", true));
        }

        private static SerializedString[] names(TableSchema schema, String prefix, boolean lowerCase) {
            return schema.key().stream()
                    .map(Column::name)
                    .map(name -> prefix + (lowerCase ? name.toLowerCase(Locale.ROOT) : name))
                    .map(MaxwellJsonEncoder::name)
                    .toArray(SerializedString[]::new);
        }
    }

    MaxwellJsonEncoder(MaxwellSettings settings) {
        this.settings = settings;
        this.rows = new RowWriter(
                json, new MaxwellValueWriter(json, settings), settings.values().unavailable());
        this.provenance = settings.provenance() ? new Provenance(json) : null;
        this.schemaChanges = new MaxwellSchemaChanges(json, settings);
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        byte[] key = rows.hasKey(change) ? key(change) : null;
        json.startObject();
        json.name(DATABASE);
        json.string(change.table().database());
        json.name(TABLE);
        json.string(change.table().table());
        origin(change);
        if (settings.keys()) {
            json.name(PRIMARY_KEY);
            json.startArray();
            for (int i = 0; i < keys.of(change.schema()).names().length; i++) {
                rows.keyValue(change, change.image(), i);
            }
            json.endArray();
        }
        if (settings.keyColumns()) {
            json.name(PRIMARY_KEY_COLUMNS);
            json.startArray();
            for (SerializedString name : keys.of(change.schema()).names()) {
                json.string(name);
            }
            json.endArray();
        }
        json.name(DATA);
        json.startObject();
        rows.known(change);
        json.endObject();
        if (change.operation() == Operation.UPDATE) {
            json.name(OLD);
            json.startObject();
            rows.changed(change);
            json.endObject();
        }
        if (provenance != null) {
            provenance.write(change.origin());
        }
        json.endObject();
        records.record(key, json.take(), List.of());
    }

    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        schemaChanges.encode(change, records);
    }

    private void origin(RowChange change) {
        Origin origin = change.origin();
        Transaction transaction = origin.transaction();
        if (settings.query() && !origin.query().isEmpty()) {
            json.name(QUERY);
            json.string(origin.query());
        }
        json.name(TYPE);
        json.string(type(change.operation()));
        json.name(TS);
        json.number(Math.floorDiv(transaction.commitMicros(), MICROS_PER_SECOND));
        if (settings.commitInfo()) {
            commit(origin, transaction);
        }
        if (settings.binlogPosition() && !transaction.file().isEmpty()) {
            json.name(POSITION);
            json.string(transaction.file() + ":" + origin.position());
        }
        if (settings.gtid()) {
            json.name(GTID);
            if (transaction.gtid().isEmpty()) {
                json.nullValue();
            } else {
                json.string(transaction.gtid());
            }
        }
        if (settings.serverId() && transaction.serverId() != 0) {
            json.name(SERVER_ID);
            json.number(transaction.serverId());
        }
        if (settings.threadId() && transaction.thread() != 0) {
            json.name(THREAD_ID);
            json.number(transaction.thread());
        }
    }

    private void commit(Origin origin, Transaction transaction) {
        if (transaction.xid() >= 0) {
            json.name(XID);
            json.number(transaction.xid());
        }
        if (origin.last()) {
            json.name(COMMIT);
            json.bool(true);
        } else if (settings.xoffset()) {
            json.name(XOFFSET);
            json.number(origin.ordinal());
        }
    }

    private byte[] key(RowChange change) {
        if (settings.keyFormat() == KeyFormat.HASH) {
            SerializedString[] names = keys.of(change.schema()).hashNames();
            json.startObject();
            json.name(DATABASE);
            json.string(change.table().database());
            json.name(TABLE);
            json.string(change.table().table());
            for (int i = 0; i < names.length; i++) {
                json.name(names[i]);
                rows.keyValue(change, change.image(), i);
            }
            json.endObject();
        } else {
            SerializedString[] names = keys.of(change.schema()).arrayNames();
            json.startArray();
            json.string(change.table().database());
            json.string(change.table().table());
            json.startArray();
            for (int i = 0; i < names.length; i++) {
                json.startObject();
                json.name(names[i]);
                rows.keyValue(change, change.image(), i);
                json.endObject();
            }
            json.endArray();
            json.endArray();
        }
        return json.take();
    }

    private static SerializedString type(Operation operation) {
        return switch (operation) {
            case INSERT -> INSERT;
            case UPDATE -> UPDATE;
            case DELETE -> DELETE;
        };
    }

    private static SerializedString name(String text) {
        return new SerializedString(text);
    }
}
