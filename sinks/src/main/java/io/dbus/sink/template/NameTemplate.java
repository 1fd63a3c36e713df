package io.dbus.sink.template;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * A name with variables, from which topics or indices are named: {@code ${source}}, {@code ${server}}, {@code ${db}}, {@code ${table}} (what
 * the row was routed to), {@code ${column:name}} (the value of a column) and {@code ${column:name|yyyy-MM}} (its date; see {@link DatePattern}). A {@code $} that begins no variable stands for itself. Parsed once; immutable.
 */
public final class NameTemplate implements Serializable {
    private static final long serialVersionUID = 1L;

    private final String text;
    private final List<Part> parts;
    private final List<Variable> variables;

    private sealed interface Part extends Serializable permits Literal, Variable {}

    private record Literal(String text) implements Part {
        private static final long serialVersionUID = 1L;
    }

    /** What a variable stands for. */
    public enum Kind {
        SOURCE,
        SERVER,
        DB,
        TABLE,
        COLUMN;

        private String label() {
            return this == COLUMN ? "column:name" : name().toLowerCase(Locale.ROOT);
        }
    }

    /**
     * A variable of a template.
     *
     * @param column the column's name; empty for the other kinds
     * @param date how its date is written; null for the text of the value
     */
    public record Variable(Kind kind, String column, DatePattern date) implements Part {
        private static final long serialVersionUID = 1L;

        public Variable {
            requireNonNull(kind, "kind");
            requireNonNull(column, "column");
        }

        private Variable(Kind kind) {
            this(kind, "", null);
        }

        @Override
        public String toString() {
            return "${" + (kind == Kind.COLUMN ? "column:" + column : kind.label()) + (date == null ? "" : "|" + date)
                    + "}";
        }
    }

    private NameTemplate(String text, List<Part> parts) {
        this.text = text;
        this.parts = List.copyOf(parts);
        this.variables = parts.stream()
                .filter(Variable.class::isInstance)
                .map(Variable.class::cast)
                .distinct()
                .toList();
    }

    /**
     * The template of a text.
     *
     * @throws IllegalArgumentException when it is none; its message says where and why, and what was meant
     */
    public static NameTemplate parse(String text) {
        requireNonNull(text, "text");
        List<Part> parts = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            int start = text.indexOf("${", at);
            if (start < 0) {
                start = text.length();
            }
            if (start > at) {
                parts.add(new Literal(text.substring(at, start)));
            }
            if (start == text.length()) {
                break;
            }
            int end = text.indexOf('}', start);
            if (end < 0) {
                throw new IllegalArgumentException("the variable that begins at character " + (start + 1) + " of '"
                        + text + "' has no closing brace");
            }
            parts.add(variable(text, text.substring(start + 2, end), start + 1));
            at = end + 1;
        }
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("the name is empty");
        }
        return new NameTemplate(text, parts);
    }

    private static Variable variable(String text, String name, int position) {
        if (name.startsWith("column:") && name.length() > "column:".length()) {
            return column(text, name.substring("column:".length()), position);
        }
        List<String> labels = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            if (kind != Kind.COLUMN && kind.label().equals(name)) {
                return new Variable(kind);
            }
            labels.add(kind.label());
        }
        throw new IllegalArgumentException(
                "there is no variable ${" + name + "} (character " + position + " of '" + text + "'); did you mean ${"
                        + nearest(name, labels) + "}? There are ${" + String.join("}, ${", labels) + "}");
    }

    private static Variable column(String text, String name, int position) {
        int bar = name.indexOf('|');
        if (bar < 0) {
            return new Variable(Kind.COLUMN, name, null);
        }
        try {
            if (bar == 0) {
                throw new IllegalArgumentException("no column is named");
            }
            return new Variable(Kind.COLUMN, name.substring(0, bar), DatePattern.parse(name.substring(bar + 1)));
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the date in ${column:" + name + "} (character " + position + " of '" + text + "') is none: "
                            + e.getMessage()
                            + ". Write it as ${column:name|yyyy-MM}, a pattern of Java's DateTimeFormatter",
                    e);
        }
    }

    /** The template of one column alone: its value. */
    public static NameTemplate ofColumn(String column) {
        return new NameTemplate("${column:" + column + "}", List.of(new Variable(Kind.COLUMN, column, null)));
    }

    /** Whether a variable of a kind is in it. */
    public boolean uses(Kind kind) {
        return variables.stream().anyMatch(variable -> variable.kind() == kind);
    }

    /** The variables in it, each once, in the order in which they first appear. */
    public List<Variable> variables() {
        return variables;
    }

    /** The texts between the variables. */
    public List<String> literals() {
        return parts.stream()
                .filter(Literal.class::isInstance)
                .map(part -> ((Literal) part).text())
                .toList();
    }

    /**
     * What its {@link #variables()} are for an event.
     *
     * @throws TemplateException when the event has none of one of them
     */
    public List<String> values(Event event) {
        return TemplateValues.of(variables, event);
    }

    /**
     * What its {@link #variables()} are for a row whose columns are those of an image, such as that before an update.
     *
     * @param other where columns are looked for that {@code image} does not hold; null for nowhere
     * @throws TemplateException when the row has none of one of them
     */
    public List<String> values(RowChange row, RowImage image, RowImage other) {
        return TemplateValues.of(variables, row, image, other);
    }

    /** The name from the {@linkplain #values values} of the variables. */
    public String join(List<String> values) {
        StringBuilder name = new StringBuilder();
        for (Part part : parts) {
            if (part instanceof Literal literal) {
                name.append(literal.text());
            } else {
                name.append(values.get(variables.indexOf(part)));
            }
        }
        return name.toString();
    }

    /** What all its names have in common, each variable being any text. */
    public Pattern pattern() {
        StringBuilder regex = new StringBuilder();
        for (Part part : parts) {
            regex.append(part instanceof Literal literal ? Pattern.quote(literal.text()) : ".*");
        }
        return Pattern.compile(regex.toString());
    }

    @Override
    public String toString() {
        return text;
    }

    private static String nearest(String name, List<String> labels) {
        String nearest = labels.get(0);
        for (String label : labels) {
            if (distance(name, label) < distance(name, nearest)) {
                nearest = label;
            }
        }
        return nearest;
    }

    /** The Levenshtein distance. */
    private static int distance(String from, String to) {
        int[] row = new int[to.length() + 1];
        for (int j = 0; j <= to.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= from.length(); i++) {
            int diagonal = row[0];
            row[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int same = diagonal + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                diagonal = row[j];
                row[j] = Math.min(same, 1 + Math.min(row[j], row[j - 1]));
            }
        }
        return row[to.length()];
    }
}
