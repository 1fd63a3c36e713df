package io.dbus.sink.format.avro;

import io.dbus.event.Column;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import java.util.ArrayList;
import java.util.List;
import org.apache.avro.Schema;

/**
 * The records of Avro that stand for tables: {@code <prefix>.<db>.<table>.Key}, {@code .Value} and {@code .Envelope}, as Debezium's connector names them.
 *
 * <p>Every column of a value is a union with null, null by default, so that columns can be added and dropped and the versions of a subject go together both ways (Avro
 * specification, "Schema Resolution"): whether a column may be NULL is not known from the binlog. Columns of keys are not: a key holds no NULL.
 *
 * @param prefix the first part of the names
 * @param names makes names that Avro takes
 * @param columns the types of columns
 * @param source the schema of the envelope's source
 * @param absentColumns whether a row ends with the list of the columns that its image does not hold
 */
record RecordSchemas(String prefix, AvroNames names, ColumnSchemas columns, Schema source, boolean absentColumns) {
    /** The field of a row that names the columns which its image does not hold. */
    static final String ABSENT = "__absent";

    /** The field of a row that says whether it was deleted. */
    static final String DELETED = "__deleted";

    /** The record of the columns of a table's key. */
    Schema key(TableSchema schema, TableId table) {
        List<Schema.Field> fields = new ArrayList<>();
        List<String> fieldNames = names.fields(columnNames(schema.key()));
        for (int i = 0; i < fieldNames.size(); i++) {
            fields.add(new Schema.Field(
                    fieldNames.get(i), columns.of(schema.type(schema.key().get(i)))));
        }
        return record(table, "Key", fields);
    }

    /**
     * The record of a table's row.
     *
     * @param deleted whether it says that the row was deleted
     */
    Schema value(TableSchema schema, TableId table, boolean deleted) {
        List<Schema.Field> fields = new ArrayList<>();
        List<String> fieldNames = names.fields(columnNames(schema.columns()));
        for (int i = 0; i < fieldNames.size(); i++) {
            fields.add(optional(
                    fieldNames.get(i), columns.of(schema.type(schema.columns().get(i)))));
        }
        if (deleted) {
            fields.add(optional(free(DELETED, fieldNames), Schema.create(Schema.Type.STRING)));
        }
        if (absentColumns) {
            fields.add(new Schema.Field(
                    free(ABSENT, fieldNames), Schema.createArray(Schema.create(Schema.Type.STRING)), null, List.of()));
        }
        return record(table, "Value", fields);
    }

    /** Debezium's envelope around the record of a row. */
    Schema envelope(Schema value, TableId table) {
        return record(
                table,
                "Envelope",
                List.of(
                        optional("before", value),
                        optional("after", value),
                        new Schema.Field("source", source),
                        optional("transaction", DebeziumSchemas.TRANSACTION),
                        new Schema.Field("op", Schema.create(Schema.Type.STRING)),
                        optional("ts_ms", Schema.create(Schema.Type.LONG)),
                        optional("ts_us", Schema.create(Schema.Type.LONG)),
                        optional("ts_ns", Schema.create(Schema.Type.LONG))));
    }

    static List<String> columnNames(List<Column> columns) {
        return columns.stream().map(Column::name).toList();
    }

    private static String free(String field, List<String> taken) {
        if (taken.contains(field)) {
            throw new EncodeException(
                    RejectReason.NO_FORM,
                    "the table has a column " + field + ", which is also the name of an added field",
                    "rename the column with a rename operator");
        }
        return field;
    }

    private static Schema.Field optional(String name, Schema type) {
        return new Schema.Field(name, ColumnSchemas.nullable(type), null, Schema.Field.NULL_DEFAULT_VALUE);
    }

    private Schema record(TableId table, String kind, List<Schema.Field> fields) {
        String namespace = names.namespace(prefix, table.database(), table.table());
        Schema record = Schema.createRecord(kind, null, namespace, false, fields);
        record.addProp("connect.name", namespace + "." + kind);
        return record;
    }
}
