package io.dbus.sink.template;

import io.dbus.event.Column;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import java.util.List;
import java.util.OptionalInt;

/** What the variables of a template are for an event. */
final class TemplateValues {
    private TemplateValues() {}

    static List<String> of(List<NameTemplate.Variable> variables, Event event) {
        String[] values = new String[variables.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = value(variables.get(i), event);
        }
        return List.of(values);
    }

    private static String value(NameTemplate.Variable variable, Event event) {
        return switch (variable.kind()) {
            case SOURCE -> event.origin().transaction().source();
            case SERVER -> event.origin().transaction().server();
            case DB -> row(variable, event).table().database();
            case TABLE -> row(variable, event).table().table();
            case COLUMN -> column(variable, row(variable, event));
        };
    }

    private static RowChange row(NameTemplate.Variable variable, Event event) {
        if (event instanceof RowChange row) {
            return row;
        }
        throw new TemplateException("An event that is no row change has no " + variable + " ("
                + event.origin().describe() + "): name its place with ${source} and ${server} only.");
    }

    private static String column(NameTemplate.Variable variable, RowChange row) {
        OptionalInt index = row.schema().indexOf(variable.column());
        if (index.isEmpty()) {
            throw failure(variable, row, "the table has no such column, but " + names(row));
        }
        int position = row.schema().columns().get(index.getAsInt()).position();
        if (!row.image().isPresent(position)) {
            throw failure(variable, row, "the partial image of the row does not hold it; set binlog_row_image to FULL");
        }
        if (row.image().isNull(position)) {
            throw failure(variable, row, "it is NULL; filter such rows out or take another column");
        }
        ColumnText text = new ColumnText();
        row.image().read(position, text);
        return text.text().orElseThrow(() -> failure(variable, row, "its type has no text that a name could hold"));
    }

    private static TemplateException failure(NameTemplate.Variable variable, RowChange row, String why) {
        return new TemplateException("No name can be made with " + variable + " for a row of table " + row.table()
                + " (" + row.origin().describe() + "): " + why + ".");
    }

    private static String names(RowChange row) {
        return String.join(
                ", ", row.schema().columns().stream().map(Column::name).toList());
    }
}
