package io.dbus.sink.format.avro;

import io.dbus.event.Origin;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.sink.format.DbusVersion;
import org.apache.avro.Schema;

/** The parts of Debezium's envelope that are no row's, under the names that its MySQL connector registers. */
final class DebeziumSchemas {
    /** Always null: the number of a row among those of its table in the transaction is not known when it leaves. */
    static final Schema TRANSACTION = parsed("""
            {"type": "record", "name": "block", "namespace": "event", "fields": [
              {"name": "id", "type": "string"},
              {"name": "total_order", "type": "long"},
              {"name": "data_collection_order", "type": "long"}
            ], "connect.version": 1, "connect.name": "event.block"}
            """);

    private static final String SNAPSHOT = """
            {"type": "string", "connect.version": 1,
             "connect.parameters": {"allowed": "true,first,first_in_data_collection,last_in_data_collection,last,false,incremental"},
             "connect.default": "false", "connect.name": "io.debezium.data.Enum"}
            """;

    private static final String PROVENANCE = """
            , {"name": "dbus", "type": ["null", {"type": "record", "name": "Provenance", "namespace": "io.dbus", "fields": [
              {"name": "source", "type": "string"},
              {"name": "server", "type": "string"},
              {"name": "server_uuid", "type": ["null", "string"], "default": null},
              {"name": "sequence", "type": "long"},
              {"name": "ordinal", "type": "long"},
              {"name": "last", "type": "boolean"}
            ], "connect.name": "io.dbus.Provenance"}], "default": null}
            """;

    /** Where a change comes from. */
    static final Schema SOURCE = source("");

    /** As {@link #SOURCE}, with dbus's own record at its end. */
    static final Schema SOURCE_WITH_PROVENANCE = source(PROVENANCE);

    private DebeziumSchemas() {}

    private static Schema source(String more) {
        return parsed("""
                {"type": "record", "name": "Source", "namespace": "io.debezium.connector.mysql", "fields": [
                  {"name": "version", "type": "string"},
                  {"name": "connector", "type": "string"},
                  {"name": "name", "type": "string"},
                  {"name": "ts_ms", "type": "long"},
                  {"name": "snapshot", "type": [%s, "null"], "default": "false"},
                  {"name": "db", "type": "string"},
                  {"name": "sequence", "type": ["null", "string"], "default": null},
                  {"name": "ts_us", "type": ["null", "long"], "default": null},
                  {"name": "ts_ns", "type": ["null", "long"], "default": null},
                  {"name": "table", "type": ["null", "string"], "default": null},
                  {"name": "server_id", "type": "long"},
                  {"name": "gtid", "type": ["null", "string"], "default": null},
                  {"name": "file", "type": "string"},
                  {"name": "pos", "type": "long"},
                  {"name": "row", "type": "int"},
                  {"name": "thread", "type": ["null", "long"], "default": null},
                  {"name": "query", "type": ["null", "string"], "default": null}%s
                ], "connect.version": 1, "connect.name": "io.debezium.connector.mysql.Source"}
                """.formatted(SNAPSHOT, more));
    }

    private static Schema parsed(String json) {
        return new Schema.Parser().parse(json);
    }

    /**
     * Writes the source of a change of a table; hot path.
     *
     * @param name the name of the server for readers, which Debezium calls the topic's prefix
     * @param table the table as its server names it; of an empty name where there is none
     */
    static void writeSource(AvroOut out, String name, TableId table, Origin origin, boolean provenance) {
        Transaction transaction = origin.transaction();
        long micros = transaction.commitMicros();
        out.writeString(DbusVersion.TEXT);
        out.writeString("mysql");
        out.writeString(name);
        out.writeLong(Math.floorDiv(micros, 1000L));
        out.writeIndex(0);
        out.writeString("false");
        out.writeString(table.database());
        out.writeIndex(0);
        optional(out, micros);
        optional(out, micros * 1000);
        optional(out, table.table());
        out.writeLong(transaction.serverId());
        optional(out, transaction.gtid());
        out.writeString(transaction.file());
        out.writeLong(origin.position());
        out.writeInt(origin.row());
        if (transaction.thread() == 0) {
            out.writeIndex(0);
        } else {
            optional(out, transaction.thread());
        }
        optional(out, origin.query());
        if (provenance) {
            out.writeIndex(1);
            out.writeString(transaction.source());
            out.writeString(transaction.server());
            optional(out, transaction.serverUuid());
            out.writeLong(origin.sequence());
            out.writeLong(origin.ordinal());
            out.writeBoolean(origin.last());
        }
    }

    /** A number in a union behind null. */
    static void optional(AvroOut out, long value) {
        out.writeIndex(1);
        out.writeLong(value);
    }

    /** A text in a union behind null; null when it is empty. */
    static void optional(AvroOut out, String text) {
        if (text.isEmpty()) {
            out.writeIndex(0);
        } else {
            out.writeIndex(1);
            out.writeString(text);
        }
    }
}
