package io.dbus.sink.format.avro;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.debezium.ColumnTypeText;
import io.dbus.sink.format.debezium.SchemaChangeParts;
import java.util.List;
import java.util.OptionalInt;
import org.apache.avro.Schema;

/** Writes schema changes as Debezium's MySQL connector registers them, {@code io.debezium.connector.mysql.SchemaChangeKey} and {@code SchemaChangeValue}, with dbus's own record in their source. */
final class SchemaChangeRecords {
    private static final Schema KEY = new Schema.Parser().parse("""
            {"type": "record", "name": "SchemaChangeKey", "namespace": "io.debezium.connector.mysql", "fields": [
              {"name": "databaseName", "type": "string"}
            ], "connect.version": 1, "connect.name": "io.debezium.connector.mysql.SchemaChangeKey"}
            """);

    private static final String COLUMN = """
            {"type": "record", "name": "Column", "fields": [
              {"name": "name", "type": "string"},
              {"name": "jdbcType", "type": "int"},
              {"name": "nativeType", "type": ["null", "int"], "default": null},
              {"name": "typeName", "type": "string"},
              {"name": "typeExpression", "type": ["null", "string"], "default": null},
              {"name": "charsetName", "type": ["null", "string"], "default": null},
              {"name": "length", "type": ["null", "int"], "default": null},
              {"name": "scale", "type": ["null", "int"], "default": null},
              {"name": "position", "type": "int"},
              {"name": "optional", "type": ["null", "boolean"], "default": null},
              {"name": "autoIncremented", "type": ["null", "boolean"], "default": null},
              {"name": "generated", "type": ["null", "boolean"], "default": null},
              {"name": "comment", "type": ["null", "string"], "default": null},
              {"name": "defaultValueExpression", "type": ["null", "string"], "default": null},
              {"name": "enumValues", "type": ["null", {"type": "array", "items": "string"}], "default": null}
            ], "connect.version": 1, "connect.name": "io.debezium.connector.schema.Column"}
            """;

    private static final Schema VALUE =
            new Schema.Parser().parse("""
            {"type": "record", "name": "SchemaChangeValue", "namespace": "io.debezium.connector.mysql", "fields": [
              {"name": "source", "type": %s},
              {"name": "ts_ms", "type": "long"},
              {"name": "databaseName", "type": ["null", "string"], "default": null},
              {"name": "schemaName", "type": ["null", "string"], "default": null},
              {"name": "ddl", "type": ["null", "string"], "default": null},
              {"name": "tableChanges", "type": {"type": "array", "items":
                {"type": "record", "name": "Change", "namespace": "io.debezium.connector.schema", "fields": [
                  {"name": "type", "type": "string"},
                  {"name": "id", "type": "string"},
                  {"name": "table", "type": ["null", {"type": "record", "name": "Table", "fields": [
                    {"name": "defaultCharsetName", "type": ["null", "string"], "default": null},
                    {"name": "primaryKeyColumnNames", "type": ["null", {"type": "array", "items": "string"}], "default": null},
                    {"name": "columns", "type": {"type": "array", "items": %s}},
                    {"name": "comment", "type": ["null", "string"], "default": null}
                  ], "connect.version": 1, "connect.name": "io.debezium.connector.schema.Table"}], "default": null}
                ], "connect.version": 1, "connect.name": "io.debezium.connector.schema.Change"}}}
            ], "connect.version": 1, "connect.name": "io.debezium.connector.mysql.SchemaChangeValue"}
            """.formatted(DebeziumSchemas.SOURCE_WITH_PROVENANCE, COLUMN));

    private final AvroSettings settings;
    private final SchemaMarks marks;
    private final AvroOut out;

    SchemaChangeRecords(AvroSettings settings, SchemaMarks marks, AvroOut out) {
        this.settings = settings;
        this.marks = marks;
        this.out = out;
    }

    void encode(SchemaChange change, String topic, RecordReceiver records) {
        if (settings.origin() instanceof SchemaOrigin.Files) {
            throw new EncodeException(
                    RejectReason.NO_FORM,
                    "a table's definition was changed, which the schema of avro.schema.file has no form for",
                    "leave include.schema.changes out of the sink, or write with a registry");
        }
        out.begin(marks.before(KEY, topic, true));
        out.writeString(SchemaChangeParts.database(change));
        byte[] key = out.take();
        out.begin(marks.before(VALUE, topic, false));
        value(change);
        records.record(key, out.take(), List.of());
    }

    private void value(SchemaChange change) {
        DebeziumSchemas.writeSource(out, settings.prefix(), SchemaChangeParts.tables(change), change.origin(), true);
        out.writeLong(change.origin().readMillis());
        DebeziumSchemas.optional(out, SchemaChangeParts.database(change));
        out.writeIndex(0);
        DebeziumSchemas.optional(out, change.ddl());
        out.startArray(change.tables().size());
        for (TableChange table : change.tables()) {
            out.writeString(table.kind().name());
            out.writeString(SchemaChangeParts.id(table.table()));
            SchemaChangeParts.shown(table).ifPresentOrElse(this::table, () -> out.writeIndex(0));
        }
        out.endArray();
    }

    private void table(TableDefinition table) {
        out.writeIndex(1);
        DebeziumSchemas.optional(out, table.charset());
        out.writeIndex(1);
        texts(table.key());
        out.startArray(table.columns().size());
        for (int i = 0; i < table.columns().size(); i++) {
            column(table.columns().get(i), i + 1);
        }
        out.endArray();
        DebeziumSchemas.optional(out, table.comment());
    }

    private void column(ColumnDefinition column, int position) {
        ColumnTypeText type = ColumnTypeText.parse(column.type());
        out.writeString(column.name());
        out.writeInt(type.jdbcType());
        out.writeIndex(0);
        out.writeString(type.name());
        DebeziumSchemas.optional(out, type.name());
        DebeziumSchemas.optional(out, column.charset());
        optional(type.length());
        optional(type.scale());
        out.writeInt(position);
        optional(column.nullable());
        optional(column.autoIncrement());
        optional(SchemaChangeParts.generated(column));
        DebeziumSchemas.optional(out, column.comment());
        DebeziumSchemas.optional(out, SchemaChangeParts.defaultValue(column));
        if (type.labels().isEmpty()) {
            out.writeIndex(0);
        } else {
            out.writeIndex(1);
            texts(type.labels());
        }
    }

    private void texts(List<String> texts) {
        out.startArray(texts.size());
        texts.forEach(out::writeString);
        out.endArray();
    }

    private void optional(OptionalInt number) {
        out.writeIndex(number.isPresent() ? 1 : 0);
        number.ifPresent(out::writeInt);
    }

    private void optional(boolean value) {
        out.writeIndex(1);
        out.writeBoolean(value);
    }
}
