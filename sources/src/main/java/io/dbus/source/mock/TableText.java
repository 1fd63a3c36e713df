package io.dbus.source.mock;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * Reads the shape of a table as users write it, as between the parentheses of CREATE TABLE: {@code id BIGINT, amount DECIMAL(10,2) NOT NULL, PRIMARY KEY
 * (id)}.
 */
final class TableText {
    private final String table;
    private final List<String> tokens;
    private int next;

    private TableText(String table, String text) {
        this.table = table;
        this.tokens = tokens(text);
    }

    /**
     * The shape of a table.
     *
     * @param name its name, {@code database.table}
     * @throws IllegalArgumentException when it cannot be read; the message says where
     */
    static MockTable parse(String name, String text) {
        int point = name.indexOf('.');
        if (point <= 0 || point == name.length() - 1) {
            throw new IllegalArgumentException("the table name '" + name + "' does not say database.table");
        }
        TableId id = new TableId(name.substring(0, point), name.substring(point + 1));
        return new TableText(name, text).read(id);
    }

    private MockTable read(TableId id) {
        List<MockColumn> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        do {
            if (take("PRIMARY")) {
                require("KEY");
                require("(");
                do {
                    key.add(word("a column's name"));
                } while (take(","));
                require(")");
            } else {
                columns.add(column(key));
            }
        } while (take(","));
        if (next < tokens.size()) {
            throw wrong("'" + tokens.get(next) + "' is not understood");
        }
        return checked(new MockTable(id, columns, key));
    }

    private MockColumn column(List<String> key) {
        String name = word("a column's name");
        LogicalType type = type(name);
        boolean nullable = true;
        while (next < tokens.size() && !tokens.get(next).equals(",")) {
            if (take("NOT")) {
                require("NULL");
                nullable = false;
            } else if (take("PRIMARY")) {
                require("KEY");
                key.add(name);
            } else if (!take("NULL")) {
                throw wrong("'" + tokens.get(next) + "' after the type of " + name + " is not understood");
            }
        }
        return new MockColumn(name, type, nullable);
    }

    private LogicalType type(String column) {
        String word = word("the type of " + column).toUpperCase(Locale.ROOT);
        Kind kind;
        try {
            kind = switch (word) {
                case "INTEGER" -> Kind.INT;
                case "NUMERIC" -> Kind.DECIMAL;
                case "BOOLEAN", "BOOL" -> Kind.TINYINT;
                default -> Kind.valueOf(word);
            };
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "the type " + word + " of column " + column + " of table " + table + " is not known", e);
        }
        List<String> arguments = new ArrayList<>();
        if (take("(")) {
            do {
                arguments.add(word("an argument of " + word));
            } while (take(","));
            require(")");
        }
        boolean unsigned = take("UNSIGNED");
        try {
            return switch (kind) {
                case ENUM, SET -> LogicalType.labelled(kind, labels(arguments));
                case DECIMAL -> LogicalType.decimal(number(arguments, 0, 10, 1, 65), number(arguments, 1, 0, 0, 30));
                case TIME, DATETIME, TIMESTAMP -> LogicalType.temporal(kind, number(arguments, 0, 0, 0, 6));
                case CHAR, BINARY -> LogicalType.of(kind, number(arguments, 0, 1, 1, 255));
                case VARCHAR, VARBINARY -> LogicalType.of(kind, number(arguments, 0, 32, 1, 65_535));
                // What MySQL does not limit so is how long the values are that are made.
                case TEXT, BLOB, JSON -> LogicalType.of(kind, number(arguments, 0, 64, 1, 16_777_216));
                case VECTOR -> LogicalType.of(kind, number(arguments, 0, 4, 1, 16_383));
                case BIT -> LogicalType.of(kind, number(arguments, 0, 1, 1, 64));
                default -> new LogicalType(kind, 0, 0, unsigned, List.of());
            };
        } catch (NumberFormatException e) {
            throw wrong(arguments + " is not possible for the " + kind + " column " + column);
        }
    }

    private static List<String> labels(List<String> arguments) {
        if (arguments.isEmpty()) {
            throw new NumberFormatException("no labels");
        }
        return arguments;
    }

    private static int number(List<String> arguments, int place, int otherwise, int least, int most) {
        if (arguments.size() <= place) {
            return otherwise;
        }
        int number = Integer.parseInt(arguments.get(place));
        if (number < least || number > most) {
            throw new NumberFormatException(arguments.get(place));
        }
        return number;
    }

    private MockTable checked(MockTable read) {
        Set<String> names = new HashSet<>();
        for (MockColumn column : read.columns()) {
            if (!names.add(column.name())) {
                throw wrong("there are two columns " + column.name());
            }
        }
        Set<String> keyNames = new HashSet<>();
        for (String name : read.key()) {
            if (!keyNames.add(name)) {
                throw wrong("the primary key has " + name + " twice");
            }
        }
        for (int i = 0; i < read.key().size(); i++) {
            String name = read.key().get(i);
            Optional<MockColumn> column =
                    read.columns().stream().filter(c -> c.name().equals(name)).findFirst();
            if (column.isEmpty()) {
                throw wrong("the primary key names a column " + name + ", which there is not");
            }
            if (i == read.key().size() - 1) {
                requireNumbered(column.get());
            }
        }
        if (read.columns().isEmpty()) {
            throw wrong("there is no column");
        }
        return read;
    }

    /** The last column of a key must tell all rows apart. */
    private void requireNumbered(MockColumn column) {
        LogicalType type = column.type();
        boolean wide =
                switch (type.kind()) {
                    case BIGINT, INT -> true;
                    case DECIMAL -> type.length() - type.scale() >= 19;
                    case CHAR, VARCHAR -> type.length() >= 20;
                    case BINARY, VARBINARY -> type.length() >= Long.BYTES;
                    default -> false;
                };
        if (!wide) {
            throw wrong("the last column of the primary key, " + column.name() + " " + type
                    + ", cannot number the rows; take INT, BIGINT, DECIMAL(19), VARCHAR(20), BINARY(8) or wider");
        }
    }

    private boolean take(String token) {
        if (next < tokens.size() && tokens.get(next).equalsIgnoreCase(token)) {
            next++;
            return true;
        }
        return false;
    }

    private void require(String token) {
        if (!take(token)) {
            throw wrong("'" + token + "' is missing"
                    + (next < tokens.size() ? " before '" + tokens.get(next) + "'" : " at the end"));
        }
    }

    private String word(String what) {
        if (next == tokens.size() || "(),".contains(tokens.get(next))) {
            throw wrong(what + " is missing" + (next < tokens.size() ? " before '" + tokens.get(next) + "'" : ""));
        }
        String token = tokens.get(next++);
        char first = token.charAt(0);
        return first == '\'' || first == '`' ? token.substring(1) : token;
    }

    private IllegalArgumentException wrong(String what) {
        return new IllegalArgumentException("table " + table + ": " + what);
    }

    /** Words, the signs {@code ( ) ,} and quoted texts, the latter with the quote that opens them. */
    private List<String> tokens(String text) {
        List<String> found = new ArrayList<>();
        int at = 0;
        while (at < text.length()) {
            char c = text.charAt(at);
            if (Character.isWhitespace(c)) {
                at++;
            } else if (c == '(' || c == ')' || c == ',') {
                found.add(String.valueOf(c));
                at++;
            } else if (c == '\'' || c == '`') {
                int end = text.indexOf(c, at + 1);
                if (end <= at + 1) {
                    throw wrong("the " + c + " at character " + (at + 1) + " opens a text that is empty or has no end");
                }
                found.add(text.substring(at, end));
                at = end + 1;
            } else {
                int end = at;
                while (end < text.length()
                        && !Character.isWhitespace(text.charAt(end))
                        && "(),'`".indexOf(text.charAt(end)) < 0) {
                    end++;
                }
                found.add(text.substring(at, end));
                at = end;
            }
        }
        return found;
    }
}
