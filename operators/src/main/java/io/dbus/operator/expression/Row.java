package io.dbus.operator.expression;

import dev.cel.common.values.SelectableValue;
import io.dbus.event.Column;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * {@code before}, {@code after} or {@code row} of an expression: the columns of a row by name, each decoded when it is read. No map: CEL walks
 * through maps that it is given, which would decode every column.
 */
final class Row implements SelectableValue<String> {
    private final RowChange change;
    private final String variable;
    private final RowImage image;

    private Row(RowChange change, String variable, RowImage image) {
        this.change = change;
        this.variable = variable;
        this.image = image;
    }

    static Row before(RowChange change) {
        return new Row(change, "before", change.before().orElse(null));
    }

    static Row after(RowChange change) {
        return new Row(change, "after", change.after().orElse(null));
    }

    static Row of(RowChange change, RowImage image) {
        return new Row(change, "row", image);
    }

    /** Whether there is no such row: {@code before} of an insert, {@code after} of a delete. It equals {@code null}. */
    boolean isNone() {
        return image == null;
    }

    @Override
    public Object select(String name) {
        if (image == null) {
            String operation = change.operation().name().toLowerCase(Locale.ROOT);
            throw new Mistake("the operation is " + operation + ", which has no row '" + variable + "': ask 'op' or '"
                    + variable + " != null' first");
        }
        TableSchema schema = change.schema();
        OptionalInt index = schema.indexOf(name);
        if (index.isEmpty()) {
            throw new Mistake("table " + change.table() + " has no column '" + name + "'; its columns are "
                    + String.join(", ", names()) + ": has(" + variable + "." + name + ") asks whether there is one");
        }
        int position = schema.columns().get(index.getAsInt()).position();
        if (!image.isPresent(position)) {
            throw new AbsentColumn("column '" + name + "' is not in the row '" + variable
                    + "', because its server does not log all columns of a change: set binlog_row_image=FULL there, put a 'complete' operator before, or ask has("
                    + variable + "." + name + ") first");
        }
        return ColumnValue.of(image, position);
    }

    @Override
    public Optional<Object> find(String name) {
        return has(name) ? Optional.of(select(name)) : Optional.empty();
    }

    /** Whether there is such a row, with such a column, which is in its image. */
    boolean has(Object name) {
        if (image == null || !(name instanceof String column)) {
            return false;
        }
        OptionalInt index = change.schema().indexOf(column);
        return index.isPresent()
                && image.isPresent(
                        change.schema().columns().get(index.getAsInt()).position());
    }

    /** The names of the table's columns in order. */
    List<String> names() {
        return change.schema().columns().stream().map(Column::name).toList();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Row that && image == that.image && change == that.change;
    }

    @Override
    public int hashCode() {
        return Objects.hash(System.identityHashCode(image), System.identityHashCode(change));
    }

    @Override
    public String toString() {
        return image == null ? "null" : "row '" + variable + "' of " + change.table();
    }
}
