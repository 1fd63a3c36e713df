package io.dbus.source.mysql.json;

import io.dbus.event.RowDecodeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A value of a document in the server's binary form (MySQL source, {@code json_binary.h}) that can be changed: bytes as they
 * stand, until somebody steps into it. What nobody stepped into is copied as it is, since its offsets count from its own
 * begin, so a change costs the containers on its way and one copy of the rest.
 *
 * <p>Containers have offsets of two bytes up to 64 KiB and of four beyond; small numbers stand in the entry itself where they
 * fit into an offset. Members of an object are sorted by the length of their names, then by the bytes.
 */
final class JsonPart {
    private static final int SMALL_OBJECT = 0x00;
    private static final int LARGE_OBJECT = 0x01;
    private static final int SMALL_ARRAY = 0x02;
    private static final int LARGE_ARRAY = 0x03;
    private static final int LITERAL = 0x04;
    private static final int INT16 = 0x05;
    private static final int UINT16 = 0x06;
    private static final int INT32 = 0x07;
    private static final int UINT32 = 0x08;
    private static final int INT64 = 0x09;
    private static final int UINT64 = 0x0A;
    private static final int DOUBLE = 0x0B;
    private static final int STRING = 0x0C;
    private static final int OPAQUE = 0x0F;

    private static final int SMALL = 2;
    private static final int LARGE = 4;
    private static final int MAX_SMALL = 0xFFFF;
    private static final int NAME_LENGTH = 2;

    private final int type;
    private final byte[] b;
    private final int at;
    private final int size;

    /** Names of an object's members, and the values of a container, once somebody stepped into it. */
    private List<byte[]> names = List.of();

    private List<JsonPart> parts = List.of();
    private boolean open;

    /** Set by {@link #measure}; nothing is changed any more then. */
    private int width;

    private long measured = -1;

    private JsonPart(int type, byte[] b, int at, int limit) {
        this.type = type;
        this.b = b;
        this.at = at;
        this.size = size(type, b, at, limit);
    }

    /**
     * A document: its type, then its value.
     *
     * @throws RowDecodeException when it is damaged
     */
    static JsonPart document(byte[] b, int start, int length) {
        if (length < 1) {
            throw damaged("is empty");
        }
        return new JsonPart(b[start] & 0xFF, b, start + 1, start + length);
    }

    /** The document, of which this is the outermost value, in binary form again. */
    byte[] toBytes() {
        long length = 1 + measure();
        if (length > Integer.MAX_VALUE - 64) {
            throw new RowDecodeException("A JSON document would have " + length + " bytes, more than can be");
        }
        byte[] out = new byte[(int) length];
        out[0] = (byte) writtenType();
        write(out, 1);
        return out;
    }

    boolean isObject() {
        return type == SMALL_OBJECT || type == LARGE_OBJECT;
    }

    boolean isArray() {
        return type == SMALL_ARRAY || type == LARGE_ARRAY;
    }

    /** How many members or cells a container has; steps into it. */
    int count() {
        open();
        return parts.size();
    }

    /** The number of an object's member, or, where there is none of that name, -1 less the number that it would have. */
    int find(byte[] name) {
        open();
        int low = 0;
        int high = names.size() - 1;
        while (low <= high) {
            int middle = low + high >>> 1;
            byte[] other = names.get(middle);
            int order = other.length != name.length
                    ? Integer.compare(other.length, name.length)
                    : Arrays.compareUnsigned(other, name);
            if (order == 0) {
                return middle;
            }
            if (order < 0) {
                low = middle + 1;
            } else {
                high = middle - 1;
            }
        }
        return -1 - low;
    }

    /** The value of a member or cell; of {@link #count()}. */
    JsonPart get(int number) {
        open();
        return parts.get(number);
    }

    void replace(int number, JsonPart value) {
        open();
        parts.set(number, value);
    }

    /** Puts a value before the cell of a number, or behind the last. */
    void insert(int number, JsonPart value) {
        open();
        parts.add(number, value);
    }

    /** Puts a member where {@link #find} says that it belongs. */
    void insert(int number, byte[] name, JsonPart value) {
        open();
        if (name.length > MAX_SMALL) {
            throw damaged("gets a name of " + name.length + " bytes, more than can be");
        }
        names.add(number, name);
        parts.add(number, value);
    }

    void remove(int number) {
        open();
        if (isObject()) {
            names.remove(number);
        }
        parts.remove(number);
    }

    private void open() {
        if (open) {
            return;
        }
        open = true;
        boolean object = isObject();
        int from = type == SMALL_OBJECT || type == SMALL_ARRAY ? SMALL : LARGE;
        int end = at + size;
        long count = number(b, at, end, from);
        int nameEntry = object ? from + NAME_LENGTH : 0;
        int valueEntry = from + 1;
        long head = 2L * from + count * (nameEntry + valueEntry);
        if (head > size) {
            throw damaged("has a part of " + size + " bytes with " + count + " members");
        }
        names = new ArrayList<>();
        parts = new ArrayList<>((int) count + 1);
        // Parts that lie in each other, in a damaged document, would grow without bounds when written again.
        long rest = size - head;
        for (int i = 0; i < count; i++) {
            if (object) {
                int entry = at + 2 * from + i * nameEntry;
                long start = at + number(b, entry, end, from);
                int length = (int) number(b, entry + from, end, NAME_LENGTH);
                if (start > end - length) {
                    throw damaged("has a name of " + length + " bytes at byte " + (start - at) + " of " + size);
                }
                names.add(Arrays.copyOfRange(b, (int) start, (int) start + length));
                rest -= length;
            }
            int entry = at + 2 * from + (int) count * nameEntry + i * valueEntry;
            int valueType = b[entry] & 0xFF;
            boolean inline = isInline(valueType, from);
            long start = inline ? entry + 1 : at + number(b, entry + 1, end, from);
            if (start > end) {
                throw damaged("points to byte " + (start - at) + " of a part of " + size);
            }
            JsonPart part = new JsonPart(valueType, b, (int) start, end);
            parts.add(part);
            rest -= inline ? 0 : part.size;
            if (rest < 0) {
                throw damaged("has parts that lie in each other");
            }
        }
    }

    /** How many bytes the value takes when it is written; chooses the width of offsets. */
    private long measure() {
        if (!open) {
            return size;
        }
        width = SMALL;
        long small = measure(SMALL);
        if (small <= MAX_SMALL && parts.size() <= MAX_SMALL) {
            return small;
        }
        width = LARGE;
        return measure(LARGE);
    }

    private long measure(int offsets) {
        long length = 2L * offsets + parts.size() * (offsets + 1L) + names.size() * (long) (offsets + NAME_LENGTH);
        for (byte[] name : names) {
            length += name.length;
        }
        for (JsonPart part : parts) {
            length += isInline(part.type, offsets) ? 0 : part.measured();
        }
        return length;
    }

    private long measured() {
        if (measured < 0) {
            measured = measure();
        }
        return measured;
    }

    private int writtenType() {
        if (!open) {
            return type;
        }
        return isObject() ? width == SMALL ? SMALL_OBJECT : LARGE_OBJECT : width == SMALL ? SMALL_ARRAY : LARGE_ARRAY;
    }

    /** Writes the value after {@link #measure}; gives where it ends. */
    private int write(byte[] out, int start) {
        if (!open) {
            System.arraycopy(b, at, out, start, size);
            return start + size;
        }
        int nameEntries = start + 2 * width;
        int valueEntries = nameEntries + names.size() * (width + NAME_LENGTH);
        int next = valueEntries + parts.size() * (width + 1);
        for (int i = 0; i < names.size(); i++) {
            byte[] name = names.get(i);
            int entry = nameEntries + i * (width + NAME_LENGTH);
            put(out, entry, width, next - start);
            put(out, entry + width, NAME_LENGTH, name.length);
            System.arraycopy(name, 0, out, next, name.length);
            next += name.length;
        }
        for (int i = 0; i < parts.size(); i++) {
            JsonPart part = parts.get(i);
            int entry = valueEntries + i * (width + 1);
            out[entry] = (byte) part.writtenType();
            if (isInline(part.type, width)) {
                put(out, entry + 1, width, part.inlined(width));
            } else {
                put(out, entry + 1, width, next - start);
                next = part.write(out, next);
            }
        }
        put(out, start, width, parts.size());
        put(out, start + width, width, next - start);
        return next;
    }

    /** The value in the width of an offset: signed numbers keep their sign. */
    private long inlined(int offsets) {
        long value = number(b, at, at + size, size);
        int unused = Long.SIZE - size * Byte.SIZE;
        return type == INT16 && offsets > size ? value << unused >> unused : value;
    }

    private static boolean isInline(int type, int offsets) {
        return switch (type) {
            case LITERAL, INT16, UINT16 -> true;
            case INT32, UINT32 -> offsets == LARGE;
            default -> false;
        };
    }

    private static int size(int type, byte[] b, int at, int limit) {
        long size =
                switch (type) {
                    case SMALL_OBJECT, SMALL_ARRAY -> number(b, at + SMALL, limit, SMALL);
                    case LARGE_OBJECT, LARGE_ARRAY -> number(b, at + LARGE, limit, LARGE);
                    case LITERAL -> 1;
                    case INT16, UINT16 -> 2;
                    case INT32, UINT32 -> 4;
                    case INT64, UINT64, DOUBLE -> 8;
                    case STRING -> prefixed(b, at, limit);
                    case OPAQUE -> 1 + prefixed(b, at + 1, limit);
                    default -> throw damaged("has a value of the type " + type);
                };
        if (size > limit - at) {
            throw damaged("has a value of " + size + " bytes in " + (limit - at));
        }
        return (int) size;
    }

    /** The size of something behind its length in 7 bits a byte, low ones first, together with that. */
    private static long prefixed(byte[] b, int at, int limit) {
        long length = 0;
        for (int i = 0; i < 5; i++) {
            long next = number(b, at + i, limit, 1);
            length |= (next & 0x7F) << 7 * i;
            if (next < 0x80) {
                return i + 1 + length;
            }
        }
        throw damaged("has a value longer than can be");
    }

    private static long number(byte[] b, int at, int limit, int bytes) {
        if (bytes > limit - at) {
            throw damaged("ends before a value of " + bytes + " bytes");
        }
        long value = 0;
        for (int i = bytes - 1; i >= 0; i--) {
            value = value << 8 | b[at + i] & 0xFF;
        }
        return value;
    }

    private static void put(byte[] out, int at, int bytes, long value) {
        for (int i = 0; i < bytes; i++) {
            out[at + i] = (byte) (value >>> 8 * i);
        }
    }

    private static RowDecodeException damaged(String what) {
        return new RowDecodeException("A JSON document " + what + ": it is damaged");
    }
}
