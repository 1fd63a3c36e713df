package io.dbus.sink.template;

import io.dbus.event.Column;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
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

    static List<String> of(List<NameTemplate.Variable> variables, RowChange row, RowImage image, RowImage other) {
        String[] values = new String[variables.size()];
        for (int i = 0; i < values.length; i++) {
            NameTemplate.Variable variable = variables.get(i);
            values[i] = variable.kind() == NameTemplate.Kind.COLUMN
                    ? column(variable, row, image, other)
                    : value(variable, row);
        }
        return List.of(values);
    }

    private static String value(NameTemplate.Variable variable, Event event) {
        return switch (variable.kind()) {
            case SOURCE -> event.origin().transaction().source();
            case SERVER -> event.origin().transaction().server();
            case DB -> table(variable, event).database();
            case TABLE -> table(variable, event).table();
            case COLUMN -> {
                RowChange row = row(variable, event);
                yield column(variable, row, row.image(), null);
            }
        };
    }

    private static TableId table(NameTemplate.Variable variable, Event event) {
        return event instanceof Truncate truncate
                ? truncate.table()
                : row(variable, event).table();
    }

    private static RowChange row(NameTemplate.Variable variable, Event event) {
        if (event instanceof RowChange row) {
            return row;
        }
        if (event instanceof Truncate) {
            throw new TemplateException(
                    RejectReason.ILLEGAL_NAME,
                    "a TRUNCATE is of all rows of its table and has no " + variable,
                    "skip truncates, or name their place without columns");
        }
        throw new TemplateException(
                RejectReason.WRONG_KIND,
                "an event that is no row change has no " + variable,
                "name its place with ${source} and ${server} only");
    }

    private static String column(NameTemplate.Variable variable, RowChange row, RowImage image, RowImage other) {
        OptionalInt index = row.schema().indexOf(variable.column());
        if (index.isEmpty()) {
            throw failure(
                    RejectReason.ILLEGAL_NAME,
                    variable,
                    "the table has no such column, but " + names(row),
                    "name one of them, or route the table elsewhere");
        }
        int position = row.schema().columns().get(index.getAsInt()).position();
        RowImage holder = image.isPresent(position) || other == null ? image : other;
        if (!holder.isPresent(position)) {
            throw failure(
                    RejectReason.INCOMPLETE_ROW,
                    variable,
                    "the partial image of the row does not hold it",
                    "set binlog_row_image to FULL, or put a complete operator before the sink");
        }
        try {
            return variable.date() == null ? text(variable, holder, position) : date(variable, holder, position);
        } catch (RowDecodeException e) {
            throw new TemplateException(
                    RejectReason.UNDECODABLE_VALUE,
                    "no name can be made with " + variable + ": it cannot be read: " + e.getMessage(),
                    "see what the server has there",
                    e);
        }
    }

    private static String text(NameTemplate.Variable variable, RowImage image, int position) {
        if (image.isNull(position)) {
            throw failure(
                    RejectReason.ILLEGAL_NAME, variable, "it is NULL", "filter such rows out or take another column");
        }
        ColumnText text = new ColumnText();
        image.read(position, text);
        return text.text()
                .orElseThrow(() -> failure(
                        RejectReason.ILLEGAL_NAME,
                        variable,
                        "its type has no text that a name could hold",
                        "take another column, or a part of its date as in ${column:" + variable.column()
                                + "|yyyy-MM}"));
    }

    private static String date(NameTemplate.Variable variable, RowImage image, int position) {
        ColumnDate column = new ColumnDate();
        image.read(position, column);
        if (column.isOfAnotherType()) {
            throw failure(
                    RejectReason.ILLEGAL_NAME,
                    variable,
                    "it is no DATE, DATETIME or TIMESTAMP",
                    "take such a column, or leave the pattern out");
        }
        if (column.date().isPresent()) {
            return variable.date().format(column.date().get());
        }
        if (variable.date().otherwise().isEmpty()) {
            throw failure(
                    RejectReason.ILLEGAL_NAME,
                    variable,
                    image.isNull(position) ? "it is NULL" : "it is a date that no calendar has",
                    "filter such rows out, or say what stands for no date as in ${column:" + variable.column() + "|"
                            + variable.date().pattern() + "|none}");
        }
        return variable.date().otherwise();
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
