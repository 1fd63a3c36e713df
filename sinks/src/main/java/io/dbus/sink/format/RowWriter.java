package io.dbus.sink.format;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.Column;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
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
    private final JsonValueWriter values;
    private final SerializedString unavailable;
    private final SchemaCache<Plan> plans = new SchemaCache<>(Plan::of);

    private record Plan(Fields columns, Fields key) {
        static Plan of(TableSchema schema) {
            return new Plan(Fields.of(schema.columns()), Fields.of(schema.key()));
        }
    }

    private record Fields(SerializedString[] names, int[] positions) {
        static Fields of(List<Column> columns) {
            return new Fields(
                    columns.stream()
                            .map(column -> new SerializedString(column.name()))
                            .toArray(SerializedString[]::new),
                    columns.stream().mapToInt(Column::position).toArray());
        }
    }

    public RowWriter(JsonOut json, ValueOptions options) {
        this.json = json;
        this.values = new JsonValueWriter(json, options, JsonValueWriter.Bits.AS_BYTES);
        this.unavailable = options.unavailable() == null ? null : new SerializedString(options.unavailable());
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
                value(image, fields.names()[i], position);
            } else if (unavailable != null) {
                json.name(fields.names()[i]);
                json.string(unavailable);
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
            int position = fields.positions()[i];
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
            json.name(fields.names()[i]);
            value(holder, fields.names()[i], position);
        }
        json.endObject();
    }

    private void value(RowImage image, SerializedString name, int position) {
        try {
            image.read(position, values);
        } catch (RowDecodeException e) {
            throw new EncodeException(
                    RejectReason.UNDECODABLE_VALUE,
                    "column " + name + " cannot be read: " + e.getMessage(),
                    "see what the server has there, and leave the column out if the value cannot be put right",
                    e);
        } catch (EncodeException e) {
            throw e.ofColumn(name.getValue());
        }
    }
}
