package io.dbus.source.mysql.ddl;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableChange;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import java.util.List;
import java.util.Map;

/**
 * What a statement does to the tables that are followed.
 *
 * @param changes what became of which table, in the order of the statement
 * @param taken tables that are from now on so; one without columns is there but not known
 * @param dropped tables that are there no more
 * @param charsets default charsets of databases from now on; an empty one is that of a database that is gone
 */
public record Redefinition(
        List<TableChange> changes, List<TableDefinition> taken, List<TableId> dropped, Map<String, String> charsets) {
    private static final int SIZE = 200;

    /** What a column costs in memory: its name, type and what else is said of it. */
    private static final int COLUMN_SIZE = 200;

    /** Nothing changes. */
    public static final Redefinition NONE = new Redefinition(List.of(), List.of(), List.of(), Map.of());

    public Redefinition {
        changes = List.copyOf(changes);
        taken = List.copyOf(taken);
        dropped = List.copyOf(dropped);
        charsets = Map.copyOf(requireNonNull(charsets, "charsets"));
    }

    /** Whether nothing of what is followed changes. */
    public boolean isEmpty() {
        return taken.isEmpty() && dropped.isEmpty() && charsets.isEmpty();
    }

    /** About what it takes of memory, in bytes. */
    public int size() {
        int columns = 0;
        for (TableDefinition table : taken) {
            columns += table.columns().size();
        }
        return SIZE + SIZE * (taken.size() + dropped.size() + charsets.size()) + COLUMN_SIZE * columns;
    }

    /** A table that is there but not known. */
    public static TableDefinition unknown(TableId table) {
        return new TableDefinition(table, List.of(), List.of());
    }

    /** Whether a definition is one. */
    public static boolean isKnown(TableDefinition table) {
        return !table.columns().isEmpty();
    }
}
