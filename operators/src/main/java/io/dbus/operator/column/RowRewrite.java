package io.dbus.operator.column;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.RowOverlay;
import io.dbus.event.TableSchema;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * How the changes of one schema are made anew: some columns stay, some get new values, some are left out or renamed; in all images, those of partial rows and the
 * counterparts of key changes too. Made once for each schema; not thread-safe.
 *
 * <p>Where no column has a new value, a change only gets another schema and no byte is touched. A column of the key that has a new value has it in the key too, so that what
 * sinks write as key fits the row; one that is left out stays in the key. {@link io.dbus.event.Event#key}, by which rows keep their order, never changes.
 */
public final class RowRewrite {
    private final TableSchema to;
    private final RowOverlay overlay;
    private final List<NewColumn> added;

    /** Writes the value of a column for an image, exactly one, {@link RowBuilder#absent} where it is not known. */
    @FunctionalInterface
    public interface NewValue {
        void write(RowChange change, RowImage image, RowBuilder to);
    }

    private record NewColumn(LogicalType type, NewValue value) {}

    private RowRewrite(TableSchema to, RowOverlay overlay, List<NewColumn> added) {
        this.to = to;
        this.overlay = overlay;
        this.added = added;
    }

    /** The schema that the changes get. */
    public TableSchema schema() {
        return to;
    }

    /** The change made anew. */
    public RowChange apply(RowChange change) {
        return overlay == null ? change.withSchema(to) : change.withImages(to, image -> remake(change, image));
    }

    private RowImage remake(RowChange change, RowImage image) {
        RowBuilder values = overlay.values();
        // What an image that failed has left.
        values.clear();
        for (NewColumn column : added) {
            column.value().write(change, image, values);
        }
        return overlay.over(image);
    }

    /** Collects what the changes of a schema get. */
    public static final class Builder {
        private final TableSchema from;
        private final List<String> names = new ArrayList<>();
        /** For each column its position in the old layout, or -1 - n for the n-th new value. */
        private final List<Integer> places = new ArrayList<>();

        private final List<NewColumn> added = new ArrayList<>();
        private final Map<Integer, Integer> replaced = new HashMap<>();
        private final Set<Integer> erased = new LinkedHashSet<>();

        public Builder(TableSchema from) {
            this.from = requireNonNull(from, "from");
        }

        /** The next column: one as it is, under this name. */
        public Builder keep(String name, Column column) {
            names.add(name);
            places.add(column.position());
            return this;
        }

        /** The next column: one with values of its own. */
        public Builder add(String name, LogicalType type, NewValue value) {
            names.add(name);
            places.add(-1 - added.size());
            added.add(new NewColumn(type, value));
            return this;
        }

        /** The next column: one that takes the place of another, in the key too. */
        public Builder replace(String name, Column column, LogicalType type, NewValue value) {
            replaced.put(column.position(), added.size());
            return add(name, type, value);
        }

        /** New values of a column that is in the key only. */
        public Builder replaceInKey(Column column, LogicalType type, NewValue value) {
            replaced.put(column.position(), added.size());
            added.add(new NewColumn(type, value));
            return this;
        }

        /** Takes the old values of a column out of the images for good. */
        public Builder erase(Column column) {
            erased.add(column.position());
            return this;
        }

        /**
         * The rewrite.
         *
         * @param keyName gives the columns of the key their names
         * @throws IllegalArgumentException when two columns have one name, or there is none
         */
        public RowRewrite build(UnaryOperator<String> keyName) {
            if (names.isEmpty()) {
                throw new IllegalArgumentException("no column of table " + from.table() + " is left");
            }
            Set<Integer> kept = new LinkedHashSet<>();
            places.stream().filter(place -> place >= 0).forEach(kept::add);
            from.key().stream()
                    .map(Column::position)
                    .filter(position -> !replaced.containsKey(position))
                    .forEach(kept::add);
            RowOverlay overlay = added.isEmpty()
                    ? null
                    : RowOverlay.of(
                            from.layout(),
                            kept,
                            erased,
                            added.stream().map(NewColumn::type).toList());
            List<Column> columns = new ArrayList<>();
            for (int i = 0; i < names.size(); i++) {
                int place = places.get(i);
                columns.add(new Column(names.get(i), place < 0 ? overlay.added(-1 - place) : moved(overlay, place)));
            }
            List<Column> key = new ArrayList<>();
            for (Column column : from.key()) {
                Integer index = replaced.get(column.position());
                key.add(new Column(
                        keyName.apply(column.name()),
                        index != null ? overlay.added(index) : moved(overlay, column.position())));
            }
            TableSchema to =
                    new TableSchema(from.table(), overlay == null ? from.layout() : overlay.layout(), columns, key);
            return new RowRewrite(to, overlay, List.copyOf(added));
        }

        private static int moved(RowOverlay overlay, int position) {
            return overlay == null ? position : overlay.position(position);
        }
    }
}
