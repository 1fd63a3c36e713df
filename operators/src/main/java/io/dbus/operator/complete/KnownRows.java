package io.dbus.operator.complete;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaId;
import io.dbus.event.TableSchema;
import io.dbus.event.TableSchemaSerializer;
import io.dbus.event.Truncate;
import io.dbus.operator.state.StateOptions;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;

/**
 * The rows that are known, in state by key: of the current key, which is a table or a part of one. A schema is kept once for all rows of the key. Rows may
 * expire; schemas and truncates, of which there are few, do not.
 *
 * <p>Hot path: a row that is stored costs one write, and nothing is read.
 */
final class KnownRows {
    private static final int KEPT = 10_000;

    private final MapState<RowId, KnownRow> rows;
    private final MapState<SchemaId, TableSchema> schemas;
    private final ValueState<Truncates> truncates;
    private final Map<SchemaId, TableSchema> seen = new HashMap<>();
    private final Set<StoredSchema> stored = new HashSet<>();

    private record StoredSchema(EventKey lane, SchemaId schema) {}

    /**
     * A row that is known.
     *
     * @param image what is known of it
     * @param schema the image's schema
     * @param sequence the sequence of its last change
     */
    record Found(RowImage image, TableSchema schema, long sequence) {}

    /**
     * The rows in the state of a function.
     *
     * @param ttl how long after its last change a row is kept; null means for ever
     */
    KnownRows(RuntimeContext context, Duration ttl) {
        MapStateDescriptor<RowId, KnownRow> descriptor =
                new MapStateDescriptor<>("rows", new RowIdSerializer(), new KnownRowSerializer());
        StateOptions.expire(descriptor, ttl);
        rows = context.getMapState(descriptor);
        schemas = context.getMapState(
                new MapStateDescriptor<>("schemas", new SchemaIdSerializer(), new TableSchemaSerializer()));
        truncates = context.getState(new ValueStateDescriptor<>("truncates", new TruncatesSerializer()));
    }

    /** What is known of a row; null when nothing is. */
    Found find(RowId id) throws Exception {
        KnownRow row = rows.get(id);
        if (row == null) {
            return null;
        }
        TableSchema schema = seen.get(row.schema());
        if (schema == null) {
            schema = schemas.get(row.schema());
            if (schema == null) {
                throw new IllegalStateException("The state holds the row " + id.key() + " but not its schema");
            }
            remember(schema);
        }
        return new Found(row.image(schema), schema, row.sequence());
    }

    /**
     * Keeps a row.
     *
     * @param lane the current key of the state
     */
    void put(EventKey lane, RowId id, long sequence, TableSchema schema, RowImage image) throws Exception {
        StoredSchema ref = new StoredSchema(lane, schema.id());
        if (!stored.contains(ref)) {
            schemas.put(schema.id(), schema);
            if (stored.size() >= KEPT) {
                stored.clear();
            }
            stored.add(ref);
            remember(schema);
        }
        rows.put(id, KnownRow.of(sequence, schema, image));
    }

    private void remember(TableSchema schema) {
        if (seen.size() >= KEPT) {
            seen.clear();
        }
        seen.put(schema.id(), schema);
    }

    void remove(RowId id) throws Exception {
        rows.remove(id);
    }

    /** Takes note of a truncate of the table: what was known before says nothing of what comes after. */
    void truncate(Truncate truncate) throws Exception {
        Truncates known = truncates.value();
        truncates.update((known == null ? Truncates.NONE : known).with(truncate.origin()));
    }

    /** Whether the table was truncated between what is known and an event. */
    boolean truncatedBetween(long sequence, Event event) throws Exception {
        Truncates known = truncates.value();
        return known != null && known.parts(sequence, event.origin());
    }
}
