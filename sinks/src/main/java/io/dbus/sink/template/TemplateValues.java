package io.dbus.sink.template;

import io.dbus.event.Column;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.reject.RejectReason;
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
        throw new TemplateException(
                RejectReason.WRONG_KIND,
                "an event that is no row change has no " + variable,
                "name its place with ${source} and ${server} only");
    }

    private static String column(NameTemplate.Variable variable, RowChange row) {
        OptionalInt index = row.schema().indexOf(variable.column());
        if (index.isEmpty()) {
            throw failure(
                    RejectReason.ILLEGAL_NAME,
                    variable,
                    "the table has no such column, but " + names(row),
                    "name one of them, or route the table elsewhere");
        }
        int position = row.schema().columns().get(index.getAsInt()).position();
        if (!row.image().isPresent(position)) {
            throw failure(
                    RejectReason.INCOMPLETE_ROW,
                    variable,
                    "the partial image of the row does not hold it",
                    "set binlog_row_image to FULL, or put a complete operator before the sink");
        }
        ColumnText text = new ColumnText();
        try {
            if (row.image().isNull(position)) {
                throw failure(
                        RejectReason.ILLEGAL_NAME,
                        variable,
                        "it is NULL",
                        "filter such rows out or take another column");
            }
            row.image().read(position, text);
        } catch (RowDecodeException e) {
            throw new TemplateException(
                    RejectReason.UNDECODABLE_VALUE,
                    "no name can be made with " + variable + ": it cannot be read: " + e.getMessage(),
                    "see what the server has there",
                    e);
        }
        return text.text()
                .orElseThrow(() -> failure(
                        RejectReason.ILLEGAL_NAME,
                        variable,
                        "its type has no text that a name could hold",
                        "take another column"));
    }

    private static TemplateException failure(
            RejectReason reason, NameTemplate.Variable variable, String why, String cure) {
        return new TemplateException(reason, "no name can be made with " + variable + ": " + why, cure);
    }

    private static String names(RowChange row) {
        return String.join(
                ", ", row.schema().columns().stream().map(Column::name).toList());
    }
}
