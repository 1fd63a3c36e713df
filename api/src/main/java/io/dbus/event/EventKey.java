package io.dbus.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The whole key of an event in canonical form: what a keyed exchange and keyed state tell rows apart by. Never a hash
 * alone, and never raw image bytes, which an ALTER from INT to BIGINT would change. Equal keys have equal bytes on every
 * machine, and the hash code is computed from the bytes alone.
 */
public final class EventKey {
    private final byte[] bytes;
    private final int hash;

    private EventKey(byte[] bytes) {
        this.bytes = bytes;
        this.hash = Arrays.hashCode(bytes);
    }

    /** A key from its canonical bytes, which must not change any more. */
    static EventKey ofBytes(byte[] bytes) {
        return new EventKey(bytes);
    }

    /** The canonical bytes; not to be changed. */
    byte[] bytes() {
        return bytes;
    }

    /**
     * The key of the table alone: the parts with which keys of its rows begin. Rows of one table of one source have one place, those of one server where
     * servers share tables.
     */
    public EventKey place() {
        int end = 0;
        while (end < bytes.length && bytes[end] == 'p') {
            int length = 0;
            int shift = 0;
            byte next;
            do {
                next = bytes[++end];
                length |= (next & 0x7F) << shift;
                shift += 7;
            } while (next < 0);
            end += 1 + length;
        }
        return end == bytes.length ? this : new EventKey(Arrays.copyOf(bytes, end));
    }

    /**
     * The key of a part of the table: one of {@code parts}, by the hash of the whole key. It spreads a table over lanes so that all changes of one key take
     * one; the same on every machine.
     */
    public EventKey part(int parts) {
        // Not the hash code, which few bits of a small number reach: FNV-1a, folded.
        long mixed = 0xCBF29CE484222325L;
        for (byte b : bytes) {
            mixed = (mixed ^ b & 0xFF) * 0x100000001B3L;
        }
        mixed ^= mixed >>> 32;
        return place().withPart((int) Math.floorMod(mixed ^ mixed >>> 15, (long) parts));
    }

    /** The keys of all parts of the table, in the order of their numbers. */
    public List<EventKey> parts(int parts) {
        EventKey place = place();
        return IntStream.range(0, parts).mapToObj(place::withPart).toList();
    }

    private EventKey withPart(int part) {
        byte[] with = Arrays.copyOf(bytes, bytes.length + 1 + Long.BYTES);
        ByteBuffer.wrap(with).put(bytes.length, (byte) 'i').putLong(bytes.length + 1, part);
        return new EventKey(with);
    }

    /** How many bytes the key has. */
    public int length() {
        return bytes.length;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof EventKey that && hash == that.hash && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
        return hash;
    }

    /** The key as people read it, for messages: {@code shop-db/shop/orders[5, 'abc']}. Long parts are cut. */
    @Override
    public String toString() {
        return EventKeyText.of(bytes);
    }

    /**
     * Builds keys. It is a {@link ValueReceiver}, so a row's key columns are read into it one after the other. Reusable; not
     * thread-safe.
     *
     * <p>The form: each part is a tag byte and its content; what has no fixed size has its length before it, so that no two
     * lists of parts have one form. Integers of all sizes and signs of one value have one form, as have DECIMALs of one
     * value and temporals of one value with different fractional digits.
     */
    public static final class Builder implements ValueReceiver {
        private byte[] buffer = new byte[128];
        private int size;
        private int prefix;

        /** A builder whose keys begin with the place of a table: the parts by which rows of different tables differ. */
        public Builder(String... place) {
            for (String part : place) {
                byte[] utf8 = part.getBytes(UTF_8);
                tagged('p', utf8, 0, utf8.length);
            }
            prefix = size;
        }

        /** The key of the parts received since the last call. */
        public EventKey build() {
            EventKey key = new EventKey(Arrays.copyOf(buffer, size));
            size = prefix;
            return key;
        }

        @Override
        public void nullValue() {
            put('n');
        }

        @Override
        public void int64(long value) {
            put('i');
            put64(value);
        }

        @Override
        public void uint64(long bits) {
            if (bits >= 0) {
                int64(bits);
            } else {
                put('u');
                put64(bits);
            }
        }

        @Override
        public void bits(long bits, int width) {
            uint64(bits);
        }

        @Override
        public void decimal(BigDecimal value) {
            ascii('d', value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
        }

        @Override
        public void float32(float value) {
            float64(value);
        }

        @Override
        public void float64(double value) {
            put('f');
            put64(Double.doubleToLongBits(value == 0 ? 0 : value));
        }

        @Override
        public void text(byte[] utf8, int offset, int length) {
            tagged('t', utf8, offset, length);
        }

        @Override
        public void binary(byte[] bytes, int offset, int length) {
            tagged('b', bytes, offset, length);
        }

        @Override
        public void date(int year, int month, int day) {
            datetime(year, month, day, 0, 0, 0, 0, 0);
        }

        @Override
        public void time(long micros, int fractionalDigits) {
            put('c');
            put64(micros);
        }

        @Override
        public void datetime(
                int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
            put('a');
            put64(((year * 13L + month) * 32 + day) * 86_400_000_000L
                    + ((hour * 60L + minute) * 60 + second) * 1_000_000L
                    + micros);
        }

        @Override
        public void timestamp(long epochSecond, int micros, int fractionalDigits) {
            put('s');
            put64(epochSecond * 1_000_000L + micros);
        }

        @Override
        public void json(byte[] utf8, int offset, int length) {
            tagged('j', utf8, offset, length);
        }

        @Override
        public void geometry(int srid, byte[] wkb, int offset, int length) {
            put('g');
            put64(srid);
            tagged('b', wkb, offset, length);
        }

        @Override
        public void vector(byte[] floats, int offset, int count) {
            tagged('v', floats, offset, count * Float.BYTES);
        }

        private void ascii(char tag, String text) {
            byte[] ascii = text.getBytes(UTF_8);
            tagged(tag, ascii, 0, ascii.length);
        }

        private void tagged(char tag, byte[] content, int offset, int length) {
            put(tag);
            int rest = length;
            while (rest > 0x7F) {
                put(rest & 0x7F | 0x80);
                rest >>>= 7;
            }
            put(rest);
            ensure(length);
            System.arraycopy(content, offset, buffer, size, length);
            size += length;
        }

        private void put(int value) {
            ensure(1);
            buffer[size++] = (byte) value;
        }

        private void put64(long value) {
            ensure(Long.BYTES);
            for (int shift = 56; shift >= 0; shift -= 8) {
                buffer[size++] = (byte) (value >>> shift);
            }
        }

        private void ensure(int more) {
            if (size + more > buffer.length) {
                buffer = Arrays.copyOf(buffer, Math.max(buffer.length * 2, size + more));
            }
        }
    }
}
