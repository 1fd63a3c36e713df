package io.dbus.sink.format.avro;

import io.dbus.event.Column;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumWriter;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** How columns go into the fields of a record, worked out once for each schema. Hot path. */
final class RecordPlan {
    /** A record without fields. */
    static final RecordPlan NONE = new RecordPlan(List.of(), List.of(), false);

    /** In the order of the fields; null where a field has no column. */
    private final FieldTarget[] targets;
    /** The default of a field without a column, encoded; null where there is a column. */
    private final byte[][] defaults;

    private final boolean listsAbsent;

    private RecordPlan(List<FieldTarget> targets, List<byte[]> defaults, boolean listsAbsent) {
        this.targets = targets.toArray(FieldTarget[]::new);
        this.defaults = defaults.toArray(byte[][]::new);
        this.listsAbsent = listsAbsent;
    }

    /**
     * Columns in the first fields of a record that was made for them, in their order.
     *
     * @param listsAbsent whether absent columns are null, and named in an array behind them
     */
    static RecordPlan inOrder(
            TableSchema schema, List<Column> columns, Schema record, ColumnSchemas types, boolean listsAbsent) {
        List<FieldTarget> targets = new ArrayList<>();
        List<byte[]> defaults = new ArrayList<>();
        for (int i = 0; i < columns.size(); i++) {
            Schema.Field field = record.getFields().get(i);
            targets.add(FieldTarget.of(columns.get(i), schema.type(columns.get(i)), field, types));
            defaults.add(null);
        }
        return new RecordPlan(targets, defaults, listsAbsent);
    }

    /**
     * Columns in the fields of their names, or aliases of these; a field without one has its default.
     *
     * @throws EncodeException when a field has neither, or does not take a column's values
     */
    static RecordPlan byName(
            TableSchema schema, List<Column> columns, Schema record, AvroNames names, ColumnSchemas types) {
        List<String> adjusted = names.fields(RecordSchemas.columnNames(columns));
        List<FieldTarget> targets = new ArrayList<>();
        List<byte[]> defaults = new ArrayList<>();
        for (Schema.Field field : record.getFields()) {
            int column = indexOf(field, adjusted);
            if (column >= 0) {
                targets.add(FieldTarget.of(columns.get(column), schema.type(columns.get(column)), field, types));
                defaults.add(null);
            } else if (field.hasDefaultValue()) {
                targets.add(null);
                defaults.add(encodedDefault(field));
            } else {
                throw new EncodeException(
                        RejectReason.NO_FORM,
                        "the record " + record.getFullName() + " has a field " + field.name()
                                + " without a default, and the table has no column of that name (it has "
                                + String.join(", ", RecordSchemas.columnNames(columns)) + ")",
                        "give the field a default or an alias, rename the column, or leave the table out");
            }
        }
        return new RecordPlan(targets, defaults, false);
    }

    private static int indexOf(Schema.Field field, List<String> columns) {
        int index = columns.indexOf(field.name());
        for (String alias : field.aliases()) {
            index = index < 0 ? columns.indexOf(alias) : index;
        }
        return index;
    }

    private static byte[] encodedDefault(Schema.Field field) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        BinaryEncoder encoder = EncoderFactory.get().binaryEncoder(bytes, null);
        try {
            new GenericDatumWriter<>(field.schema()).write(GenericData.get().getDefaultValue(field), encoder);
            encoder.flush();
        } catch (IOException e) {
            throw new UncheckedIOException("A buffer in memory cannot be written: " + e.getMessage(), e);
        }
        return bytes.toByteArray();
    }

    /**
     * Writes the fields of a row.
     *
     * @param other holds columns that the image lacks, or null when nothing does: key columns did not change where the image after an update has them not
     * @param deleted what the row says of its deletion, or null where it says nothing
     * @throws EncodeException when a value has no form; its message names the column
     */
    void write(RowImage image, RowImage other, String deleted, AvroOut out, AvroValueWriter values) {
        int absent = 0;
        for (int i = 0; i < targets.length; i++) {
            FieldTarget target = targets[i];
            if (target == null) {
                out.writeEncoded(defaults[i]);
            } else if (image.isPresent(target.position())) {
                value(image, target, values);
            } else if (other != null && other.isPresent(target.position())) {
                value(other, target, values);
            } else {
                requireListed(target);
                values.begin(target);
                values.nullValue();
                absent++;
            }
        }
        if (deleted != null) {
            DebeziumSchemas.optional(out, deleted);
        }
        if (listsAbsent) {
            absent(image, absent, out);
        }
    }

    private void requireListed(FieldTarget target) {
        if (!listsAbsent) {
            throw new EncodeException(
                    RejectReason.INCOMPLETE_ROW,
                    "the image of the row does not hold column " + target.column() + ", and Avro has no form for that",
                    "put a complete operator before the sink, set binlog_row_image to FULL, or set "
                            + AvroOptions.ABSENT.key() + " to " + AvroOptions.AbsentColumns.LIST
                            + ", which serves columns that are no key");
        }
    }

    private void absent(RowImage image, int count, AvroOut out) {
        out.startArray(count);
        if (count > 0) {
            for (FieldTarget target : targets) {
                if (!image.isPresent(target.position())) {
                    out.writeString(target.field());
                }
            }
        }
        out.endArray();
    }

    private static void value(RowImage image, FieldTarget target, AvroValueWriter values) {
        values.begin(target);
        try {
            image.read(target.position(), values);
        } catch (RowDecodeException e) {
            throw new EncodeException(
                    RejectReason.UNDECODABLE_VALUE,
                    "column " + target.column() + " cannot be read: " + e.getMessage(),
                    "see what the server has there, and leave the column out if the value cannot be put right",
                    e);
        } catch (EncodeException e) {
            throw e.ofColumn(target.column());
        }
    }
}
