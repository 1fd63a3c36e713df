package io.dbus.event;

import java.math.BigDecimal;

/**
 * Takes the value of a column without a box around it. One method for each kind of logical value, so that an encoder
 * says once how it writes that kind, whatever the column's type. Arrays belong to the caller and are valid only during
 * the call.
 */
public interface ValueReceiver {
    /** SQL NULL. */
    void nullValue();

    /** A signed integer, an unsigned one that fits (all but BIGINT UNSIGNED always do), or a YEAR (0 is the year 0000). */
    void int64(long value);

    /** A BIGINT UNSIGNED, all 64 bits; to be read as unsigned. */
    void uint64(long bits);

    /** A BIT(n) as an unsigned number. */
    void bits(long bits, int width);

    /** A DECIMAL with the scale of its column. */
    void decimal(BigDecimal value);

    /** A FLOAT. */
    void float32(float value);

    /** A DOUBLE. */
    void float64(double value);

    /** Text in UTF-8: CHAR, VARCHAR, TEXT, the label of an ENUM, the labels of a SET joined by commas. */
    void text(byte[] utf8, int offset, int length);

    /** Bytes: BINARY with its padding, VARBINARY, BLOB. */
    void binary(byte[] bytes, int offset, int length);

    /** A DATE. Parts may be zero, as MySQL allows: 0000-00-00, 2023-00-15. */
    void date(int year, int month, int day);

    /** A TIME: a signed duration in microseconds, with 0 to 6 fractional digits to show. */
    void time(long micros, int fractionalDigits);

    /** A DATETIME, without a zone. Parts of the date may be zero. */
    void datetime(int year, int month, int day, int hour, int minute, int second, int micros, int fractionalDigits);

    /**
     * A TIMESTAMP: an instant. MySQL's zero timestamp is second 0 with no microseconds, which no real one is (the range
     * begins at 1970-01-01 00:00:01 UTC).
     */
    void timestamp(long epochSecond, int micros, int fractionalDigits);

    /** A JSON document as text in UTF-8. */
    void json(byte[] utf8, int offset, int length);

    /** A geometry: its SRID and its well-known binary form. */
    void geometry(int srid, byte[] wkb, int offset, int length);

    /** A VECTOR: {@code count} 32-bit IEEE 754 numbers, little-endian. */
    void vector(byte[] floats, int offset, int count);
}
