package io.dbus.sink.format;

import io.dbus.event.TableSchema;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/** What is worked out once for each schema. Hot path: most changes have the schema of the one before. */
public final class SchemaCache<T> {
    /** Schemas are few; a table that is altered without end must not fill the memory. */
    private static final int LIMIT = 10_000;

    private final Function<TableSchema, T> make;
    private final Map<TableSchema, T> made = new HashMap<>();
    private TableSchema lastSchema;
    private T last;

    /** A cache of what {@code make} makes. */
    public SchemaCache(Function<TableSchema, T> make) {
        this.make = make;
    }

    /** What was made for a schema, or is made now. */
    public T of(TableSchema schema) {
        if (schema != lastSchema) {
            if (made.size() >= LIMIT) {
                made.clear();
            }
            last = made.computeIfAbsent(schema, make);
            lastSchema = schema;
        }
        return last;
    }
}
