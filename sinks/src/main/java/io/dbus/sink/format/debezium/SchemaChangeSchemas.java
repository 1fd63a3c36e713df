package io.dbus.sink.format.debezium;

import static io.dbus.sink.format.debezium.ConnectSchemas.field;
import static io.dbus.sink.format.debezium.ConnectSchemas.struct;

import com.fasterxml.jackson.core.io.SerializedString;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** The schemas that Kafka Connect's JSON converter puts beside schema changes, with the names that Debezium's MySQL connector gives them. */
final class SchemaChangeSchemas {
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String TEXT = "string";
    private static final String NUMBER = "int32";
    private static final String TRUTH = "boolean";

    static final SerializedString KEY = new SerializedString(named(
                    struct(JSON.arrayNode().add(field("databaseName", TEXT, false))),
                    "io.debezium.connector.mysql.SchemaChangeKey")
            .put("optional", false)
            .toString());
    static final SerializedString VALUE =
            new SerializedString(named(struct(value()), "io.debezium.connector.mysql.SchemaChangeValue")
                    .put("optional", false)
                    .toString());

    private SchemaChangeSchemas() {}

    private static ArrayNode value() {
        ObjectNode change = named(
                struct(JSON.arrayNode()
                        .add(field("type", TEXT, false))
                        .add(field("id", TEXT, false))
                        .add(named(struct(table()), "io.debezium.connector.schema.Table")
                                .put("optional", true)
                                .put("field", "table"))),
                "io.debezium.connector.schema.Change");
        return JSON.arrayNode()
                .add(ConnectSchemas.source(true))
                .add(field("ts_ms", "int64", false))
                .add(field("databaseName", TEXT, true))
                .add(field("schemaName", TEXT, true))
                .add(field("ddl", TEXT, true))
                .add(array("tableChanges", change.put("optional", false), false));
    }

    private static ArrayNode table() {
        ObjectNode column = named(
                struct(JSON.arrayNode()
                        .add(field("name", TEXT, false))
                        .add(field("jdbcType", NUMBER, false))
                        .add(field("nativeType", NUMBER, true))
                        .add(field("typeName", TEXT, false))
                        .add(field("typeExpression", TEXT, true))
                        .add(field("charsetName", TEXT, true))
                        .add(field("length", NUMBER, true))
                        .add(field("scale", NUMBER, true))
                        .add(field("position", NUMBER, false))
                        .add(field("optional", TRUTH, true))
                        .add(field("autoIncremented", TRUTH, true))
                        .add(field("generated", TRUTH, true))
                        .add(field("comment", TEXT, true))
                        .add(field("defaultValueExpression", TEXT, true))
                        .add(texts("enumValues"))),
                "io.debezium.connector.schema.Column");
        return JSON.arrayNode()
                .add(field("defaultCharsetName", TEXT, true))
                .add(texts("primaryKeyColumnNames"))
                .add(array("columns", column.put("optional", false), false))
                .add(field("comment", TEXT, true));
    }

    private static ObjectNode texts(String name) {
        return array(name, JSON.objectNode().put("type", TEXT).put("optional", false), true);
    }

    private static ObjectNode array(String name, ObjectNode items, boolean optional) {
        ObjectNode array = JSON.objectNode().put("type", "array").put("optional", optional);
        array.set("items", items);
        return array.put("field", name);
    }

    private static ObjectNode named(ObjectNode schema, String name) {
        return schema.put("name", name).put("version", 1);
    }
}
