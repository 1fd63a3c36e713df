package io.dbus.source.mysql.charset;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.RowDecodeException;
import java.util.HexFormat;
import java.util.Optional;

/**
 * A character set of MySQL or MariaDB: turns text as the server stores it into UTF-8, as the server itself would. Hot path:
 * converting allocates nothing. Instances are shared and thread-safe.
 */
public final class ServerCharset {
    /** How the bytes are read. */
    enum Form {
        BINARY,
        UTF8,
        UCS2,
        UTF16,
        UTF16LE,
        UTF32,
        TABLE
    }

    /** The id of the collation {@code binary}: bytes that are no text. */
    public static final int BINARY_COLLATION = 63;

    private final String name;
    private final int maxLength;
    private final int collation;
    private final Form form;
    private final CodeTable table;

    ServerCharset(String name, int maxLength, int collation, Form form, CodeTable table) {
        this.name = name;
        this.maxLength = maxLength;
        this.collation = collation;
        this.form = form;
        this.table = table;
    }

    /**
     * The charset of a collation.
     *
     * @param id the id in {@code information_schema.collations}
     * @throws RowDecodeException when no collation with the id is known
     */
    public static ServerCharset ofCollation(int id) {
        ServerCharset charset = ServerCharsets.ofCollation(id);
        if (charset == null) {
            throw new RowDecodeException("The collation with the id " + id
                    + " is not known, so text in it cannot be read: convert the column to utf8mb4");
        }
        return charset;
    }

    /** The charset of a name as {@code information_schema.character_sets} has it; utf8 is utf8mb3. */
    public static Optional<ServerCharset> named(String name) {
        return Optional.ofNullable(ServerCharsets.named(name.equals("utf8") ? "utf8mb3" : name));
    }

    /** The name on the server. */
    public String name() {
        return name;
    }

    /** The most bytes that a character takes. */
    public int maxLength() {
        return maxLength;
    }

    /** The id of its default collation. */
    public int collation() {
        return collation;
    }

    /** Whether the stored bytes are UTF-8 already. */
    public boolean isUtf8() {
        return form == Form.UTF8;
    }

    /**
     * Converts to UTF-8.
     *
     * @param out takes the text from offset 0; has room for three bytes per byte of the input
     * @return the size of the text in bytes
     * @throws RowDecodeException when the bytes are no text of this charset; names them
     */
    public int toUtf8(byte[] b, int offset, int length, byte[] out) {
        return switch (form) {
            case UTF8 -> {
                requireUtf8(b, offset, length);
                System.arraycopy(b, offset, out, 0, length);
                yield length;
            }
            case BINARY -> {
                System.arraycopy(b, offset, out, 0, length);
                yield length;
            }
            case UCS2 -> units(b, offset, length, out, 2, true, false);
            case UTF16 -> units(b, offset, length, out, 2, true, true);
            case UTF16LE -> units(b, offset, length, out, 2, false, true);
            case UTF32 -> units(b, offset, length, out, 4, true, false);
            case TABLE -> codes(b, offset, length, out);
        };
    }

    /**
     * Refuses bytes that are no UTF-8; of a charset whose stored bytes are.
     *
     * @throws RowDecodeException when they are none; names them
     */
    public void requireUtf8(byte[] b, int offset, int length) {
        int end = offset + length;
        int malformed = Utf8.malformed(b, offset, end);
        if (malformed < end) {
            throw noText(b, malformed, Math.min(end, malformed + 4));
        }
    }

    /** The text as a string. Throws as {@link #toUtf8}. */
    public String decode(byte[] b, int offset, int length) {
        if (isUtf8()) {
            requireUtf8(b, offset, length);
            return new String(b, offset, length, UTF_8);
        }
        byte[] out = new byte[length * Utf8.MAX_PER_CHAR];
        return new String(out, 0, toUtf8(b, offset, length, out), UTF_8);
    }

    private int codes(byte[] b, int offset, int length, byte[] out) {
        int end = offset + length;
        int size = 0;
        int at = offset;
        while (at < end) {
            int first = b[at];
            if (first >= 0 && table.isAscii()) {
                out[size++] = (byte) first;
                at++;
            } else {
                int codeLength = table.codeLength(b, at, end);
                int codePoint = codeLength == 0 ? CodeTable.NONE : table.codePoint(b, at, codeLength);
                if (codePoint == CodeTable.NONE) {
                    throw noText(b, at, Math.min(end, at + Math.max(codeLength, 1)));
                }
                size = Utf8.put(codePoint, out, size);
                at += codeLength;
            }
        }
        return size;
    }

    private int units(
            byte[] b, int offset, int length, byte[] out, int unit, boolean bigEndian, boolean surrogatePairs) {
        int size = 0;
        int end = offset + length;
        for (int at = offset; at < end; at += unit) {
            if (end - at < unit) {
                throw noText(b, at, end);
            }
            int codePoint = unit(b, at, unit, bigEndian);
            if (surrogatePairs && codePoint >= 0xD800 && codePoint < 0xDC00 && end - at >= 4) {
                int low = unit(b, at + 2, 2, bigEndian);
                if (low >= 0xDC00 && low < 0xE000) {
                    codePoint = Character.toCodePoint((char) codePoint, (char) low);
                    at += 2;
                }
            }
            if (!Character.isValidCodePoint(codePoint) || codePoint >= 0xD800 && codePoint < 0xE000) {
                throw noText(b, at, at + unit);
            }
            size = Utf8.put(codePoint, out, size);
        }
        return size;
    }

    private static int unit(byte[] b, int at, int unit, boolean bigEndian) {
        int value = 0;
        for (int i = 0; i < unit; i++) {
            value = value << 8 | b[bigEndian ? at + i : at + unit - 1 - i] & 0xFF;
        }
        return value;
    }

    private RowDecodeException noText(byte[] b, int from, int to) {
        return new RowDecodeException("The bytes X'"
                + HexFormat.of().withUpperCase().formatHex(b, from, to) + "' are no character in the charset " + name);
    }

    @Override
    public String toString() {
        return name;
    }
}
