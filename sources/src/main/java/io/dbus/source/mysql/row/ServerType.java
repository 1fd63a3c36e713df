package io.dbus.source.mysql.row;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A type as {@code COLUMN_TYPE} of {@code information_schema.columns} writes it.
 *
 * @param name the word it begins with, in lower case
 * @param arguments the numbers in parentheses
 * @param labels the labels of an ENUM or SET
 * @param unsigned whether it says UNSIGNED (ZEROFILL says so too)
 */
record ServerType(String name, List<Integer> arguments, List<String> labels, boolean unsigned) {

    static ServerType parse(String text) {
        int open = text.indexOf('(');
        int space = text.indexOf(' ');
        int nameEnd = open < 0 ? space : space < 0 ? open : Math.min(open, space);
        String name = (nameEnd < 0 ? text : text.substring(0, nameEnd)).toLowerCase(Locale.ROOT);
        List<Integer> arguments = new ArrayList<>();
        List<String> labels = new ArrayList<>();
        int at = nameEnd < 0 ? text.length() : nameEnd;
        if (at < text.length() && text.charAt(at) == '(') {
            at = name.equals("enum") || name.equals("set") ? labels(text, at, labels) : arguments(text, at, arguments);
        }
        String rest = text.substring(at).toLowerCase(Locale.ROOT);
        return new ServerType(name, arguments, labels, rest.contains("unsigned") || rest.contains("zerofill"));
    }

    /** The argument at an index or, if there is none, what the server takes in its place. */
    int argument(int index, int otherwise) {
        return index < arguments.size() ? arguments.get(index) : otherwise;
    }

    private static int arguments(String text, int open, List<Integer> arguments) {
        int close = text.indexOf(')', open);
        if (close < 0) {
            throw notAType(text);
        }
        try {
            for (String number : text.substring(open + 1, close).split(",")) {
                arguments.add(Integer.parseInt(number.trim()));
            }
        } catch (NumberFormatException e) {
            throw notAType(text);
        }
        return close + 1;
    }

    /** Labels in quotes, quotes in them doubled, backslash, newline, return and NUL with a backslash before them. */
    private static int labels(String text, int open, List<String> labels) {
        int at = open;
        do {
            at++;
            if (at >= text.length() || text.charAt(at) != '\'') {
                throw notAType(text);
            }
            StringBuilder label = new StringBuilder();
            at = label(text, at + 1, label);
            labels.add(label.toString());
        } while (at < text.length() && text.charAt(at) == ',');
        if (at >= text.length() || text.charAt(at) != ')') {
            throw notAType(text);
        }
        return at + 1;
    }

    private static int label(String text, int start, StringBuilder label) {
        int at = start;
        while (at < text.length()) {
            char c = text.charAt(at++);
            char next = at < text.length() ? text.charAt(at) : 0;
            if (c == '\'') {
                if (next != '\'') {
                    return at;
                }
                at++;
            } else if (c == '\\') {
                c = unescaped(next);
                at++;
            }
            label.append(c);
        }
        throw notAType(text);
    }

    private static char unescaped(char c) {
        return switch (c) {
            case '0' -> 0;
            case 'n' -> '\n';
            case 'r' -> '\r';
            default -> c;
        };
    }

    private static SchemaMismatchException notAType(String text) {
        return new SchemaMismatchException("The server describes a column as '" + text
                + "', which is not understood: SET GLOBAL binlog_row_metadata=FULL, so that it is not needed");
    }
}
