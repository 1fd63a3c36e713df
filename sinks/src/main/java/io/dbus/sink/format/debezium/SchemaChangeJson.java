package io.dbus.sink.format.debezium;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.RecordReceiver;
import java.util.List;
import java.util.OptionalInt;

/**
 * Writes schema changes as Debezium's MySQL connector does: key {@code {"databaseName":..}}, value {@code {"source":..,"ts_ms":..,"databaseName":..,"schemaName":null,"ddl":..,"tableChanges":[..]}}. {@code
 * source} always ends with dbus's own member, whose {@code sequence} orders the changes of a server. The table of a change is as it is after the statement; null for one that is gone, or where that is not known.
 */
public final class SchemaChangeJson {
    private static final SerializedString SCHEMA = name("schema");
    private static final SerializedString PAYLOAD = name("payload");
    private static final SerializedString DATABASE_NAME = name("databaseName");
    private static final SerializedString SOURCE = name("source");
    private static final SerializedString TS_MS = name("ts_ms");
    private static final SerializedString SCHEMA_NAME = name("schemaName");
    private static final SerializedString DDL = name("ddl");
    private static final SerializedString TABLE_CHANGES = name("tableChanges");
    private static final SerializedString TYPE = name("type");
    private static final SerializedString ID = name("id");
    private static final SerializedString TABLE = name("table");
    private static final SerializedString DEFAULT_CHARSET_NAME = name("defaultCharsetName");
    private static final SerializedString PRIMARY_KEY_COLUMN_NAMES = name("primaryKeyColumnNames");
    private static final SerializedString COLUMNS = name("columns");
    private static final SerializedString COMMENT = name("comment");
    private static final SerializedString NAME = name("name");
    private static final SerializedString JDBC_TYPE = name("jdbcType");
    private static final SerializedString NATIVE_TYPE = name("nativeType");
    private static final SerializedString TYPE_NAME = name("typeName");
    private static final SerializedString TYPE_EXPRESSION = name("typeExpression");
    private static final SerializedString CHARSET_NAME = name("charsetName");
    private static final SerializedString LENGTH = name("length");
    private static final SerializedString SCALE = name("scale");
    private static final SerializedString POSITION = name("position");
    private static final SerializedString OPTIONAL = name("optional");
    private static final SerializedString AUTO_INCREMENTED = name("autoIncremented");
    private static final SerializedString GENERATED = name("generated");
    private static final SerializedString DEFAULT_VALUE_EXPRESSION = name("defaultValueExpression");
    private static final SerializedString ENUM_VALUES = name("enumValues");

    private final JsonOut json;
    private final SourceBlock source;
    private final boolean schemas;

    /**
     * A writer.
     *
     * @param server the name in {@code source.name}
     * @param schemas whether keys and values have their schemas beside them, as Kafka Connect's JSON converter writes them
     */
    public SchemaChangeJson(JsonOut json, String server, boolean schemas) {
        this.json = json;
        this.schemas = schemas;
        this.source = new SourceBlock(json, server, true);
    }

    /** Writes the one record of a change. */
    public void write(SchemaChange change, RecordReceiver records) {
        begin(SchemaChangeSchemas.KEY);
        json.startObject();
        json.name(DATABASE_NAME);
        json.string(SchemaChangeParts.database(change));
        json.endObject();
        byte[] key = end();
        begin(SchemaChangeSchemas.VALUE);
        value(change);
        records.record(key, end(), List.of());
    }

    private void begin(SerializedString schema) {
        if (schemas) {
            json.startObject();
            json.name(SCHEMA);
            json.json(schema);
            json.name(PAYLOAD);
        }
    }

    private byte[] end() {
        if (schemas) {
            json.endObject();
        }
        return json.take();
    }

    private void value(SchemaChange change) {
        json.startObject();
        json.name(SOURCE);
        source.write(SchemaChangeParts.tables(change), change.origin());
        json.name(TS_MS);
        json.number(change.origin().readMillis());
        json.name(DATABASE_NAME);
        json.string(SchemaChangeParts.database(change));
        json.name(SCHEMA_NAME);
        json.nullValue();
        json.name(DDL);
        json.string(change.ddl());
        json.name(TABLE_CHANGES);
        json.startArray();
        for (TableChange table : change.tables()) {
            json.startObject();
            json.name(TYPE);
            json.string(table.kind().name());
            json.name(ID);
            json.string(SchemaChangeParts.id(table.table()));
            json.name(TABLE);
            SchemaChangeParts.shown(table).ifPresentOrElse(this::table, json::nullValue);
            json.endObject();
        }
        json.endArray();
        json.endObject();
    }

    private void table(TableDefinition table) {
        json.startObject();
        textOrNull(DEFAULT_CHARSET_NAME, table.charset());
        json.name(PRIMARY_KEY_COLUMN_NAMES);
        texts(table.key());
        json.name(COLUMNS);
        json.startArray();
        for (int i = 0; i < table.columns().size(); i++) {
            column(table.columns().get(i), i + 1);
        }
        json.endArray();
        textOrNull(COMMENT, table.comment());
        json.endObject();
    }

    private void column(ColumnDefinition column, int position) {
        ColumnTypeText type = ColumnTypeText.parse(column.type());
        json.startObject();
        json.name(NAME);
        json.string(column.name());
        json.name(JDBC_TYPE);
        json.number(type.jdbcType());
        json.name(NATIVE_TYPE);
        json.nullValue();
        json.name(TYPE_NAME);
        json.string(type.name());
        json.name(TYPE_EXPRESSION);
        json.string(type.name());
        textOrNull(CHARSET_NAME, column.charset());
        numberOrNull(LENGTH, type.length());
        numberOrNull(SCALE, type.scale());
        json.name(POSITION);
        json.number(position);
        json.name(OPTIONAL);
        json.bool(column.nullable());
        json.name(AUTO_INCREMENTED);
        json.bool(column.autoIncrement());
        json.name(GENERATED);
        json.bool(SchemaChangeParts.generated(column));
        textOrNull(COMMENT, column.comment());
        textOrNull(DEFAULT_VALUE_EXPRESSION, SchemaChangeParts.defaultValue(column));
        json.name(ENUM_VALUES);
        if (type.labels().isEmpty()) {
            json.nullValue();
        } else {
            texts(type.labels());
        }
        json.endObject();
    }

    private void texts(List<String> texts) {
        json.startArray();
        texts.forEach(json::string);
        json.endArray();
    }

    private void textOrNull(SerializedString name, String text) {
        json.name(name);
        if (text.isEmpty()) {
            json.nullValue();
        } else {
            json.string(text);
        }
    }

    private void numberOrNull(SerializedString name, OptionalInt number) {
        json.name(name);
        if (number.isPresent()) {
            json.number(number.getAsInt());
        } else {
            json.nullValue();
        }
    }

    private static SerializedString name(String text) {
        return new SerializedString(text);
    }
}
