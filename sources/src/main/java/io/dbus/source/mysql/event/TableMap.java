package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.TableId;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;
import java.util.function.IntUnaryOperator;

/**
 * TABLE_MAP_EVENT: the columns of a table as they stand in the row events that follow. What a row's end is found by is read
 * at once; names, charsets, labels and key (system variable {@code binlog_row_metadata}) when first asked for. Immutable.
 *
 * <p>Every transaction repeats the table maps of its tables: {@link #isSameAs} finds by comparing bytes that nothing changed.
 */
public final class TableMap {
    private static final int NUMBER_LENGTH = 6;
    private static final int FLAGS_LENGTH = 2;
    private static final String WHAT = "TABLE_MAP event";

    /** A column of the key: its position, and how many characters of it belong to the key (0: the whole). */
    public record KeyColumn(int position, int prefix) {}

    private final byte[] body;
    private final long number;
    private final TableId table;
    private final int[] types;
    private final int[] metas;
    private final int nullableStart;
    private final boolean mariaDb;
    private TableMetadata metadata;

    private TableMap(
            byte[] body, long number, TableId table, int[] types, int[] metas, int nullableStart, boolean mariaDb) {
        this.body = body;
        this.number = number;
        this.table = table;
        this.types = types;
        this.metas = metas;
        this.nullableStart = nullableStart;
        this.mariaDb = mariaDb;
    }

    /** The number of the table in the row events that follow; the same table has others later. */
    public static long tableNumber(byte[] b, int bodyStart, int bodyEnd) {
        return new ByteReader(b, bodyStart, bodyEnd, WHAT).number(NUMBER_LENGTH);
    }

    /** The table's name alone. */
    public static TableId table(byte[] b, int bodyStart, int bodyEnd) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, WHAT);
        in.skip(NUMBER_LENGTH + FLAGS_LENGTH);
        return table(in);
    }

    /** Parses an event of MySQL, as {@link #parse(byte[], int, int, boolean)} does. */
    public static TableMap parse(byte[] b, int bodyStart, int bodyEnd) {
        return parse(b, bodyStart, bodyEnd, false);
    }

    /**
     * Parses the event. The map keeps a copy of the body.
     *
     * @param mariaDb whether MariaDB wrote it: its lists of charsets count GEOMETRY columns
     * @throws BinlogFormatException when it is damaged or a column has a type that is not known: the message names table
     *     and type
     */
    public static TableMap parse(byte[] b, int bodyStart, int bodyEnd, boolean mariaDb) {
        ByteReader in = new ByteReader(b, bodyStart, bodyEnd, WHAT);
        long number = in.number(NUMBER_LENGTH);
        in.skip(FLAGS_LENGTH);
        TableId table = table(in);
        int count = in.size();
        int[] types = new int[count];
        for (int i = 0; i < count; i++) {
            types[i] = in.uint8();
        }
        int[] metas = new int[count];
        ByteReader meta = in.slice(in.size(), "list of column types of the TABLE_MAP event of " + table);
        for (int i = 0; i < count; i++) {
            metas[i] = meta(types, i, meta, table);
        }
        if (meta.remaining() > 0) {
            throw new BinlogFormatException(
                    "The TABLE_MAP event of " + table + " has " + meta.remaining() + " bytes too many of column types");
        }
        int nullableStart = in.at() - bodyStart;
        in.skip((count + 7) / 8);
        return new TableMap(
                Arrays.copyOfRange(b, bodyStart, bodyEnd), number, table, types, metas, nullableStart, mariaDb);
    }

    private static TableId table(ByteReader in) {
        String database = in.string(in.uint8(), UTF_8);
        in.skip(1);
        String name = in.string(in.uint8(), UTF_8);
        in.skip(1);
        return new TableId(database, name);
    }

    /** Reads the metadata of a column and puts its real type in place of the one that stands for it. */
    private static int meta(int[] types, int column, ByteReader in, TableId table) {
        return switch (types[column]) {
            case ColumnType.TINY,
                    ColumnType.SHORT,
                    ColumnType.LONG,
                    ColumnType.LONGLONG,
                    ColumnType.INT24,
                    ColumnType.YEAR,
                    ColumnType.DATE,
                    ColumnType.NEWDATE,
                    ColumnType.TIME,
                    ColumnType.DATETIME,
                    ColumnType.TIMESTAMP,
                    ColumnType.NULL -> 0;
            case ColumnType.FLOAT,
                    ColumnType.DOUBLE,
                    ColumnType.BLOB,
                    ColumnType.JSON,
                    ColumnType.GEOMETRY,
                    ColumnType.VECTOR,
                    ColumnType.TIMESTAMP2,
                    ColumnType.DATETIME2,
                    ColumnType.TIME2,
                    ColumnType.MARIADB_BLOB_COMPRESSED -> in.uint8();
            case ColumnType.VARCHAR,
                    ColumnType.VAR_STRING,
                    ColumnType.BIT,
                    ColumnType.NEWDECIMAL,
                    ColumnType.MARIADB_VARCHAR_COMPRESSED -> in.uint16();
            case ColumnType.ENUM, ColumnType.SET, ColumnType.STRING -> {
                int first = in.uint8();
                int second = in.uint8();
                // Bits 8 and 9 of a CHAR's length stand inverted in the type byte (MySQL bug #37426).
                boolean longChar = (first & 0x30) != 0x30;
                types[column] = longChar ? first | 0x30 : first;
                int size = longChar ? second | ((first & 0x30) ^ 0x30) << 4 : second;
                if (types[column] != ColumnType.STRING
                        && types[column] != ColumnType.ENUM
                        && types[column] != ColumnType.SET) {
                    throw unknown(table, column, types[column]);
                }
                yield size;
            }
            default -> throw unknown(table, column, types[column]);
        };
    }

    private static BinlogFormatException unknown(TableId table, int column, int type) {
        return new BinlogFormatException("Column " + (column + 1) + " of table " + table + " is of "
                + ColumnType.name(type) + ", whose values cannot be told from the next column's");
    }

    /** Whether the event at these bytes says what this one said, the table's number included. */
    public boolean isSameAs(byte[] b, int bodyStart, int bodyEnd) {
        return Arrays.equals(body, 0, body.length, b, bodyStart, bodyEnd);
    }

    /** The number of the table. */
    public long number() {
        return number;
    }

    /** The table. */
    public TableId table() {
        return table;
    }

    /** How many columns it has. */
    public int columnCount() {
        return types.length;
    }

    /** Whether MariaDB wrote the event. */
    public boolean isMariaDb() {
        return mariaDb;
    }

    /**
     * The same map, of which the fractional digits of MariaDB's old temporal types are known ({@link ColumnType#TIMESTAMP}).
     *
     * @param digits the digits of a column, 0 to 6; asked for columns of these types alone
     */
    public TableMap withFractions(IntUnaryOperator digits) {
        int[] known = metas.clone();
        for (int i = 0; i < types.length; i++) {
            if (isOldTemporal(i)) {
                known[i] = digits.applyAsInt(i);
            }
        }
        return Arrays.equals(known, metas)
                ? this
                : new TableMap(body, number, table, types, known, nullableStart, mariaDb);
    }

    /** Whether a column is a TIME, DATETIME or TIMESTAMP of before MySQL 5.6, which MariaDB has with fractions too. */
    public boolean isOldTemporal(int column) {
        return switch (types[column]) {
            case ColumnType.TIME, ColumnType.DATETIME, ColumnType.TIMESTAMP -> true;
            default -> false;
        };
    }

    /** The real type of a column: a code of {@link ColumnType}, with ENUM and SET told from STRING. */
    public int type(int column) {
        return types[column];
    }

    /** The type's metadata as {@link ColumnType} describes it. */
    public int meta(int column) {
        return metas[column];
    }

    /** Whether the column may be NULL. */
    public boolean isNullable(int column) {
        return (body[nullableStart + (column >> 3)] & 1 << (column & 7)) != 0;
    }

    /** Whether the event holds the columns' names: {@code binlog_row_metadata=FULL}. */
    public boolean hasNames() {
        return !names().isEmpty();
    }

    /** The names of the columns; empty when the event holds none. */
    public List<String> names() {
        return metadata().names;
    }

    /** Whether the event says which numbers are unsigned (MySQL 8 always does). */
    public boolean hasSignedness() {
        return metadata().hasSignedness;
    }

    /** Whether a numeric column is unsigned; false when the event does not say. */
    public boolean isUnsigned(int column) {
        return metadata().unsigned.get(column);
    }

    /** The id of a column's collation (63 is binary), for text, ENUM and SET; empty when the event does not say. */
    public OptionalInt collation(int column) {
        int collation = metadata().collations[column];
        return collation == 0 ? OptionalInt.empty() : OptionalInt.of(collation);
    }

    /** The labels of an ENUM or SET in the order of their declaration; empty when the event does not say. */
    public List<String> labels(int column) {
        return metadata().labels.getOrDefault(column, List.of());
    }

    /** The columns of the primary key in its order; empty when there is none or the event does not say. */
    public List<KeyColumn> primaryKey() {
        return metadata().primaryKey;
    }

    /** Whether SELECT * shows the column; true when the event does not say. */
    public boolean isVisible(int column) {
        return !metadata().invisible.get(column);
    }

    /** How many elements a VECTOR can hold; 0 when the event does not say. */
    public int vectorDimension(int column) {
        return metadata().vectorDimensions[column];
    }

    @Override
    public String toString() {
        return "TableMap[" + table + ", " + number + "]";
    }

    int[] types() {
        return types;
    }

    int[] metas() {
        return metas;
    }

    private TableMetadata metadata() {
        TableMetadata parsed = metadata;
        if (parsed == null) {
            int start = nullableStart + (types.length + 7) / 8;
            parsed = new TableMetadata(
                    table, types, new ByteReader(body, start, body.length, "metadata of " + table), mariaDb);
            metadata = parsed;
        }
        return parsed;
    }
}
