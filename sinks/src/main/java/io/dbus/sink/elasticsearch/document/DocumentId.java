package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Column;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.ValueReceiver;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.TemporalText;
import java.math.BigDecimal;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * The {@code _id} of a row: the values of its key as text, in the key's order. Two rows of a table have one {@code _id} when their keys are equal, and only then. The
 * text goes by the value and not by the column's type: an ALTER from INT to BIGINT, from DECIMAL(10,2) to DECIMAL(12,4) or from DATETIME to DATETIME(6) changes
 * none, as it changes no {@link io.dbus.event.EventKey}. Reusable; not thread-safe.
 *
 * <p>What would be longer than 512 bytes, which is all that Elasticsearch takes (Elasticsearch reference, "_id field"), is {@code %sha256:} and the SHA-256 of the text in hexadecimal: no shorter
 * {@code _id} begins so.
 */
final class DocumentId implements ValueReceiver {
    static final int MAX_BYTES = 512;
    /** Characters that can stand between the parts: those that no number, date or time holds but as a part that escapes them. */
    static final String DELIMITERS = "|_-.:;~/ ";

    private static final String HASHED = "%sha256:";

    private final char delimiter;
    private final StringBuilder text = new StringBuilder();
    private final TemporalText temporal = new TemporalText();

    DocumentId(char delimiter) {
        this.delimiter = delimiter;
    }

    /**
     * The {@code _id} of a row.
     *
     * @param other where key columns are looked for that {@code image} does not hold; null for nowhere
     * @throws DocumentException when there is none
     */
    String of(RowChange row, RowImage image, RowImage other) {
        List<Column> key = row.schema().key();
        if (key.isEmpty()) {
            throw new DocumentException(
                    RejectReason.NO_FORM,
                    "the table has no key, so that its rows have no _id by which an update or delete would find their document",
                    "give it a primary key, or name columns that tell its rows apart by message.key.columns of the source");
        }
        text.setLength(0);
        for (int i = 0; i < key.size(); i++) {
            if (i > 0) {
                text.append(delimiter);
            }
            part(key.get(i), image, other);
        }
        String whole = text.toString();
        // No character takes more than three bytes in UTF-8, a surrogate two.
        if (whole.length() * 3 > MAX_BYTES && whole.getBytes(UTF_8).length > MAX_BYTES) {
            return HASHED + sha256(whole);
        }
        return whole;
    }

    private void part(Column column, RowImage image, RowImage other) {
        int position = column.position();
        RowImage holder = image.isPresent(position) || other == null ? image : other;
        if (!holder.isPresent(position)) {
            throw new DocumentException(
                    RejectReason.INCOMPLETE_ROW,
                    "the partial image of the row does not hold the key column " + column.name(),
                    "set binlog_row_image to FULL, or put a complete operator before the sink");
        }
        try {
            holder.read(position, this);
        } catch (RowDecodeException e) {
            throw new DocumentException(
                    RejectReason.UNDECODABLE_VALUE,
                    "the key column " + column.name() + " cannot be read: " + e.getMessage(),
                    "see what the server has there",
                    e);
        }
    }

    private static String sha256(String whole) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(whole.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has SHA-256", e);
        }
    }

    /** Appends text so that it holds neither the delimiter nor a % that begins no escape. */
    private void escaped(String part) {
        for (int i = 0; i < part.length(); i++) {
            char c = part.charAt(i);
            if (c == delimiter || c == '%') {
                text.append('%').append(String.format(Locale.ROOT, "%02X", (int) c));
            } else {
                text.append(c);
            }
        }
    }

    private void escaped(TemporalText part) {
        escaped(new String(part.ascii(), 0, part.length(), UTF_8));
    }

    @Override
    public void nullValue() {
        text.append("%N");
    }

    @Override
    public void int64(long value) {
        escaped(Long.toString(value));
    }

    @Override
    public void uint64(long bits) {
        text.append(Long.toUnsignedString(bits));
    }

    @Override
    public void bits(long bits, int width) {
        uint64(bits);
    }

    @Override
    public void decimal(BigDecimal value) {
        escaped(value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString());
    }

    @Override
    public void float32(float value) {
        float64(value);
    }

    @Override
    public void float64(double value) {
        escaped(Double.toString(value == 0 ? 0 : value));
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        if (length == 0) {
            text.append("%E");
        } else {
            escaped(new String(utf8, offset, length, UTF_8));
        }
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        if (length == 0) {
            text.append("%E");
        } else {
            text.append(HexFormat.of().formatHex(bytes, offset, offset + length));
        }
    }

    @Override
    public void date(int year, int month, int day) {
        datetime(year, month, day, 0, 0, 0, 0, 0);
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        escaped(temporal.time(micros, digits(micros)));
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        boolean midnight = hour == 0 && minute == 0 && second == 0 && micros == 0;
        escaped(
                midnight
                        ? temporal.date(year, month, day)
                        : temporal.datetime(year, month, day, hour, minute, second, micros, digits(micros)));
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        escaped(temporal.instant(epochSecond, micros, digits(micros)));
    }

    private static int digits(long micros) {
        return micros % 1_000_000 == 0 ? 0 : 6;
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        escaped(Integer.toUnsignedString(srid) + ":");
        binary(wkb, offset, length);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        binary(floats, offset, count * Float.BYTES);
    }
}
