package io.dbus.sink.format.plain;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Message;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.RowWriter;
import io.dbus.sink.format.ValueOptions;
import io.dbus.sink.format.debezium.SchemaChangeJson;
import java.util.ArrayList;
import java.util.List;

/** Writes flat rows. Hot path. */
final class PlainJsonEncoder implements EventEncoder {
    private static final SerializedString DELETED = new SerializedString("__deleted");
    private static final SerializedString TRUE = new SerializedString("true");
    private static final SerializedString FALSE = new SerializedString("false");

    private final JsonOut json = new JsonOut();
    private final RowWriter rows;
    private final SchemaChangeJson schemaChanges;
    private final DeleteHandling deletes;
    private final List<AddedField> fields;
    private final SerializedString[] fieldNames;
    private final List<AddedField> headers;
    private TableSchema checked;

    PlainJsonEncoder(
            String name,
            ValueOptions values,
            DeleteHandling deletes,
            List<AddedField> fields,
            List<AddedField> headers) {
        this.rows = new RowWriter(json, values);
        this.schemaChanges = new SchemaChangeJson(json, name, false);
        this.deletes = deletes;
        this.fields = fields;
        this.fieldNames = fields.stream().map(AddedField::encodedName).toArray(SerializedString[]::new);
        this.headers = headers;
    }

    @Override
    public void encode(RowChange change, RecordReceiver records) {
        boolean delete = change.operation() == Operation.DELETE;
        if (delete && deletes == DeleteHandling.DROP) {
            records.dropped();
            return;
        }
        byte[] key = key(change);
        List<Message.Header> added = headers(change);
        if (!delete || deletes.rewrites()) {
            row(change, delete);
            records.record(key, json.take(), added);
        }
        if (delete && deletes.writesTombstone()) {
            tombstone(key, added, records);
        }
    }

    /** As Debezium's connector writes it, which ExtractNewRecordState leaves as it is. */
    @Override
    public void encode(SchemaChange change, RecordReceiver records) {
        schemaChanges.write(change, records);
    }

    private void tombstone(byte[] key, List<Message.Header> added, RecordReceiver records) {
        if (key != null) {
            records.record(key, null, added);
        } else if (!deletes.rewrites()) {
            throw new EncodeException(
                    RejectReason.NO_FORM,
                    "the row was deleted but its table has no key, so that a tombstone cannot say which",
                    "set " + PlainJsonFormat.DELETES.key() + " to " + DeleteHandling.REWRITE
                            + ", or name the columns of a key in the source");
        }
    }

    private byte[] key(RowChange change) {
        if (!rows.hasKey(change)) {
            return null;
        }
        rows.key(change, change.image());
        return json.take();
    }

    private List<Message.Header> headers(RowChange change) {
        if (headers.isEmpty()) {
            return List.of();
        }
        List<Message.Header> added = new ArrayList<>(headers.size());
        for (AddedField header : headers) {
            header.value(change, json);
            added.add(new Message.Header(header.name(), json.take()));
        }
        return added;
    }

    private void row(RowChange change, boolean delete) {
        requireNoClash(change);
        json.startObject();
        rows.members(change, change.image());
        if (deletes.rewrites()) {
            json.name(DELETED);
            json.string(delete ? TRUE : FALSE);
        }
        for (int i = 0; i < fieldNames.length; i++) {
            json.name(fieldNames[i]);
            fields.get(i).value(change, json);
        }
        json.endObject();
    }

    /** JSON would hold the name twice, and readers keep whichever they like. */
    private void requireNoClash(RowChange change) {
        if (change.schema() == checked) {
            return;
        }
        for (AddedField field : fields) {
            requireNoColumn(change, field.name(), "set add.fields.prefix or give the field another name");
        }
        if (deletes.rewrites()) {
            requireNoColumn(change, DELETED.getValue(), "rename the column");
        }
        checked = change.schema();
    }

    private static void requireNoColumn(RowChange change, String name, String cure) {
        if (change.schema().indexOf(name).isPresent()) {
            throw new EncodeException(
                    RejectReason.NO_FORM,
                    "the table has a column " + name + ", which is also the name of an added field",
                    cure);
        }
    }
}
