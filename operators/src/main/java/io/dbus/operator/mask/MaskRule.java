package io.dbus.operator.mask;

import static java.util.Objects.requireNonNull;

import io.dbus.operator.column.ColumnRule;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * One mask and the columns that it is for.
 *
 * @param columns the columns
 * @param kind what it does
 * @param value the value of {@link Kind#FIXED}; otherwise empty
 * @param length how many characters {@link Kind#TRUNCATE} keeps; otherwise 0
 */
record MaskRule(ColumnRule columns, Kind kind, String value, int length) {
    private static final String WITH = "with";
    private static final String VALUE = "value";
    private static final String LENGTH = "length";

    /** What a mask does. */
    enum Kind {
        FIXED,
        HMAC,
        TRUNCATE,
        NULLIFY
    }

    MaskRule {
        requireNonNull(columns, "columns");
        requireNonNull(kind, "kind");
        requireNonNull(value, "value");
    }

    /**
     * The masks as a pipeline file has them, in order.
     *
     * @throws IllegalArgumentException when one is not valid; its message says which and why
     */
    static List<MaskRule> parse(List<Map<String, String>> masks) {
        if (masks.isEmpty()) {
            throw new IllegalArgumentException("no mask is given");
        }
        List<MaskRule> parsed = new ArrayList<>();
        for (Map<String, String> mask : masks) {
            int number = parsed.size() + 1;
            try {
                parsed.add(parse(mask));
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException("mask " + number + ": " + e.getMessage(), e);
            }
        }
        return parsed;
    }

    private static MaskRule parse(Map<String, String> mask) {
        ColumnRule columns = ColumnRule.parse(mask, Set.of(WITH, VALUE, LENGTH));
        Kind kind = kind(ColumnRule.require(mask, WITH));
        if (kind != Kind.FIXED && mask.containsKey(VALUE)) {
            throw new IllegalArgumentException("only fixed has a value");
        }
        if (kind != Kind.TRUNCATE && mask.containsKey(LENGTH)) {
            throw new IllegalArgumentException("only truncate has a length");
        }
        String value = kind == Kind.FIXED ? ColumnRule.require(mask, VALUE) : "";
        int length = kind == Kind.TRUNCATE ? length(ColumnRule.require(mask, LENGTH)) : 0;
        return new MaskRule(columns, kind, value, length);
    }

    private static Kind kind(String text) {
        for (Kind kind : Kind.values()) {
            if (kind.name().equals(text.toUpperCase(Locale.ROOT))) {
                return kind;
            }
        }
        throw new IllegalArgumentException(
                "there is no mask '" + text + "'; there are fixed, hmac, truncate and nullify");
    }

    private static int length(String text) {
        if (!text.matches("\\d{1,6}")) {
            throw new IllegalArgumentException("the length '" + text + "' is no number of characters from 0 to 999999");
        }
        return Integer.parseInt(text);
    }
}
