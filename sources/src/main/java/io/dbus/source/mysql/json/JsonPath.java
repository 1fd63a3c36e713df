package io.dbus.source.mysql.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.RowDecodeException;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The way to one value of a document, as the server writes it into differences: {@code $.orders[3]."a b"} (MySQL manual, JSON
 * Path Syntax). Wildcards and ranges lead to many values and do not stand there.
 */
final class JsonPath {
    /** A step from a value into one of its own. */
    sealed interface Leg {
        /** Into an object's member; the name in UTF-8. */
        record Member(byte[] name) implements Leg {}

        /** Into an array's cell, counted from the first one or, in {@code [last-1]}, from the last. */
        record Cell(long index, boolean fromLast) implements Leg {
            /** Where it is in an array of so many cells; below 0 or not below the size where there is none. */
            long in(int size) {
                return fromLast ? size - 1L - index : index;
            }
        }
    }

    private static final String LAST = "last";

    private final byte[] b;
    private final int start;
    private final int end;
    private int at;

    private JsonPath(byte[] b, int start, int length) {
        this.b = b;
        this.start = start;
        this.end = start + length;
        this.at = start;
    }

    /**
     * The steps of a path.
     *
     * @throws RowDecodeException when it is none, or leads to many values
     */
    static List<Leg> parse(byte[] b, int start, int length) {
        return new JsonPath(b, start, length).legs();
    }

    private List<Leg> legs() {
        List<Leg> legs = new ArrayList<>();
        if (next() != '$') {
            throw wrong();
        }
        while (at < end) {
            switch (next()) {
                case '.' -> legs.add(new Leg.Member(at < end && b[at] == '"' ? quoted() : identifier()));
                case '[' -> legs.add(cell());
                default -> throw wrong();
            }
        }
        return legs;
    }

    private byte[] identifier() {
        int from = at;
        while (at < end && b[at] != '.' && b[at] != '[') {
            if (b[at] == '*' || b[at] == '"' || b[at] == '\\' || b[at] == ' ') {
                throw wrong();
            }
            at++;
        }
        if (at == from) {
            throw wrong();
        }
        return Arrays.copyOfRange(b, from, at);
    }

    private byte[] quoted() {
        at++;
        ByteArrayOutputStream name = new ByteArrayOutputStream();
        for (int c = next(); c != '"'; c = next()) {
            if (c == '\\') {
                escaped(name);
            } else {
                name.write(c);
            }
        }
        return name.toByteArray();
    }

    private void escaped(ByteArrayOutputStream name) {
        int c = next();
        switch (c) {
            case '"', '\\', '/' -> name.write(c);
            case 'b' -> name.write('\b');
            case 'f' -> name.write('\f');
            case 'n' -> name.write('\n');
            case 'r' -> name.write('\r');
            case 't' -> name.write('\t');
            case 'u' -> {
                char first = unit();
                String text = String.valueOf(first);
                if (Character.isHighSurrogate(first) && next() == '\\' && next() == 'u') {
                    text += unit();
                }
                name.writeBytes(text.getBytes(UTF_8));
            }
            default -> throw wrong();
        }
    }

    private char unit() {
        int unit = 0;
        for (int i = 0; i < 4; i++) {
            int digit = Character.digit(next(), 16);
            if (digit < 0) {
                throw wrong();
            }
            unit = unit << 4 | digit;
        }
        return (char) unit;
    }

    private Leg.Cell cell() {
        boolean fromLast = take(LAST);
        long index = 0;
        if (!fromLast || take("-")) {
            int from = at;
            while (at < end && b[at] >= '0' && b[at] <= '9' && at - from < 10) {
                index = index * 10 + b[at++] - '0';
            }
            if (at == from) {
                throw wrong();
            }
        }
        if (next() != ']') {
            throw wrong();
        }
        return new Leg.Cell(index, fromLast);
    }

    private boolean take(String word) {
        byte[] bytes = word.getBytes(UTF_8);
        if (end - at < bytes.length || !Arrays.equals(b, at, at + bytes.length, bytes, 0, bytes.length)) {
            return false;
        }
        at += bytes.length;
        return true;
    }

    private int next() {
        if (at >= end) {
            throw wrong();
        }
        return b[at++] & 0xFF;
    }

    private RowDecodeException wrong() {
        return new RowDecodeException("'" + new String(b, start, end - start, UTF_8) + "' is no path to one value");
    }
}
