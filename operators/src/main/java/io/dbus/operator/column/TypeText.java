package io.dbus.operator.column;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Types of columns as users write them: {@code bigint}, {@code bigint unsigned}, {@code decimal(12,2)}, {@code varchar(20)}, {@code timestamp(3)}. */
public final class TypeText {
    /** The types, for messages and pages of options. */
    public static final String TYPES =
            "tinyint, smallint, mediumint, int, bigint (each also unsigned), decimal(digits,scale), double, boolean, date, time(f), datetime(f), "
                    + "timestamp(f), char(n), varchar(n), text, varbinary(n), blob, json";

    private static final Pattern FORM =
            Pattern.compile("([a-z]+)\\s*(?:\\(\\s*(\\d{1,5})\\s*(?:,\\s*(\\d{1,2})\\s*)?\\))?\\s*( unsigned)?");

    private static final Map<String, Kind> KINDS = new TreeMap<>(Map.ofEntries(
            Map.entry("tinyint", Kind.TINYINT),
            Map.entry("smallint", Kind.SMALLINT),
            Map.entry("mediumint", Kind.MEDIUMINT),
            Map.entry("int", Kind.INT),
            Map.entry("integer", Kind.INT),
            Map.entry("bigint", Kind.BIGINT),
            Map.entry("decimal", Kind.DECIMAL),
            Map.entry("double", Kind.DOUBLE),
            Map.entry("boolean", Kind.BIT),
            Map.entry("date", Kind.DATE),
            Map.entry("time", Kind.TIME),
            Map.entry("datetime", Kind.DATETIME),
            Map.entry("timestamp", Kind.TIMESTAMP),
            Map.entry("char", Kind.CHAR),
            Map.entry("varchar", Kind.VARCHAR),
            Map.entry("text", Kind.TEXT),
            Map.entry("varbinary", Kind.VARBINARY),
            Map.entry("blob", Kind.BLOB),
            Map.entry("json", Kind.JSON)));

    private TypeText() {}

    /**
     * The type of a text.
     *
     * @throws IllegalArgumentException when it is none; its message says why
     */
    public static LogicalType parse(String text) {
        Matcher form = FORM.matcher(text.strip().toLowerCase(Locale.ROOT));
        Kind kind = form.matches() ? KINDS.get(form.group(1)) : null;
        if (kind == null) {
            throw new IllegalArgumentException("'" + text + "' is no type; there are " + TYPES);
        }
        boolean unsigned = form.group(4) != null;
        int first = form.group(2) == null ? -1 : Integer.parseInt(form.group(2));
        int second = form.group(3) == null ? -1 : Integer.parseInt(form.group(3));
        if (second >= 0 && kind != Kind.DECIMAL) {
            throw new IllegalArgumentException("'" + text + "' has two numbers, and its type has not");
        }
        return switch (kind) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> {
                requireNone(text, first);
                yield unsigned ? LogicalType.unsigned(kind) : LogicalType.of(kind);
            }
            case DECIMAL -> decimal(text, unsigned, first, second);
            case TIME, DATETIME, TIMESTAMP -> {
                requireSigned(text, unsigned);
                if (first > 6) {
                    throw new IllegalArgumentException("'" + text + "' has more than 6 fractional digits");
                }
                yield LogicalType.temporal(kind, Math.max(first, 0));
            }
            case CHAR, VARCHAR, VARBINARY -> {
                requireSigned(text, unsigned);
                if (first == 0) {
                    throw new IllegalArgumentException("'" + text + "' has room for nothing");
                }
                yield LogicalType.of(kind, Math.max(first, 0));
            }
            default -> {
                requireSigned(text, unsigned);
                requireNone(text, first);
                yield kind == Kind.BIT ? LogicalType.of(kind, 1) : LogicalType.of(kind);
            }
        };
    }

    private static LogicalType decimal(String text, boolean unsigned, int precision, int scale) {
        if (precision < 1 || precision > 65 || scale > 30 || scale > precision) {
            throw new IllegalArgumentException(
                    "'" + text
                            + "' is no decimal type: write decimal(digits,scale) with up to 65 digits and a scale of up to 30, such as decimal(12,2)");
        }
        return new LogicalType(Kind.DECIMAL, precision, Math.max(scale, 0), unsigned, List.of());
    }

    private static void requireNone(String text, int number) {
        if (number >= 0) {
            throw new IllegalArgumentException("'" + text + "' has a number, and its type has none");
        }
    }

    private static void requireSigned(String text, boolean unsigned) {
        if (unsigned) {
            throw new IllegalArgumentException("'" + text + "' is unsigned, which only numbers are");
        }
    }
}
