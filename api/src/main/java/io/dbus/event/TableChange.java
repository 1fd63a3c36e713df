package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.Objects;
import java.util.Optional;

/** What a statement did to one table. Immutable. */
public final class TableChange {
    /** What became of the table. */
    public enum Kind {
        /** It is new. */
        CREATE,
        /** It has another definition, or another name, or both. */
        ALTER,
        /** It is gone. */
        DROP
    }

    private final Kind kind;
    private final TableId table;
    private final TableId previous;
    private final TableDefinition before;
    private final TableDefinition after;

    private TableChange(Kind kind, TableId table, TableId previous, TableDefinition before, TableDefinition after) {
        this.kind = requireNonNull(kind, "kind");
        this.table = requireNonNull(table, "table");
        this.previous = requireNonNull(previous, "previous");
        this.before = before;
        this.after = after;
    }

    /**
     * A new table.
     *
     * @param after its definition, null when it is not known
     */
    public static TableChange created(TableId table, TableDefinition after) {
        return new TableChange(Kind.CREATE, table, table, null, after);
    }

    /**
     * Another definition or name.
     *
     * @param previous the name before the statement
     * @param table the name after it, maybe the same
     * @param before the definition before it, null when it is not known
     * @param after the definition after it, null when it is not known
     */
    public static TableChange altered(TableId previous, TableId table, TableDefinition before, TableDefinition after) {
        return new TableChange(Kind.ALTER, table, previous, before, after);
    }

    /**
     * A table that is gone, or never was: of one that is not known, {@code DROP TABLE IF EXISTS} does not say whether it was there.
     *
     * @param before its definition before the statement, null when it is not known
     */
    public static TableChange dropped(TableId table, TableDefinition before) {
        return new TableChange(Kind.DROP, table, table, before, null);
    }

    public Kind kind() {
        return kind;
    }

    /** The table, by its name after the statement; of one that is gone by its last. */
    public TableId table() {
        return table;
    }

    /** The table's name before the statement, the same as {@link #table} unless it was renamed. */
    public TableId previous() {
        return previous;
    }

    /** The definition before the statement; empty for a new table, and when it is not known. */
    public Optional<TableDefinition> before() {
        return Optional.ofNullable(before);
    }

    /** The definition after the statement; empty for a table that is gone, and when it is not known. */
    public Optional<TableDefinition> after() {
        return Optional.ofNullable(after);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof TableChange that
                && kind == that.kind
                && table.equals(that.table)
                && previous.equals(that.previous)
                && Objects.equals(before, that.before)
                && Objects.equals(after, that.after);
    }

    @Override
    public int hashCode() {
        return Objects.hash(kind, table, previous, before, after);
    }

    @Override
    public String toString() {
        return kind + " " + (previous.equals(table) ? "" : previous + " to ") + table;
    }
}
