package io.dbus.source.mysql.event;

/**
 * The sizes of values in a row image: all that is needed to find the next column. Hot path: a switch per column, nothing
 * allocated, no exception.
 */
public final class ValueSize {
    /** The value would go beyond the end. */
    public static final int TRUNCATED = -1;

    /** Values of the type cannot stand in a row image, or the metadata is not valid. */
    public static final int UNKNOWN = -2;

    /** Columns have up to 65; JSON documents hold some with more (MySQL source, DECIMAL_MAX_POSSIBLE_PRECISION). */
    private static final int MAX_DECIMAL_DIGITS = 81;

    /** Of MariaDB (MariaDB source, DECIMAL_MAX_SCALE); MySQL goes to 30. */
    private static final int MAX_DECIMAL_SCALE = 38;

    private static final int[] DECIMAL_DIGIT_BYTES = {0, 1, 1, 2, 2, 3, 3, 4, 4, 4};

    /** By fractional digits; with some, only MariaDB has them (MariaDB source, Type_handler_time::m_hires_bytes). */
    private static final int[] OLD_TIME_BYTES = {3, 4, 4, 5, 5, 5, 6};

    private static final int[] OLD_DATETIME_BYTES = {8, 6, 6, 7, 7, 7, 8};

    private ValueSize() {}

    /**
     * The size of the value at an offset, in bytes, its length bytes included; {@link #TRUNCATED} or {@link #UNKNOWN}.
     *
     * @param type the type, one of {@link ColumnType}
     * @param meta its metadata
     * @param limit where the bytes of the image end at the latest
     */
    public static int of(int type, int meta, byte[] b, int at, int limit) {
        int size =
                switch (type) {
                    case ColumnType.TINY, ColumnType.YEAR -> 1;
                    case ColumnType.SHORT -> 2;
                    case ColumnType.INT24, ColumnType.DATE, ColumnType.NEWDATE -> 3;
                    case ColumnType.LONG, ColumnType.FLOAT -> 4;
                    case ColumnType.LONGLONG, ColumnType.DOUBLE -> 8;
                    case ColumnType.TIME -> old(OLD_TIME_BYTES, meta);
                    case ColumnType.DATETIME -> old(OLD_DATETIME_BYTES, meta);
                    case ColumnType.TIMESTAMP -> 4 + fractionBytes(meta);
                    case ColumnType.TIMESTAMP2 -> 4 + fractionBytes(meta);
                    case ColumnType.DATETIME2 -> 5 + fractionBytes(meta);
                    case ColumnType.TIME2 -> 3 + fractionBytes(meta);
                    case ColumnType.NEWDECIMAL -> decimal(meta & 0xFF, meta >> 8);
                    case ColumnType.ENUM, ColumnType.SET -> meta;
                    case ColumnType.BIT -> (meta >> 8) + ((meta & 0xFF) > 0 ? 1 : 0);
                    case ColumnType.VARCHAR,
                            ColumnType.VAR_STRING,
                            ColumnType.STRING,
                            ColumnType.MARIADB_VARCHAR_COMPRESSED,
                            ColumnType.MARIADB_UUID,
                            ColumnType.MARIADB_INET6,
                            ColumnType.MARIADB_INET4,
                            ColumnType.MARIADB_VECTOR -> prefixed(b, at, limit, meta > 255 ? 2 : 1);
                    case ColumnType.BLOB,
                            ColumnType.JSON,
                            ColumnType.GEOMETRY,
                            ColumnType.VECTOR,
                            ColumnType.MARIADB_BLOB_COMPRESSED -> prefixed(b, at, limit, meta);
                    default -> UNKNOWN;
                };
        return size > limit - at ? TRUNCATED : size;
    }

    private static int old(int[] byDigits, int digits) {
        return digits < byDigits.length ? byDigits[digits] : UNKNOWN;
    }

    /** How many bytes fractional seconds of so many digits take. */
    public static int fractionBytes(int digits) {
        return digits + 1 >> 1;
    }

    /** The size of a DECIMAL in bytes (MySQL source, decimal2bin); {@link #UNKNOWN} when there is none such. */
    public static int decimal(int precision, int scale) {
        if (precision < 1 || precision > MAX_DECIMAL_DIGITS || scale > MAX_DECIMAL_SCALE || scale > precision) {
            return UNKNOWN;
        }
        int whole = precision - scale;
        return whole / 9 * 4 + DECIMAL_DIGIT_BYTES[whole % 9] + scale / 9 * 4 + DECIMAL_DIGIT_BYTES[scale % 9];
    }

    private static int prefixed(byte[] b, int at, int limit, int lengthBytes) {
        if (limit - at < lengthBytes) {
            return TRUNCATED;
        }
        int length =
                switch (lengthBytes) {
                    case 1 -> b[at] & 0xFF;
                    case 2 -> b[at] & 0xFF | (b[at + 1] & 0xFF) << 8;
                    case 3 -> b[at] & 0xFF | (b[at + 1] & 0xFF) << 8 | (b[at + 2] & 0xFF) << 16;
                    case 4 ->
                        b[at] & 0xFF | (b[at + 1] & 0xFF) << 8 | (b[at + 2] & 0xFF) << 16 | (b[at + 3] & 0xFF) << 24;
                    default -> UNKNOWN;
                };
        if (length < 0) {
            return lengthBytes == 4 ? TRUNCATED : UNKNOWN;
        }
        return length > limit - at - lengthBytes ? TRUNCATED : lengthBytes + length;
    }
}
