package io.dbus.sink.format.debezium;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.dbus.event.Column;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.sink.format.SchemaCache;
import io.dbus.sink.format.ValueOptions;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The schemas that Kafka Connect's JSON converter puts beside keys and values, with the names that Debezium's MySQL connector gives them. Columns of the key are not optional, all others are: whether a column may be NULL the
 * binlog does not say.
 */
final class ConnectSchemas {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String SNAPSHOTS =
            "true,first,first_in_data_collection,last_in_data_collection,last,false,incremental";

    private final String prefix;
    private final boolean provenance;
    private final ColumnSchemas columns;
    private final SchemaCache<Texts> texts = new SchemaCache<>(this::texts);

    /** The schemas of a table's records, encoded. */
    private record Texts(SerializedString key, SerializedString envelope) {}

    /**
     * The schemas of a format.
     *
     * @param prefix stands before the tables' names, as {@code topic.prefix}
     * @param provenance whether {@code source} has the member {@code dbus}
     */
    ConnectSchemas(String prefix, ValueOptions values, boolean provenance) {
        this.prefix = requireNonNull(prefix, "prefix");
        this.columns = new ColumnSchemas(values);
        this.provenance = provenance;
    }

    /** The schema of the keys of a table that has one. */
    SerializedString key(TableSchema schema) {
        return texts.of(schema).key();
    }

    /** The schema of the values of a table. */
    SerializedString envelope(TableSchema schema) {
        return texts.of(schema).envelope();
    }

    /** The schema of an envelope whose rows are null, where no column is known. */
    SerializedString envelope(TableId table) {
        return new SerializedString(envelope(table, struct(JSON.arrayNode())).toString());
    }

    private Texts texts(TableSchema schema) {
        ObjectNode key = struct(fields(schema, schema.key()));
        key.put("optional", false).put("name", name(schema.table(), "Key"));
        ObjectNode row = struct(fields(schema, schema.columns()));
        return new Texts(
                new SerializedString(key.toString()),
                new SerializedString(envelope(schema.table(), row).toString()));
    }

    private ArrayNode fields(TableSchema schema, List<Column> of) {
        Set<Integer> keys = schema.key().stream().map(Column::position).collect(Collectors.toSet());
        ArrayNode fields = JSON.arrayNode();
        for (Column column : of) {
            fields.add(columns.of(schema.type(column), !keys.contains(column.position()))
                    .put("field", column.name()));
        }
        return fields;
    }

    private ObjectNode envelope(TableId table, ObjectNode row) {
        row.put("optional", true).put("name", name(table, "Value"));
        ArrayNode fields = JSON.arrayNode();
        fields.add(row.deepCopy().put("field", "before"));
        fields.add(row.deepCopy().put("field", "after"));
        fields.add(source(provenance));
        ArrayNode transaction = JSON.arrayNode()
                .add(field("id", "string", false))
                .add(field("total_order", "int64", false))
                .add(field("data_collection_order", "int64", false));
        fields.add(struct(transaction)
                .put("optional", true)
                .put("name", "event.block")
                .put("version", 1)
                .put("field", "transaction"));
        fields.add(field("op", "string", false));
        fields.add(field("ts_ms", "int64", true));
        fields.add(field("ts_us", "int64", true));
        fields.add(field("ts_ns", "int64", true));
        return struct(fields)
                .put("optional", false)
                .put("name", name(table, "Envelope"))
                .put("version", 2);
    }

    /**
     * The field {@code source}.
     *
     * @param provenance whether it has the member {@code dbus}
     */
    static ObjectNode source(boolean provenance) {
        ObjectNode snapshot = JSON.objectNode()
                .put("type", "string")
                .put("optional", true)
                .put("name", "io.debezium.data.Enum")
                .put("version", 1);
        snapshot.set("parameters", JSON.objectNode().put("allowed", SNAPSHOTS));
        snapshot.put("default", "false").put("field", "snapshot");
        ArrayNode fields = JSON.arrayNode()
                .add(field("version", "string", false))
                .add(field("connector", "string", false))
                .add(field("name", "string", false))
                .add(field("ts_ms", "int64", false))
                .add(snapshot)
                .add(field("db", "string", false))
                .add(field("sequence", "string", true))
                .add(field("ts_us", "int64", true))
                .add(field("ts_ns", "int64", true))
                .add(field("table", "string", true))
                .add(field("server_id", "int64", false))
                .add(field("gtid", "string", true))
                .add(field("file", "string", false))
                .add(field("pos", "int64", false))
                .add(field("row", "int32", false))
                .add(field("thread", "int64", true))
                .add(field("query", "string", true));
        if (provenance) {
            ArrayNode dbus = JSON.arrayNode()
                    .add(field("source", "string", false))
                    .add(field("server", "string", false))
                    .add(field("server_uuid", "string", true))
                    .add(field("sequence", "int64", false))
                    .add(field("ordinal", "int64", false))
                    .add(field("last", "boolean", false));
            fields.add(struct(dbus)
                    .put("optional", false)
                    .put("name", "io.dbus.Provenance")
                    .put("field", "dbus"));
        }
        return struct(fields)
                .put("optional", false)
                .put("name", "io.debezium.connector.mysql.Source")
                .put("version", 1)
                .put("field", "source");
    }

    private String name(TableId table, String suffix) {
        return prefix + "." + table.database() + "." + table.table() + "." + suffix;
    }

    static ObjectNode struct(ArrayNode fields) {
        ObjectNode struct = JSON.objectNode().put("type", "struct");
        struct.set("fields", fields);
        return struct;
    }

    static ObjectNode field(String name, String type, boolean optional) {
        return JSON.objectNode().put("type", type).put("optional", optional).put("field", name);
    }
}
