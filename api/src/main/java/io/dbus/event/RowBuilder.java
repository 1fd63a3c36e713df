package io.dbus.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * Builds row images in the format {@code dbus}: one value after the other, in the order of the layout. As a {@link
 * ValueReceiver} it takes values from another image as they are. Reusable; not thread-safe.
 */
public final class RowBuilder implements ValueReceiver {
    private final RowLayout layout;
    private final byte[] present;
    private ByteBuffer out = ByteBuffer.allocate(256);
    private int column;

    /**
     * A builder of rows of a layout.
     *
     * @throws IllegalArgumentException when the layout is of another format than {@link CompactRowFormat}
     */
    public RowBuilder(RowLayout layout) {
        this.layout = requireNonNull(layout, "layout");
        if (!layout.format().name().equals(CompactRowFormat.NAME)) {
            throw new IllegalArgumentException(
                    "A row of the format " + layout.format().name() + " cannot be built");
        }
        this.present = new byte[(layout.size() + 7) / 8];
    }

    /** A layout of the format {@code dbus} with columns of these types. */
    public static RowLayout layout(LogicalType... types) {
        return new RowLayout(
                RowFormats.named(CompactRowFormat.NAME),
                Arrays.stream(types)
                        .map(type -> new LayoutColumn(type, PhysicalType.NONE))
                        .toList());
    }

    /**
     * The image of the values received since the last call.
     *
     * @throws IllegalStateException when a column has no value yet
     */
    public RowImage build() {
        requireAll();
        byte[] bytes = Arrays.copyOf(out.array(), out.position());
        RowImage image = RowImage.partial(layout, present.clone(), bytes, 0, bytes.length);
        clear();
        return image;
    }

    /** Forgets the values received since the last image. */
    public void clear() {
        out.clear();
        column = 0;
        Arrays.fill(present, (byte) 0);
    }

    /** How many bytes the values received so far have. */
    int size() {
        return out.position();
    }

    /**
     * Puts the values behind others, in place of {@link #build}.
     *
     * @param bytes takes the values, from {@code at} on
     * @param presence takes their bits, from {@code first} on
     */
    void moveTo(byte[] bytes, int at, byte[] presence, int first) {
        requireAll();
        System.arraycopy(out.array(), 0, bytes, at, out.position());
        for (int i = 0; i < column; i++) {
            if ((present[i >> 3] & 1 << (i & 7)) != 0) {
                presence[first + i >> 3] |= (byte) (1 << (first + i & 7));
            }
        }
        clear();
    }

    private void requireAll() {
        if (column != layout.size()) {
            throw new IllegalStateException("A row of " + layout.size() + " columns was given " + column + " values");
        }
    }

    /** Leaves the column out of the image: its value is not known. */
    public RowBuilder absent() {
        begin(Integer.BYTES);
        out.putInt(RowFormat.ABSENT);
        column++;
        return this;
    }

    /** A text value. */
    public RowBuilder text(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        text(utf8, 0, utf8.length);
        return this;
    }

    /** A JSON document from its text. */
    public RowBuilder json(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        json(utf8, 0, utf8.length);
        return this;
    }

    @Override
    public void nullValue() {
        begin(Integer.BYTES);
        out.putInt(RowFormat.NULL);
        end();
    }

    @Override
    public void int64(long value) {
        value(Long.BYTES).putLong(value);
        end();
    }

    @Override
    public void uint64(long bits) {
        int64(bits);
    }

    @Override
    public void bits(long bits, int width) {
        int64(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        text(value.toPlainString());
    }

    @Override
    public void float32(float value) {
        value(Float.BYTES).putFloat(value);
        end();
    }

    @Override
    public void float64(double value) {
        value(Double.BYTES).putDouble(value);
        end();
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        value(length).put(utf8, offset, length);
        end();
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        text(bytes, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        value(3 * Integer.BYTES).putInt(year).putInt(month).putInt(day);
        end();
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        int64(micros);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        value(7 * Integer.BYTES)
                .putInt(year)
                .putInt(month)
                .putInt(day)
                .putInt(hour)
                .putInt(minute)
                .putInt(second)
                .putInt(micros);
        end();
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        value(Long.BYTES + Integer.BYTES).putLong(epochSecond).putInt(micros);
        end();
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        value(Integer.BYTES + length).putInt(srid).put(wkb, offset, length);
        end();
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        text(floats, offset, count * Float.BYTES);
    }

    private ByteBuffer value(int length) {
        begin(Integer.BYTES + length);
        return out.putInt(length);
    }

    private void begin(int size) {
        if (column == layout.size()) {
            throw new IllegalStateException("A row of " + layout.size() + " columns was given one value more");
        }
        if (out.remaining() < size) {
            int capacity = Math.max(out.capacity() * 2, out.position() + size);
            out = ByteBuffer.allocate(capacity).put(out.flip());
        }
    }

    private void end() {
        present[column >> 3] |= (byte) (1 << (column & 7));
        column++;
    }
}
