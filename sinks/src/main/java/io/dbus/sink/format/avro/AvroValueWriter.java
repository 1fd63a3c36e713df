package io.dbus.sink.format.avro;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.ValueReceiver;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.EncodeException;
import io.dbus.sink.format.NumberText;
import io.dbus.sink.format.TemporalText;
import io.dbus.sink.format.ValueOptions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.apache.avro.LogicalTypes;
import org.apache.avro.Schema;

/**
 * Writes values in the types of their fields. Hot path: numbers and text go from the image to the output without an object in between. A value that its field's type
 * has no form for is refused with an {@link EncodeException}, never changed: what a type takes of all values is known before
 * ({@link AvroForm#takes}).
 */
final class AvroValueWriter implements ValueReceiver {
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final long MICROS_PER_DAY = 86_400L * MICROS_PER_SECOND;
    private static final long SECONDS_PER_DAY = 86_400L;

    private final AvroOut out;
    private final ValueOptions options;
    private final TemporalText text = new TemporalText();
    private FieldTarget target;

    AvroValueWriter(AvroOut out, ValueOptions options) {
        this.out = out;
        this.options = options;
    }

    /** What comes next is the value of this field. */
    void begin(FieldTarget field) {
        target = field;
    }

    @Override
    public void nullValue() {
        if (target.nullBranch() < 0) {
            throw refused(
                    "NULL has no form there",
                    "make the field a union with null, or a key of columns that are NOT NULL");
        }
        out.writeIndex(target.nullBranch());
    }

    @Override
    public void int64(long value) {
        switch (target.form()) {
            case INT -> value().writeInt(Math.toIntExact(value));
            case LONG -> value().writeLong(value);
            case FLOAT -> value().writeFloat(value);
            case DOUBLE -> value().writeDouble(value);
            case DECIMAL -> decimal(BigDecimal.valueOf(value));
            case BOOLEAN -> bool(value);
            default -> throw unfit("an integer");
        }
    }

    private void bool(long value) {
        if (value != 0 && value != 1) {
            throw refused("the number " + value + " is neither false nor true", "give the field the type int");
        }
        value().writeBoolean(value == 1);
    }

    @Override
    public void uint64(long bits) {
        switch (target.form()) {
            case LONG -> {
                long signed = ValueOptions.signed(bits);
                value().writeLong(signed);
            }
            case STRING -> string(Long.toUnsignedString(bits));
            case DECIMAL -> decimal(new BigDecimal(NumberText.unsigned(bits)));
            default -> throw unfit("a BIGINT UNSIGNED");
        }
    }

    @Override
    public void bits(long bits, int width) {
        switch (target.form()) {
            case BOOLEAN -> value().writeBoolean(bits != 0);
            case INT, LONG -> int64(bits);
            case BYTES -> {
                byte[] littleEndian = ByteBuffer.allocate(Long.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putLong(bits)
                        .array();
                value().writeBytes(littleEndian, 0, (width + 7) / 8);
            }
            default -> throw unfit("a BIT");
        }
    }

    @Override
    public void decimal(BigDecimal value) {
        switch (target.form()) {
            case STRING -> string(value.toPlainString());
            case DOUBLE -> value().writeDouble(value.doubleValue());
            case DECIMAL -> {
                LogicalTypes.Decimal decimal =
                        (LogicalTypes.Decimal) target.type().getLogicalType();
                if (value.scale() > decimal.getScale()
                        || value.precision() - value.scale() > decimal.getPrecision() - decimal.getScale()) {
                    throw refused(
                            "the number " + value.toPlainString() + " has more digits than decimal("
                                    + decimal.getPrecision() + "," + decimal.getScale() + ")",
                            "give the field more");
                }
                unscaled(value.setScale(decimal.getScale()).unscaledValue());
            }
            default -> throw unfit("a DECIMAL");
        }
    }

    private void unscaled(BigInteger number) {
        byte[] bytes = number.toByteArray();
        if (target.type().getType() == Schema.Type.BYTES) {
            value().writeBytes(bytes, 0, bytes.length);
            return;
        }
        int size = target.type().getFixedSize();
        if (bytes.length > size) {
            throw refused("the number " + number + " does not fit into " + size + " bytes", "give the field more");
        }
        byte[] fixed = new byte[size];
        Arrays.fill(fixed, (byte) (number.signum() < 0 ? -1 : 0));
        System.arraycopy(bytes, 0, fixed, size - bytes.length, bytes.length);
        value().writeFixed(fixed, 0, size);
    }

    @Override
    public void float32(float value) {
        switch (target.form()) {
            case FLOAT -> value().writeFloat(value);
            case DOUBLE -> value().writeDouble(value);
            default -> throw unfit("a FLOAT");
        }
    }

    @Override
    public void float64(double value) {
        if (target.form() != AvroForm.DOUBLE) {
            throw unfit("a DOUBLE");
        }
        value().writeDouble(value);
    }

    @Override
    public void text(byte[] utf8, int offset, int length) {
        switch (target.form()) {
            // A string is its bytes in UTF-8.
            case STRING -> value().writeBytes(utf8, offset, length);
            case ENUM -> symbol(new String(utf8, offset, length, UTF_8));
            case STRINGS -> labels(new String(utf8, offset, length, UTF_8));
            default -> throw unfit("text");
        }
    }

    private void symbol(String label) {
        if (!target.type().hasEnumSymbol(label)) {
            throw refused(
                    "the label '" + label + "' is no symbol of " + target.type().getEnumSymbols(),
                    "add it to the field's enum, or make the field a string");
        }
        value().writeInt(target.type().getEnumOrdinal(label));
    }

    private void labels(String joined) {
        String[] labels = joined.isEmpty() ? new String[0] : joined.split(",", -1);
        value().startArray(labels.length);
        for (String label : labels) {
            out.writeString(label);
        }
        out.endArray();
    }

    @Override
    public void binary(byte[] bytes, int offset, int length) {
        switch (target.form()) {
            case BYTES -> value().writeBytes(bytes, offset, length);
            case FIXED -> value().writeFixed(bytes, offset, length);
            case STRING -> {
                byte[] part = Arrays.copyOfRange(bytes, offset, offset + length);
                string(
                        switch (options.binaries()) {
                            case BYTES, BASE64 -> Base64.getEncoder().encodeToString(part);
                            case BASE64_URL_SAFE -> Base64.getUrlEncoder().encodeToString(part);
                            case HEX -> HexFormat.of().formatHex(part);
                        });
            }
            default -> throw unfit("bytes");
        }
    }

    @Override
    public void date(int year, int month, int day) {
        if (!TemporalText.inCalendar(year, month, day)) {
            zeroDate(text.date(year, month, day));
        } else if (target.form() == AvroForm.STRING) {
            string(text.date(year, month, day));
        } else if (target.form() == AvroForm.DATE) {
            value().writeInt((int) LocalDate.of(year, month, day).toEpochDay());
        } else {
            throw unfit("a DATE");
        }
    }

    @Override
    public void time(long micros, int fractionalDigits) {
        switch (target.form()) {
            case STRING -> string(text.time(micros, fractionalDigits));
            case DURATION_MICROS -> value().writeLong(micros);
            case DURATION_NANOS -> value().writeLong(micros * 1000);
            case DURATION_MILLIS -> {
                requireMillis(micros);
                value().writeInt((int) (micros / 1000));
            }
            case TIME_MICROS -> {
                requireOfDay(micros, fractionalDigits);
                value().writeLong(micros);
            }
            case TIME_MILLIS -> {
                requireOfDay(micros, fractionalDigits);
                requireMillis(micros);
                value().writeInt((int) (micros / 1000));
            }
            default -> throw unfit("a TIME");
        }
    }

    private void requireOfDay(long micros, int fractionalDigits) {
        if (micros < 0 || micros >= MICROS_PER_DAY) {
            throw refused(
                    "the TIME " + text.time(micros, fractionalDigits)
                            + " is no time of a day, which the field's type means",
                    "give the field the type long with the connect.name io.debezium.time.MicroTime, or string");
        }
    }

    @Override
    public void datetime(
            int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits) {
        if (!TemporalText.inCalendar(year, month, day)) {
            zeroDate(text.datetime(year, month, day, hour, minute, second, micros, fractionalDigits));
            return;
        }
        if (target.form() == AvroForm.STRING) {
            string(text.datetime(year, month, day, hour, minute, second, micros, fractionalDigits));
            return;
        }
        long seconds =
                LocalDate.of(year, month, day).toEpochDay() * SECONDS_PER_DAY + hour * 3600L + minute * 60L + second;
        switch (target.form()) {
            case LOCAL_MILLIS -> millis(seconds, micros);
            case LOCAL_MICROS -> value().writeLong(seconds * MICROS_PER_SECOND + micros);
            case LOCAL_NANOS -> nanos(seconds, micros);
            default -> throw unfit("a DATETIME");
        }
    }

    @Override
    public void timestamp(long epochSecond, int micros, int fractionalDigits) {
        if (epochSecond == 0 && micros == 0) {
            zeroDate(text.datetime(0, 0, 0, 0, 0, 0, 0, fractionalDigits).zulu());
            return;
        }
        switch (target.form()) {
            case STRING -> string(text.instant(epochSecond, micros, fractionalDigits));
            case INSTANT_MILLIS -> millis(epochSecond, micros);
            case INSTANT_MICROS -> value().writeLong(epochSecond * MICROS_PER_SECOND + micros);
            case INSTANT_NANOS -> nanos(epochSecond, micros);
            default -> throw unfit("a TIMESTAMP");
        }
    }

    private void millis(long seconds, int micros) {
        requireMillis(micros);
        value().writeLong(seconds * 1000 + micros / 1000);
    }

    /** Digits are lost only where the user asked for it. */
    private void requireMillis(long micros) {
        if (micros % 1000 != 0 && options.temporals() != ValueOptions.Temporals.CONNECT) {
            throw refused(
                    "the value has microseconds, and the field's type milliseconds",
                    "give the field a type of microseconds, or set time.precision.mode to connect, which loses them");
        }
    }

    private void nanos(long seconds, int micros) {
        long nanos;
        try {
            nanos = Math.addExact(Math.multiplyExact(seconds, 1_000_000_000L), micros * 1000L);
        } catch (ArithmeticException e) {
            throw refused(
                    "the value is before 1677-09-21 or after 2262-04-11, and has more nanoseconds than 64 bits hold",
                    "give the field a type of microseconds");
        }
        value().writeLong(nanos);
    }

    @Override
    public void json(byte[] utf8, int offset, int length) {
        text(utf8, offset, length);
    }

    @Override
    public void geometry(int srid, byte[] wkb, int offset, int length) {
        if (target.form() != AvroForm.GEOMETRY) {
            throw unfit("a geometry");
        }
        if (srid < 0) {
            throw refused(
                    "the SRID " + Integer.toUnsignedString(srid) + " is larger than 31 bits", "leave the column out");
        }
        value().writeBytes(wkb, offset, length);
        out.writeIndex(1);
        out.writeInt(srid);
    }

    @Override
    public void vector(byte[] floats, int offset, int count) {
        if (target.form() != AvroForm.FLOATS) {
            throw unfit("a VECTOR");
        }
        ByteBuffer values = ByteBuffer.wrap(floats, offset, count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        value().startArray(count);
        for (int i = 0; i < count; i++) {
            out.writeFloat(values.getFloat());
        }
        out.endArray();
    }

    private void zeroDate(TemporalText written) {
        if (options.zeroDates() == ValueOptions.ZeroDates.NULL) {
            nullValue();
        } else if (options.zeroDates() == ValueOptions.ZeroDates.STRING && target.form() == AvroForm.STRING) {
            string(written);
        } else {
            throw new EncodeException(
                    RejectReason.CONVERSION,
                    "the date " + written + " is in no calendar, and Avro has no form for it",
                    "set " + ValueOptions.ZERO_DATES.key() + " to null, or correct the row");
        }
    }

    private void string(TemporalText written) {
        value().writeBytes(written.ascii(), 0, written.length());
    }

    private void string(String value) {
        value().writeString(value);
    }

    private EncodeException refused(String what, String cure) {
        return new EncodeException(RejectReason.CONVERSION, what, cure);
    }

    /** The column's type says otherwise than its value: {@link AvroForm#takes} has let it pass. */
    private IllegalStateException unfit(String value) {
        return new IllegalStateException("Column " + target.column() + " gives " + value
                + ", which its field of the type " + target.type() + " was said to take");
    }

    /** For a value: the index of its branch is written. */
    private AvroOut value() {
        if (target.valueBranch() >= 0) {
            out.writeIndex(target.valueBranch());
        }
        return out;
    }
}
