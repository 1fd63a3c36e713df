package io.dbus.sink.format.maxwell;

import com.fasterxml.jackson.core.io.SerializedString;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.Origin;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.sink.format.JsonOut;
import io.dbus.sink.format.Provenance;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.debezium.ColumnTypeText;
import java.util.List;
import java.util.Locale;

/**
 * Writes schema changes as Maxwell does with {@code output_ddl}: a message for each table, {@code {"type":"table-alter","database":..,"table":..,"old":{..},"def":{..},"ts":..,"sql":..}} with {@code ts} in milliseconds. A
 * definition that is not known is left out. Its key is the database and the table. A statement of which no table is known, such as CREATE DATABASE, makes none.
 */
final class MaxwellSchemaChanges {
    private static final SerializedString TYPE = name("type");
    private static final SerializedString DATABASE = name("database");
    private static final SerializedString TABLE = name("table");
    private static final SerializedString OLD = name("old");
    private static final SerializedString DEF = name("def");
    private static final SerializedString TS = name("ts");
    private static final SerializedString SQL = name("sql");
    private static final SerializedString POSITION = name("position");
    private static final SerializedString GTID = name("gtid");
    private static final SerializedString CHARSET = name("charset");
    private static final SerializedString COLUMNS = name("columns");
    private static final SerializedString NAME = name("name");
    private static final SerializedString SIGNED = name("signed");
    private static final SerializedString COLUMN_LENGTH = name("column-length");
    private static final SerializedString ENUM_VALUES = name("enum-values");
    private static final SerializedString PRIMARY_KEY = name("primary-key");

    private final JsonOut json;
    private final MaxwellSettings settings;
    private final Provenance provenance;

    MaxwellSchemaChanges(JsonOut json, MaxwellSettings settings) {
        this.json = json;
        this.settings = settings;
        this.provenance = settings.provenance() ? new Provenance(json) : null;
    }

    void encode(SchemaChange change, RecordReceiver records) {
        if (change.tables().isEmpty()) {
            records.dropped();
            return;
        }
        for (TableChange table : change.tables()) {
            json.startObject();
            json.name(DATABASE);
            json.string(table.table().database());
            json.name(TABLE);
            json.string(table.table().table());
            json.endObject();
            byte[] key = json.take();
            message(change, table);
            records.record(key, json.take(), List.of());
        }
    }

    private void message(SchemaChange change, TableChange table) {
        json.startObject();
        json.name(TYPE);
        json.string("table-" + table.kind().name().toLowerCase(Locale.ROOT));
        json.name(DATABASE);
        json.string(table.table().database());
        json.name(TABLE);
        json.string(table.table().table());
        if (table.kind() == TableChange.Kind.ALTER) {
            table.before().ifPresent(before -> definition(OLD, before));
        }
        table.after().ifPresent(after -> definition(DEF, after));
        Origin origin = change.origin();
        json.name(TS);
        json.number(Math.floorDiv(origin.transaction().commitMicros(), 1000L));
        json.name(SQL);
        json.string(change.ddl());
        if (settings.binlogPosition() && !origin.transaction().file().isEmpty()) {
            json.name(POSITION);
            json.string(origin.transaction().file() + ":" + origin.position());
        }
        if (settings.gtid() && !origin.transaction().gtid().isEmpty()) {
            json.name(GTID);
            json.string(origin.transaction().gtid());
        }
        if (provenance != null) {
            provenance.write(origin);
        }
        json.endObject();
    }

    private void definition(SerializedString name, TableDefinition table) {
        json.name(name);
        json.startObject();
        json.name(DATABASE);
        json.string(table.table().database());
        if (!table.charset().isEmpty()) {
            json.name(CHARSET);
            json.string(table.charset());
        }
        json.name(TABLE);
        json.string(table.table().table());
        json.name(COLUMNS);
        json.startArray();
        table.columns().forEach(this::column);
        json.endArray();
        json.name(PRIMARY_KEY);
        texts(table.key());
        json.endObject();
    }

    private void column(ColumnDefinition column) {
        ColumnTypeText type = ColumnTypeText.parse(column.type());
        String word = type.name().split(" ", 2)[0].toLowerCase(Locale.ROOT);
        json.startObject();
        json.name(TYPE);
        json.string(word);
        json.name(NAME);
        json.string(column.name());
        switch (word) {
            case "tinyint", "smallint", "mediumint", "int", "bigint" -> {
                json.name(SIGNED);
                json.bool(!type.name().contains("UNSIGNED"));
            }
            case "enum", "set" -> {
                json.name(ENUM_VALUES);
                texts(type.labels().stream().map(MaxwellSchemaChanges::unquoted).toList());
            }
            case "time", "datetime", "timestamp" ->
                type.length().ifPresent(digits -> {
                    json.name(COLUMN_LENGTH);
                    json.number(digits);
                });
            default -> {
                if (!column.charset().isEmpty()) {
                    json.name(CHARSET);
                    json.string(column.charset());
                }
            }
        }
        json.endObject();
    }

    private static String unquoted(String label) {
        return label.substring(1, label.length() - 1).replace("''", "'");
    }

    private void texts(List<String> texts) {
        json.startArray();
        texts.forEach(json::string);
        json.endArray();
    }

    private static SerializedString name(String text) {
        return new SerializedString(text);
    }
}
