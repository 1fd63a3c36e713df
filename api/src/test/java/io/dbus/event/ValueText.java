package io.dbus.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;

/** Values as people write them, for the assertions of tests: one text for each logical value. */
public final class ValueText implements ValueReceiver {
    private String text;

    /** The columns of an image by name, in order; those absent are left out, NULL is null. */
    public static Map<String, String> of(TableSchema schema, RowImage image) {
        Map<String, String> values = new LinkedHashMap<>();
        ValueText receiver = new ValueText();
        for (Column column : schema.columns()) {
            if (image.isPresent(column.position())) {
                image.read(column.position(), receiver);
                values.put(column.name(), receiver.text);
            }
        }
        return values;
    }

    /** A change on one line: {@code +I[1, a]}, {@code -D[1, a]}, {@code U[1, a -> 1, b]}. */
    public static String of(RowChange row) {
        String before = row.before().map(image -> list(row.schema(), image)).orElse("");
        String after = row.after().map(image -> list(row.schema(), image)).orElse("");
        return switch (row.operation()) {
            case INSERT -> "+I[" + after + "]";
            case DELETE -> "-D[" + before + "]";
            case UPDATE -> "U[" + before + " -> " + after + "]";
        };
    }

    /** The text of one column's value; null for NULL. */
    public static String of(RowImage image, int position) {
        ValueText receiver = new ValueText();
        image.read(position, receiver);
        return receiver.text;
    }

    private static String list(TableSchema schema, RowImage image) {
        return String.join(
                ", ", of(schema, image).values().stream().map(String::valueOf).toList());
    }

    @Override
    public void nullValue() {
        text = null;
    }

    @Override
    public void int64(long value) {
        text = Long.toString(value);
    }

    @Override
    public void uint64(long bits) {
        text = Long.toUnsignedString(bits);
    }

    @Override
    public void bits(long bits, int width) {
        text = Long.toUnsignedString(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        text = value.toPlainString();
    }

    @Override
    public void float32(float value) {
        text = Float.toString(value);
    }

    @Override
    public void float64(double value) {
        text = Double.toString(value);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        text = new String(utf8, offset, length, UTF_8);
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        text = "base64:" + base64(bytes, offset, length);
    }

    @Override
    public void date(int year, int month, int day) {
        text = String.format(Locale.ROOT, "%04d-%02d-%02d", year, month, day);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        long size = Math.abs(micros);
        long seconds = size / 1_000_000;
        text = String.format(
                        Locale.ROOT,
                        "%s%02d:%02d:%02d",
                        micros < 0 ? "-" : "",
                        seconds / 3600,
                        seconds / 60 % 60,
                        seconds % 60)
                + fraction((int) (size % 1_000_000), fractionalDigits);
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        text = String.format(Locale.ROOT, "%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, hour, minute, second)
                + fraction(micros, fractionalDigits);
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            text = "0000-00-00T00:00:00" + fraction(0, fractionalDigits) + "Z";
            return;
        }
        var utc = java.time.LocalDateTime.ofEpochSecond(epochSecond, 0, java.time.ZoneOffset.UTC);
        datetime(
                utc.getYear(),
                utc.getMonthValue(),
                utc.getDayOfMonth(),
                utc.getHour(),
                utc.getMinute(),
                utc.getSecond(),
                micros,
                fractionalDigits);
        text += "Z";
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text = new String(utf8, offset, length, UTF_8);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        text = srid + ":" + base64(wkb, offset, length);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        float[] values = new float[count];
        ByteBuffer.wrap(floats, offset, count * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        text = java.util.Arrays.toString(values);
    }

    private static String base64(byte[] bytes, int offset, int length) {
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOfRange(bytes, offset, offset + length));
    }

    private static String fraction(int micros, int digits) {
        return digits == 0
                ? ""
                : "." + String.format(Locale.ROOT, "%06d", micros).substring(0, digits);
    }
}
