package io.dbus.operator.complete;

import io.dbus.event.Column;
import io.dbus.event.EventKey;
import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaId;
import io.dbus.event.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * Fills the rows of one schema. Its rows are of the format {@code dbus}: they hold the columns that can be seen and those of the key, whatever the format
 * of the images was. Not thread-safe.
 */
final class RowFiller {
    private final TableSchema from;
    private final TableSchema to;
    private final int[] needed;
    private final boolean[] isKey;
    private final Map<SchemaId, int[]> known = new HashMap<>();
    // Made anew when a value cannot be read: they hold half a row then.
    private RowBuilder builder;
    private EventKey.Builder values = new EventKey.Builder();

    RowFiller(TableSchema from) {
        this.from = from;
        Map<Integer, Integer> places = new LinkedHashMap<>();
        from.columns().forEach(column -> places.putIfAbsent(column.position(), places.size()));
        from.key().forEach(column -> places.putIfAbsent(column.position(), places.size()));
        this.needed = places.keySet().stream().mapToInt(Integer::intValue).toArray();
        this.isKey = new boolean[needed.length];
        from.key().forEach(column -> isKey[places.get(column.position())] = true);
        LogicalType[] types = new LogicalType[needed.length];
        for (int i = 0; i < needed.length; i++) {
            types[i] = from.layout().column(needed[i]).type();
        }
        this.to = new TableSchema(
                from.table(), RowBuilder.layout(types), moved(from.columns(), places), moved(from.key(), places));
        this.builder = new RowBuilder(to.layout());
    }

    private static List<Column> moved(List<Column> columns, Map<Integer, Integer> places) {
        return columns.stream()
                .map(column -> new Column(column.name(), places.get(column.position())))
                .toList();
    }

    /** The schema of the rows that are filled: the same columns under the same names, in another layout. */
    TableSchema schema() {
        return to;
    }

    /** Whether an image of the schema from which rows are filled has all columns that can be seen and those of the key. */
    boolean isFull(RowImage image) {
        for (int position : needed) {
            if (!image.isPresent(position)) {
                return false;
            }
        }
        return true;
    }

    /**
     * A row in the new layout: each column from the first of the images that has it, absent when none has.
     *
     * @param image an image of the schema from which rows are filled
     * @param other another one, or null
     * @param last the row that is known, or null
     * @param schema the schema of that row, or null
     */
    RowImage fill(RowImage image, RowImage other, RowImage last, TableSchema schema) {
        int[] places = last == null ? null : places(schema);
        try {
            for (int i = 0; i < needed.length; i++) {
                if (image.isPresent(needed[i])) {
                    image.read(needed[i], builder);
                } else if (other != null && other.isPresent(needed[i])) {
                    other.read(needed[i], builder);
                } else if (last != null && places[i] >= 0 && last.isPresent(places[i])) {
                    last.read(places[i], builder);
                } else {
                    builder.absent();
                }
            }
        } catch (RuntimeException e) {
            builder = new RowBuilder(to.layout());
            throw e;
        }
        return builder.build();
    }

    /** Whether the row that is known has another value in a column than the image before a change. */
    boolean contradicts(RowImage before, RowImage last, TableSchema schema) {
        int[] places = places(schema);
        List<Integer> both = new ArrayList<>();
        for (int i = 0; i < needed.length; i++) {
            if (!isKey[i] && places[i] >= 0 && before.isPresent(needed[i]) && last.isPresent(places[i])) {
                both.add(i);
            }
        }
        if (both.isEmpty()) {
            return false;
        }
        try {
            both.forEach(i -> before.read(needed[i], values));
            EventKey now = values.build();
            both.forEach(i -> last.read(places[i], values));
            return !now.equals(values.build());
        } catch (RuntimeException e) {
            values = new EventKey.Builder();
            throw e;
        }
    }

    /** The names of the columns that a filled row lacks. */
    List<String> absent(RowImage filled) {
        List<String> names = new ArrayList<>();
        to.columns().forEach(column -> {
            if (!filled.isPresent(column.position())) {
                names.add(column.name());
            }
        });
        to.key().forEach(column -> {
            if (!filled.isPresent(column.position()) && !names.contains(column.name())) {
                names.add(column.name());
            }
        });
        return names;
    }

    /** Where the columns are in rows of another schema: by name, where the type keeps the values; -1 where they are not. */
    private int[] places(TableSchema schema) {
        return known.computeIfAbsent(schema.id(), id -> {
            int[] places = new int[needed.length];
            Arrays.fill(places, -1);
            for (int i = 0; i < needed.length; i++) {
                int place = i;
                name(i).flatMap(name -> column(schema, name)).ifPresent(column -> {
                    if (SameColumn.keeps(
                            schema.type(column), to.layout().column(place).type())) {
                        places[place] = column.position();
                    }
                });
            }
            return places;
        });
    }

    private Optional<String> name(int place) {
        return Stream.concat(to.columns().stream(), to.key().stream())
                .filter(column -> column.position() == place)
                .map(Column::name)
                .findFirst();
    }

    private static Optional<Column> column(TableSchema schema, String name) {
        OptionalInt index = schema.indexOf(name);
        if (index.isPresent()) {
            return Optional.of(schema.columns().get(index.getAsInt()));
        }
        return schema.key().stream()
                .filter(column -> column.name().equals(name))
                .findFirst();
    }
}
