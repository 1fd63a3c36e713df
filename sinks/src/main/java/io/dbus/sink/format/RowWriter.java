package io.dbus.sink.format;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueReceiver;
import io.dbus.reject.RejectReason;
import java.util.List;

/**
 * Writes the columns of images and keys as members of JSON objects.
 *
 * <p>Hot path: the names of a schema's columns are escaped and encoded once, and a value goes from the image to the output
 * without an object in between.
 */
public final class RowWriter {
    private final JsonOut json;
    private final ColumnValues values;
    private final SerializedString unavailable;
    private final ValueBytes valueBefore = new ValueBytes();
    private final ValueBytes valueAfter = new ValueBytes();
    private final SchemaCache<Plan> plans = new SchemaCache<>(Plan::of);

    private record Plan(Fields columns, Fields key) {
        static Plan of(TableSchema schema) {
            return new Plan(Fields.of(schema, schema.columns()), Fields.of(schema, schema.key()));
        }
    }

    private record Fields(SerializedString[] names, int[] positions, LogicalType[] types) {
        static Fields of(TableSchema schema, List<Column> columns) {
            return new Fields(
                    columns.stream()
                            .map(column -> new SerializedString(column.name()))
                            .toArray(SerializedString[]::new),
                    columns.stream().mapToInt(Column::position).toArray(),
                    columns.stream().map(schema::type).toArray(LogicalType[]::new));
        }
    }

    /** A writer of values as Debezium's converter writes them. */
    public RowWriter(JsonOut json, ValueOptions options) {
        this(json, new JsonValueWriter(json, options, JsonValueWriter.Bits.AS_BYTES), options.unavailable());
    }

    /**
     * A writer of values in the way of a format.
     *
     * @param unavailable what stands for a column that a partial image does not hold; null to leave the column out
     */
    public RowWriter(JsonOut json, ColumnValues values, String unavailable) {
        this.json = json;
        this.values = values;
        this.unavailable = unavailable == null ? null : new SerializedString(unavailable);
    }

    /**
     * The members of a row. A column that the image does not hold is left out, or is the placeholder where one is set.
     *
     * @throws EncodeException when a value cannot be read; its message names the column
     */
    public void members(RowChange change, RowImage image) {
        Fields fields = plans.of(change.schema()).columns();
        for (int i = 0; i < fields.positions().length; i++) {
            int position = fields.positions()[i];
            if (image.isPresent(position)) {
                json.name(fields.names()[i]);
                value(image, fields, i);
            } else if (unavailable != null) {
                json.name(fields.names()[i]);
                json.string(unavailable);
            }
        }
    }

    /**
     * Requires that an image holds all columns.
     *
     * @throws EncodeException when it does not; its message names the first that it lacks
     */
    public void requireWhole(RowChange change, RowImage image) {
        for (Column column : change.schema().columns()) {
            if (!image.isPresent(column.position())) {
                throw new EncodeException(
                        RejectReason.INCOMPLETE_ROW,
                        "the image of the row does not hold column " + column.name()
                                + ", which readers would take for NULL",
                        "set binlog_row_image to FULL, or put a complete operator before the sink");
            }
        }
    }

    /** Whether rows of the change's table have a key. */
    public boolean hasKey(RowChange change) {
        return !change.schema().key().isEmpty();
    }

    /**
     * The object of the key of a row. Where the image is partial and does not hold it, the other image of the change does
     * (binlog_row_image=MINIMAL: an image after holds changed columns only).
     */
    public void key(RowChange change, RowImage image) {
        Fields fields = plans.of(change.schema()).key();
        json.startObject();
        for (int i = 0; i < fields.positions().length; i++) {
            json.name(fields.names()[i]);
            keyValue(change, image, i);
        }
        json.endObject();
    }

    /** The value of the key's column of an index, from the image that holds it as {@link #key} says. */
    public void keyValue(RowChange change, RowImage image, int index) {
        Fields fields = plans.of(change.schema()).key();
        int position = fields.positions()[index];
        RowImage holder = image;
        if (!holder.isPresent(position)) {
            holder = change.before()
                    .filter(before -> before.isPresent(position))
                    .orElseThrow(
                            () -> new EncodeException(
                                    RejectReason.INCOMPLETE_ROW,
                                    "the image of the row does not hold its key",
                                    "set binlog_row_image to FULL, put a complete operator before the sink, or name other key columns"));
        }
        value(holder, fields, index);
    }

    /**
     * The members of the row that is there after the change, or was before a delete, as far as it is known: of an update, a column that the image after it does not hold and
     * the image before it does has not changed (binlog_row_image=MINIMAL and NOBLOB). One that neither holds is left out, or is the placeholder where one is set.
     */
    public void known(RowChange change) {
        Fields fields = plans.of(change.schema()).columns();
        RowImage image = change.image();
        RowImage before = change.before().orElse(image);
        for (int i = 0; i < fields.positions().length; i++) {
            int position = fields.positions()[i];
            RowImage holder = image.isPresent(position) ? image : before;
            if (holder.isPresent(position)) {
                json.name(fields.names()[i]);
                value(holder, fields, i);
            } else if (unavailable != null) {
                json.name(fields.names()[i]);
                json.string(unavailable);
            }
        }
    }

    /**
     * The members of the row before an update that are not as after it. A column that may have changed and that the image before does not hold is left out, or is the placeholder where
     * one is set.
     */
    public void changed(RowChange update) {
        Fields fields = plans.of(update.schema()).columns();
        RowImage before = update.before().orElseThrow();
        RowImage after = update.after().orElseThrow();
        for (int i = 0; i < fields.positions().length; i++) {
            int position = fields.positions()[i];
            if (!after.isPresent(position)) {
                continue;
            }
            if (before.isPresent(position)) {
                if (differs(before, after, fields, i)) {
                    json.name(fields.names()[i]);
                    value(before, fields, i);
                }
            } else if (unavailable != null) {
                json.name(fields.names()[i]);
                json.string(unavailable);
            }
        }
    }

    private boolean differs(RowImage before, RowImage after, Fields fields, int column) {
        read(before, fields, column, valueBefore);
        read(after, fields, column, valueAfter);
        return !valueBefore.same(valueAfter);
    }

    private void value(RowImage image, Fields fields, int column) {
        values.begin(fields.types()[column]);
        read(image, fields, column, values);
    }

    private static void read(RowImage image, Fields fields, int column, ValueReceiver receiver) {
        try {
            image.read(fields.positions()[column], receiver);
        } catch (RowDecodeException e) {
            throw new EncodeException(
                    RejectReason.UNDECODABLE_VALUE,
                    "column " + fields.names()[column] + " cannot be read: " + e.getMessage(),
                    "see what the server has there, and leave the column out if the value cannot be put right",
                    e);
        } catch (EncodeException e) {
            throw e.ofColumn(fields.names()[column].getValue());
        }
    }
}
