package io.dbus.operator.project;

import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueReceiver;
import io.dbus.operator.UnfitEventException;
import io.dbus.operator.column.Cast;
import io.dbus.operator.column.ColumnPattern;
import io.dbus.operator.column.ConversionException;
import io.dbus.operator.column.RowRewrite;
import io.dbus.operator.column.TypeText;
import io.dbus.reject.RejectReason;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** What the options of {@code project} say, worked out for one schema at a time: computed columns, then casts, then the choice of columns, then new names. */
final class Projection {
    private final List<Choice> choices;
    private final List<Computed> computed;
    private final Map<String, LogicalType> casts;
    private final Map<String, String> names;

    private record Choice(boolean keep, ColumnPattern pattern) {}

    private Projection(
            List<Choice> choices, List<Computed> computed, Map<String, LogicalType> casts, Map<String, String> names) {
        this.choices = choices;
        this.computed = computed;
        this.casts = casts;
        this.names = names;
    }

    /**
     * A projection.
     *
     * @throws IllegalArgumentException when an option is not valid; its message says why
     */
    static Projection of(
            List<String> columns, List<Computed> computed, Map<String, String> casts, Map<String, String> names) {
        Map<String, LogicalType> types = new TreeMap<>();
        casts.forEach((column, type) -> types.put(column, TypeText.parse(type)));
        computed.stream()
                .map(Computed::column)
                .filter(types::containsKey)
                .findFirst()
                .ifPresent(column -> {
                    throw new IllegalArgumentException(
                            "column " + column + " is computed and cast: give the computed column the type");
                });
        names.forEach((from, to) -> {
            if (from.isBlank() || to == null || to.isBlank()) {
                throw new IllegalArgumentException(
                        "the column '" + from + "' is renamed to '" + to + "', and no name can be empty");
            }
        });
        return new Projection(choices(columns), computed, types, new TreeMap<>(names));
    }

    private static List<Choice> choices(List<String> columns) {
        List<Choice> choices = new ArrayList<>();
        for (String text : columns) {
            boolean drop = text.startsWith("!");
            choices.add(new Choice(!drop, ColumnPattern.parse(drop ? text.substring(1) : text)));
        }
        if (choices.isEmpty() || !choices.get(0).keep()) {
            choices.add(0, new Choice(true, ColumnPattern.parse("*")));
        }
        return choices;
    }

    /**
     * How rows of a schema are made anew.
     *
     * @param table the table's name at this place of the pipeline
     * @throws IllegalArgumentException when the options do not fit the table; its message says why
     */
    RowRewrite of(TableId table, TableSchema schema) {
        Map<String, Column> columns = new LinkedHashMap<>();
        schema.columns().forEach(column -> columns.put(column.name(), column));
        Map<String, Computed> values = new LinkedHashMap<>();
        computed.forEach(column -> values.put(column.column(), column));
        casts.keySet().stream()
                .filter(name -> !columns.containsKey(name))
                .findFirst()
                .ifPresent(name -> {
                    throw missing(table, schema, name);
                });
        RowRewrite.Builder builder = new RowRewrite.Builder(schema);
        for (String name : chosen(table, schema, columns.keySet(), values.keySet())) {
            String to = names.getOrDefault(name, name);
            Column column = columns.get(name);
            if (values.containsKey(name)) {
                Computed value = values.get(name);
                if (column == null) {
                    builder.add(to, value.type(), value.in(schema));
                } else {
                    builder.replace(to, column, value.type(), value.in(schema));
                }
            } else if (casts.containsKey(name) && !schema.type(column).equals(casts.get(name))) {
                LogicalType type = casts.get(name);
                builder.replace(to, column, type, cast(column, type));
            } else {
                builder.keep(to, column);
            }
        }
        return builder.build(name -> names.getOrDefault(name, name));
    }

    private Set<String> chosen(TableId table, TableSchema schema, Set<String> columns, Set<String> values) {
        Set<String> all = new LinkedHashSet<>(columns);
        all.addAll(values);
        Set<String> chosen = new LinkedHashSet<>();
        for (Choice choice : choices) {
            if (choice.keep() && choice.pattern().isExact() && all.stream().noneMatch(choice.pattern()::matches)) {
                throw missing(table, schema, choice.pattern().toString());
            }
            if (choice.keep()) {
                all.stream().filter(choice.pattern()::matches).forEach(chosen::add);
            } else {
                chosen.removeIf(choice.pattern()::matches);
            }
        }
        return chosen;
    }

    private static IllegalArgumentException missing(TableId table, TableSchema schema, String name) {
        return new IllegalArgumentException("table " + table + " has no column " + name + "; its columns are "
                + String.join(", ", schema.columns().stream().map(Column::name).toList()));
    }

    private static RowRewrite.NewValue cast(Column column, LogicalType type) {
        return (change, image, to) -> cast(change, image, column, type, to);
    }

    private static void cast(RowChange change, RowImage image, Column column, LogicalType type, RowBuilder to) {
        if (!image.isPresent(column.position())) {
            to.absent();
            return;
        }
        try {
            ValueReceiver cast = Cast.to(type, to);
            image.read(column.position(), cast);
        } catch (ConversionException e) {
            throw new UnfitEventException(
                    RejectReason.CONVERSION,
                    "column " + column.name() + " of type " + change.schema().type(column) + " cannot be cast: "
                            + e.getMessage(),
                    "cast it to a type that holds all its values, or leave it as it is",
                    e);
        }
    }
}
