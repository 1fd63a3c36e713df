package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.row.KeyReader;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * A table as the last TABLE_MAP of its number showed it. Of a table that is not selected only the name is read, until a row of
 * a selected table in the same transaction makes it necessary to count its rows.
 */
final class CapturedTable {
    private final TableId id;
    private final byte[] body;
    private final Selected selected;
    private final Supplier<TableMap> parsed;
    private TableMap map;

    private record Selected(TableSchema schema, KeyReader keys) {}

    private CapturedTable(TableId id, byte[] body, Supplier<TableMap> parsed, Selected selected) {
        this.id = requireNonNull(id, "id");
        this.body = requireNonNull(body, "body");
        this.parsed = requireNonNull(parsed, "parsed");
        this.selected = selected;
    }

    /** A table that is read; the body is the event's, and is kept. */
    static CapturedTable selected(byte[] body, TableMap map, TableSchema schema, KeyReader keys) {
        return new CapturedTable(map.table(), body, () -> map, new Selected(schema, keys));
    }

    /** A table that is not read; the body is the event's, and is kept. It is parsed when its rows must be counted. */
    static CapturedTable passedOver(TableId id, byte[] body, Supplier<TableMap> parsed) {
        return new CapturedTable(id, body, parsed, null);
    }

    /** Whether a TABLE_MAP says what this one's said. */
    boolean isSameAs(byte[] b, int bodyStart, int bodyEnd) {
        return Arrays.equals(body, 0, body.length, b, bodyStart, bodyEnd);
    }

    TableId id() {
        return id;
    }

    boolean isSelected() {
        return selected != null;
    }

    /** How rows of the table are laid out. */
    TableMap map() {
        if (map == null) {
            map = parsed.get();
        }
        return map;
    }

    /** The schema of a selected table. */
    TableSchema schema() {
        return selected.schema();
    }

    /** Reads the keys of a selected table. */
    KeyReader keys() {
        return selected.keys();
    }
}
