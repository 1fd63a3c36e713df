package io.dbus.sink.format.avro;

import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.sink.format.plain.DeleteHandling;
import java.util.HashMap;
import java.util.Map;
import org.apache.avro.Schema;

/** The plans of tables, made once for each of schema, name and topic. Hot path: most changes have those of the one before. Not thread-safe. */
final class TablePlans {
    /** Schemas are few; a table that is altered without end must not fill the memory. */
    private static final int LIMIT = 10_000;

    private final AvroSettings settings;
    private final SchemaMarks marks;
    private final RecordSchemas records;
    private final Map<Of, TablePlan> made = new HashMap<>();
    private final Map<String, TableId> owners = new HashMap<>();
    private Of lastOf;
    private TablePlan last;

    private record Of(TableSchema schema, TableId table, String topic) {
        boolean is(TableSchema otherSchema, TableId otherTable, String otherTopic) {
            return schema == otherSchema
                    && (table == otherTable || table.equals(otherTable))
                    && topic.equals(otherTopic);
        }
    }

    TablePlans(AvroSettings settings, SchemaMarks marks) {
        this.settings = settings;
        this.marks = marks;
        this.records = new RecordSchemas(
                settings.prefix(),
                settings.names(),
                settings.columns(),
                settings.provenance() ? DebeziumSchemas.SOURCE_WITH_PROVENANCE : DebeziumSchemas.SOURCE,
                settings.listAbsent());
    }

    /**
     * The plan of a table.
     *
     * @param table the table as sinks see it
     * @throws io.dbus.sink.format.EncodeException when its rows have no form, or the registry does not take their schema
     */
    TablePlan of(TableSchema schema, TableId table, String topic) {
        if (lastOf == null || !lastOf.is(schema, table, topic)) {
            Of of = new Of(schema, table, topic);
            TablePlan plan = made.get(of);
            if (plan == null) {
                if (made.size() >= LIMIT) {
                    made.clear();
                }
                plan = make(of);
                made.put(of, plan);
            }
            last = plan;
            lastOf = of;
        }
        return last;
    }

    private TablePlan make(Of of) {
        return settings.origin() instanceof SchemaOrigin.Files files ? fromFiles(files, of) : fromTable(of);
    }

    private TablePlan fromTable(Of of) {
        TableSchema schema = of.schema();
        requireOwnName(of.table());
        boolean envelope = settings.shape() == AvroOptions.Shape.ENVELOPE;
        DeleteHandling deletes = settings.deletes();
        Schema row = records.value(schema, of.table(), !envelope && deletes.rewrites());
        Schema value = envelope ? records.envelope(row, of.table()) : row;
        RecordPlan rowPlan =
                RecordPlan.inOrder(schema, schema.columns(), row, settings.columns(), settings.listAbsent());
        RecordPlan keyPlan = RecordPlan.NONE;
        byte[] keyMark = new byte[0];
        if (!schema.key().isEmpty()) {
            Schema key = records.key(schema, of.table());
            keyPlan = RecordPlan.inOrder(schema, schema.key(), key, settings.columns(), false);
            keyMark = marks.before(key, of.topic(), true);
        }
        return new TablePlan(keyPlan, keyMark, rowPlan, marks.before(value, of.topic(), false));
    }

    /** Which of two tables comes first may differ after a restart, so that it is no row that is refused. */
    private void requireOwnName(TableId table) {
        String name = settings.names().namespace(settings.prefix(), table.database(), table.table());
        TableId owner = owners.putIfAbsent(name, table);
        if (owner != null && !owner.equals(table)) {
            throw new IllegalStateException("Tables " + owner + " and " + table + " would both have the Avro record "
                    + name
                    + ".Value: rename or route one of them, or set " + AvroOptions.NAME_ADJUSTMENT.key() + " to "
                    + AvroNames.Adjustment.AVRO_UNICODE + ".");
        }
    }

    private TablePlan fromFiles(SchemaOrigin.Files files, Of of) {
        TableSchema schema = of.schema();
        Schema value = new Schema.Parser().parse(files.value());
        RecordPlan rowPlan = RecordPlan.byName(schema, schema.columns(), value, settings.names(), settings.columns());
        RecordPlan keyPlan = RecordPlan.NONE;
        byte[] keyMark = new byte[0];
        if (!files.key().isEmpty() && !schema.key().isEmpty()) {
            Schema key = new Schema.Parser().parse(files.key());
            keyPlan = RecordPlan.byName(schema, schema.key(), key, settings.names(), settings.columns());
            keyMark = marks.before(key, of.topic(), true);
        }
        return new TablePlan(keyPlan, keyMark, rowPlan, marks.before(value, of.topic(), false));
    }
}
