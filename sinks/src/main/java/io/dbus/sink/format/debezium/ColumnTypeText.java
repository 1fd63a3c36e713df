package io.dbus.sink.format.debezium;

import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalInt;

/**
 * The type of a column as {@code information_schema.columns.COLUMN_TYPE} writes it, in parts: {@code decimal(10,2) unsigned} is DECIMAL UNSIGNED of the length 10 and the scale 2.
 *
 * @param name its words in capitals, without what is in brackets: {@code INT UNSIGNED}
 * @param length the first number in brackets; of an ENUM 1, of a SET what all its labels take at one character each, as Debezium counts
 * @param scale the second number in brackets
 * @param labels the labels of an ENUM or SET as SQL writes them, in quotes
 */
public record ColumnTypeText(String name, OptionalInt length, OptionalInt scale, List<String> labels) {
    private static final Map<String, Integer> JDBC_TYPES = Map.ofEntries(
            Map.entry("TINYINT", Types.SMALLINT),
            Map.entry("SMALLINT", Types.SMALLINT),
            Map.entry("MEDIUMINT", Types.INTEGER),
            Map.entry("INT", Types.INTEGER),
            Map.entry("BIGINT", Types.BIGINT),
            Map.entry("FLOAT", Types.FLOAT),
            Map.entry("DOUBLE", Types.DOUBLE),
            Map.entry("DECIMAL", Types.DECIMAL),
            Map.entry("BIT", Types.BIT),
            Map.entry("YEAR", Types.INTEGER),
            Map.entry("DATE", Types.DATE),
            Map.entry("TIME", Types.TIME),
            Map.entry("DATETIME", Types.TIMESTAMP),
            Map.entry("TIMESTAMP", Types.TIMESTAMP_WITH_TIMEZONE),
            Map.entry("CHAR", Types.CHAR),
            Map.entry("VARCHAR", Types.VARCHAR),
            Map.entry("TINYTEXT", Types.VARCHAR),
            Map.entry("TEXT", Types.VARCHAR),
            Map.entry("MEDIUMTEXT", Types.VARCHAR),
            Map.entry("LONGTEXT", Types.VARCHAR),
            Map.entry("BINARY", Types.BINARY),
            Map.entry("VARBINARY", Types.VARBINARY),
            Map.entry("TINYBLOB", Types.BLOB),
            Map.entry("BLOB", Types.BLOB),
            Map.entry("MEDIUMBLOB", Types.BLOB),
            Map.entry("LONGBLOB", Types.BLOB),
            Map.entry("ENUM", Types.CHAR),
            Map.entry("SET", Types.CHAR));

    public ColumnTypeText {
        labels = List.copyOf(labels);
    }

    /** The parts of a type. What is no such text is a name without more. */
    public static ColumnTypeText parse(String type) {
        StringBuilder words = new StringBuilder(type.length());
        List<String> arguments = new ArrayList<>();
        int at = 0;
        while (at < type.length()) {
            char c = type.charAt(at);
            if (c == '(' && arguments.isEmpty()) {
                at = arguments(type, at + 1, arguments);
            } else if (type.startsWith("/*", at)) {
                // MariaDB: varchar(10) /*M!100301 COMPRESSED*/, timestamp /* mariadb-5.3 */
                int end = type.indexOf("*/", at + 2);
                at = end < 0 ? type.length() : end + 2;
            } else {
                words.append(c);
                at++;
            }
        }
        String name = words.toString().strip().replaceAll("\\s+", " ").toUpperCase(Locale.ROOT);
        if (name.startsWith("ENUM") || name.startsWith("SET")) {
            int length = name.startsWith("ENUM") ? 1 : Math.max(0, arguments.size() * 2 - 1);
            return new ColumnTypeText(name, OptionalInt.of(length), OptionalInt.empty(), arguments);
        }
        return new ColumnTypeText(name, number(arguments, 0), number(arguments, 1), List.of());
    }

    /** Reads up to the closing bracket, and gives the place after it. A quote in a text is doubled. */
    private static int arguments(String type, int from, List<String> arguments) {
        StringBuilder argument = new StringBuilder();
        boolean quoted = false;
        int at = from;
        for (; at < type.length(); at++) {
            char c = type.charAt(at);
            if (!quoted && (c == ',' || c == ')')) {
                arguments.add(argument.toString().strip());
                argument.setLength(0);
                if (c == ')') {
                    return at + 1;
                }
            } else {
                quoted ^= c == '\'';
                argument.append(c);
            }
        }
        arguments.add(argument.toString().strip());
        return at;
    }

    private static OptionalInt number(List<String> arguments, int index) {
        if (index >= arguments.size() || !arguments.get(index).matches("\\d{1,9}")) {
            return OptionalInt.empty();
        }
        return OptionalInt.of(Integer.parseInt(arguments.get(index)));
    }

    /** The type of {@link Types} that Debezium gives it. */
    public int jdbcType() {
        int space = name.indexOf(' ');
        return JDBC_TYPES.getOrDefault(space < 0 ? name : name.substring(0, space), Types.OTHER);
    }
}
