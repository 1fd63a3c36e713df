package io.dbus.source.mysql.json;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.RowDecodeException;
import java.util.List;

/**
 * What an update changed in a JSON document, as a server writes it with {@code binlog_row_value_options=PARTIAL_JSON} (MySQL
 * source, {@code json_diff.h}): operations one after the other, each a byte that says which, a path, and a value in binary form
 * unless it removes one.
 */
public final class JsonDifference {
    private static final int REPLACE = 0;
    private static final int INSERT = 1;
    private static final int REMOVE = 2;
    private static final byte[] JSON_NULL = {4, 0};

    private final byte[] b;
    private final int end;
    private int at;

    private JsonDifference(byte[] b, int start, int length) {
        this.b = b;
        this.at = start;
        this.end = start + length;
    }

    /**
     * The document after the change, in binary form.
     *
     * @param before holds the document before the change
     * @param difference holds the operations
     * @throws RowDecodeException when either is damaged, or they are not of each other
     */
    public static byte[] apply(
            byte[] before,
            int beforeStart,
            int beforeLength,
            byte[] difference,
            int differenceStart,
            int differenceLength) {
        // INSERT IGNORE leaves nothing at all in a column that is NOT NULL, which the server reads as the JSON null.
        JsonPart document = beforeLength == 0
                ? JsonPart.document(JSON_NULL, 0, JSON_NULL.length)
                : JsonPart.document(before, beforeStart, beforeLength);
        JsonDifference operations = new JsonDifference(difference, differenceStart, differenceLength);
        while (operations.at < operations.end) {
            operations.applyNext(document);
        }
        return document.toBytes();
    }

    private void applyNext(JsonPart document) {
        int operation = b[at++];
        int pathLength = length();
        int pathStart = at;
        List<JsonPath.Leg> path = JsonPath.parse(b, at, pathLength);
        at += pathLength;
        JsonPart value = document;
        if (operation != REMOVE) {
            int valueLength = length();
            value = JsonPart.document(b, at, valueLength);
            at += valueLength;
        }
        if (path.isEmpty()
                || operation < REPLACE
                || operation > REMOVE
                || !isApplied(operation, path, document, value)) {
            throw new RowDecodeException("The operation " + operation + " at '"
                    + new String(b, pathStart, pathLength, UTF_8)
                    + "' does not fit the document that it changes: the event is damaged");
        }
    }

    private static boolean isApplied(int operation, List<JsonPath.Leg> path, JsonPart document, JsonPart value) {
        JsonPart parent = document;
        for (JsonPath.Leg leg : path.subList(0, path.size() - 1)) {
            int number = number(parent, leg);
            if (number < 0) {
                return false;
            }
            parent = parent.get(number);
        }
        JsonPath.Leg last = path.get(path.size() - 1);
        if (operation == INSERT) {
            return isInserted(parent, last, value);
        }
        int number = number(parent, last);
        if (number < 0) {
            return false;
        }
        if (operation == REPLACE) {
            parent.replace(number, value);
        } else {
            parent.remove(number);
        }
        return true;
    }

    /** Into an array before a cell or, beyond the last one, behind it; into an object under a name that is new. */
    private static boolean isInserted(JsonPart parent, JsonPath.Leg last, JsonPart value) {
        if (parent.isObject() && last instanceof JsonPath.Leg.Member member) {
            int number = parent.find(member.name());
            if (number < 0) {
                parent.insert(-1 - number, member.name(), value);
            }
            return number < 0;
        }
        if (parent.isArray() && last instanceof JsonPath.Leg.Cell cell) {
            long index = cell.in(parent.count());
            parent.insert((int) Math.max(0, Math.min(index, parent.count())), value);
            return true;
        }
        return false;
    }

    /** The number of a member or cell; negative when there is none. */
    private static int number(JsonPart parent, JsonPath.Leg leg) {
        if (parent.isObject() && leg instanceof JsonPath.Leg.Member member) {
            return parent.find(member.name());
        }
        if (parent.isArray() && leg instanceof JsonPath.Leg.Cell cell) {
            long index = cell.in(parent.count());
            return index < parent.count() ? (int) index : -1;
        }
        return -1;
    }

    /** A length-encoded integer: the size of what follows. */
    private int length() {
        int first = at < end ? b[at++] & 0xFF : 0xFF;
        int bytes =
                switch (first) {
                    case 0xFC -> 2;
                    case 0xFD -> 3;
                    case 0xFE -> 8;
                    default -> 0;
                };
        long length = bytes == 0 ? first : 0;
        if (first == 0xFB || first == 0xFF || bytes > end - at) {
            throw cutOff();
        }
        for (int i = bytes - 1; i >= 0; i--) {
            length = length << 8 | b[at + i] & 0xFF;
        }
        at += bytes;
        if (length < 0 || length > end - at) {
            throw cutOff();
        }
        return (int) length;
    }

    private RowDecodeException cutOff() {
        return new RowDecodeException("A difference of JSON documents ends inside an operation: the event is damaged");
    }
}
