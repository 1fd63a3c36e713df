package io.dbus.source.mysql.event;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.TableId;
import io.dbus.source.mysql.charset.ServerCharset;
import io.dbus.source.mysql.event.TableMap.KeyColumn;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntPredicate;

/**
 * The optional part of a TABLE_MAP_EVENT (MySQL source, {@code Table_map_event}, "Optional metadata fields"): fields of a type
 * byte, a size and a content. What is not there stays empty.
 */
final class TableMetadata {
    private static final int SIGNEDNESS = 1;
    private static final int DEFAULT_CHARSET = 2;
    private static final int COLUMN_CHARSET = 3;
    private static final int COLUMN_NAME = 4;
    private static final int SET_STR_VALUE = 5;
    private static final int ENUM_STR_VALUE = 6;
    private static final int SIMPLE_PRIMARY_KEY = 8;
    private static final int PRIMARY_KEY_WITH_PREFIX = 9;
    private static final int ENUM_AND_SET_DEFAULT_CHARSET = 10;
    private static final int ENUM_AND_SET_COLUMN_CHARSET = 11;
    private static final int COLUMN_VISIBILITY = 12;
    private static final int VECTOR_DIMENSIONALITY = 13;

    final List<String> names;
    final boolean hasSignedness;
    final BitSet unsigned = new BitSet();
    final BitSet invisible = new BitSet();
    final int[] collations;
    final int[] vectorDimensions;
    final Map<Integer, List<String>> labels = new HashMap<>();
    final List<KeyColumn> primaryKey;

    private final TableId table;
    private final int[] types;
    private final boolean mariaDb;
    private final List<String> foundNames = new ArrayList<>();
    private final List<KeyColumn> foundKey = new ArrayList<>();
    private final Map<Integer, List<byte[]>> rawLabels = new HashMap<>();
    private boolean foundSignedness;

    TableMetadata(TableId table, int[] types, ByteReader in, boolean mariaDb) {
        this.table = table;
        this.types = types;
        this.mariaDb = mariaDb;
        this.collations = new int[types.length];
        this.vectorDimensions = new int[types.length];
        while (in.remaining() > 0) {
            int field = in.uint8();
            read(field, in.slice(in.size(), "metadata of table " + table));
        }
        // Labels are in the charset of their column, which may stand behind them.
        rawLabels.forEach((column, raw) -> labels.put(column, decode(column, raw)));
        rawLabels.clear();
        names = List.copyOf(foundNames);
        primaryKey = List.copyOf(foundKey);
        hasSignedness = foundSignedness;
    }

    private void read(int field, ByteReader in) {
        switch (field) {
            case SIGNEDNESS -> {
                foundSignedness = true;
                bits(in, this::isNumeric, unsigned);
            }
            case DEFAULT_CHARSET -> defaultCharset(in, this::isText);
            case COLUMN_CHARSET -> columnCharsets(in, this::isText);
            case COLUMN_NAME -> {
                for (int i = 0; i < types.length; i++) {
                    foundNames.add(in.string(in.size(), UTF_8));
                }
                requireEnd(in, field);
            }
            case SET_STR_VALUE -> labels(in, ColumnType.SET, field);
            case ENUM_STR_VALUE -> labels(in, ColumnType.ENUM, field);
            case SIMPLE_PRIMARY_KEY -> {
                while (in.remaining() > 0) {
                    foundKey.add(new KeyColumn(position(in), 0));
                }
            }
            case PRIMARY_KEY_WITH_PREFIX -> {
                while (in.remaining() > 0) {
                    foundKey.add(new KeyColumn(position(in), (int) in.lenenc()));
                }
            }
            case ENUM_AND_SET_DEFAULT_CHARSET -> defaultCharset(in, this::isLabelled);
            case ENUM_AND_SET_COLUMN_CHARSET -> columnCharsets(in, this::isLabelled);
            case COLUMN_VISIBILITY -> {
                BitSet visible = new BitSet();
                bits(in, column -> true, visible);
                invisible.set(0, types.length);
                invisible.andNot(visible);
            }
            case VECTOR_DIMENSIONALITY -> {
                for (int i = 0; i < types.length; i++) {
                    if (types[i] == ColumnType.VECTOR) {
                        vectorDimensions[i] = (int) in.lenenc();
                    }
                }
                requireEnd(in, field);
            }
            default -> {} // GEOMETRY_TYPE is not needed; by the format, unknown fields may be passed over.
        }
    }

    /** One bit for each column of a kind, the highest bit of a byte first. */
    private void bits(ByteReader in, IntPredicate kind, BitSet columns) {
        int bits = 0;
        int left = 0;
        for (int i = 0; i < types.length; i++) {
            if (kind.test(i)) {
                if (left == 0) {
                    bits = in.uint8();
                    left = 8;
                }
                columns.set(i, (bits & 0x80) != 0);
                bits <<= 1;
                left--;
            }
        }
    }

    private void defaultCharset(ByteReader in, IntPredicate kind) {
        int collation = (int) in.lenenc();
        List<Integer> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            if (kind.test(i)) {
                collations[i] = collation;
                columns.add(i);
            }
        }
        while (in.remaining() > 0) {
            long index = in.lenenc();
            if (index < 0 || index >= columns.size()) {
                throw damaged("gives a charset to text column " + index + " of " + columns.size());
            }
            collations[columns.get((int) index)] = (int) in.lenenc();
        }
    }

    private void columnCharsets(ByteReader in, IntPredicate kind) {
        for (int i = 0; i < types.length; i++) {
            if (kind.test(i)) {
                collations[i] = (int) in.lenenc();
            }
        }
        requireEnd(in, COLUMN_CHARSET);
    }

    private void labels(ByteReader in, int type, int field) {
        for (int i = 0; i < types.length; i++) {
            if (types[i] == type) {
                int count = in.size();
                List<byte[]> found = new ArrayList<>(count);
                for (int n = 0; n < count; n++) {
                    found.add(in.bytes(in.size()));
                }
                rawLabels.put(i, found);
            }
        }
        requireEnd(in, field);
    }

    private List<String> decode(int column, List<byte[]> raw) {
        if (collations[column] == 0) {
            throw damaged("has labels but no charset for column " + (column + 1));
        }
        ServerCharset charset = ServerCharset.ofCollation(collations[column]);
        return raw.stream().map(label -> charset.decode(label, 0, label.length)).toList();
    }

    private int position(ByteReader in) {
        long position = in.lenenc();
        if (position < 0 || position >= types.length) {
            throw damaged("has column " + position + " of " + types.length + " in its key");
        }
        return (int) position;
    }

    private boolean isNumeric(int column) {
        return switch (types[column]) {
            case ColumnType.TINY,
                    ColumnType.SHORT,
                    ColumnType.INT24,
                    ColumnType.LONG,
                    ColumnType.LONGLONG,
                    ColumnType.NEWDECIMAL,
                    ColumnType.FLOAT,
                    ColumnType.DOUBLE,
                    ColumnType.YEAR -> true;
            default -> false;
        };
    }

    /** Those that the lists of charsets count: VECTOR too, JSON not, GEOMETRY in MariaDB only, ENUM and SET apart. */
    private boolean isText(int column) {
        return switch (types[column]) {
            case ColumnType.STRING,
                    ColumnType.VAR_STRING,
                    ColumnType.VARCHAR,
                    ColumnType.BLOB,
                    ColumnType.VECTOR,
                    ColumnType.MARIADB_VARCHAR_COMPRESSED,
                    ColumnType.MARIADB_BLOB_COMPRESSED -> true;
            case ColumnType.GEOMETRY -> mariaDb;
            default -> false;
        };
    }

    private boolean isLabelled(int column) {
        return types[column] == ColumnType.ENUM || types[column] == ColumnType.SET;
    }

    private void requireEnd(ByteReader in, int field) {
        if (in.remaining() > 0) {
            throw damaged("has " + in.remaining() + " bytes too many in field " + field + " of its metadata");
        }
    }

    private BinlogFormatException damaged(String what) {
        return new BinlogFormatException("The TABLE_MAP event of " + table + " " + what);
    }
}
