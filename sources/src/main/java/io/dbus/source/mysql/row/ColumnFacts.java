package io.dbus.source.mysql.row;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.PhysicalType;
import io.dbus.event.RowDecodeException;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.charset.ServerCharset;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.TableMap;
import java.util.List;
import java.util.Optional;

/**
 * What is known of a column, whether the binlog said it or the server.
 *
 * @param collation the id of the collation of text, ENUM and SET; 0 for other types
 * @param unsigned whether a number is unsigned
 * @param labels the labels of an ENUM or SET
 * @param dimension the elements of a VECTOR
 */
record ColumnFacts(
        TableId table,
        String name,
        int type,
        int meta,
        int collation,
        boolean unsigned,
        List<String> labels,
        int dimension) {

    /** Of a column that the binlog describes, but for what {@link MariaDbColumns} takes from the server. */
    static ColumnFacts fromMetadata(TableMap map, int i, Optional<TableDefinition> server) {
        String name = map.names().get(i);
        boolean text = hasCharset(map.type(i));
        if (text && map.collation(i).isEmpty()) {
            throw new SchemaMismatchException("The binlog does not say the charset of column " + name + " of table "
                    + map.table() + ": SET GLOBAL binlog_row_metadata=FULL on its server");
        }
        return new ColumnFacts(
                map.table(),
                name,
                MariaDbColumns.type(map, i, MariaDbColumns.column(map, i, server)),
                map.meta(i),
                text ? map.collation(i).getAsInt() : 0,
                map.isUnsigned(i),
                map.labels(i),
                map.vectorDimension(i));
    }

    /** Of a column that has been compared with what the map shows. */
    static ColumnFacts fromServer(TableMap map, int i, ColumnDefinition column) {
        ServerType type = ServerType.parse(column.type());
        int collation = 0;
        if (hasCharset(map.type(i))) {
            String charset = column.charset().isEmpty() ? "binary" : column.charset();
            collation = map.collation(i).orElseGet(() -> ServerCharset.named(charset)
                    .map(ServerCharset::collation)
                    .orElseThrow(() -> new RowDecodeException("The charset " + charset + " of column "
                            + column.name() + " of table " + map.table()
                            + " is not known: convert the column to utf8mb4")));
        }
        return new ColumnFacts(
                map.table(),
                column.name(),
                MariaDbColumns.type(map, i, Optional.of(column)),
                map.meta(i),
                collation,
                type.unsigned(),
                type.labels().isEmpty() ? List.of() : Labels.described(type.labels(), collation),
                type.name().equals("vector") ? type.argument(0, 2048) : 0);
    }

    LogicalType logicalType() {
        return switch (type) {
            case ColumnType.TINY -> number(Kind.TINYINT);
            case ColumnType.SHORT -> number(Kind.SMALLINT);
            case ColumnType.INT24 -> number(Kind.MEDIUMINT);
            case ColumnType.LONG -> number(Kind.INT);
            case ColumnType.LONGLONG -> number(Kind.BIGINT);
            case ColumnType.FLOAT -> number(Kind.FLOAT);
            case ColumnType.DOUBLE -> number(Kind.DOUBLE);
            case ColumnType.NEWDECIMAL -> new LogicalType(Kind.DECIMAL, meta & 0xFF, meta >> 8, unsigned, List.of());
            case ColumnType.YEAR -> LogicalType.of(Kind.YEAR);
            case ColumnType.BIT -> LogicalType.of(Kind.BIT, (meta >> 8) * 8 + (meta & 0xFF));
            case ColumnType.DATE, ColumnType.NEWDATE -> LogicalType.of(Kind.DATE);
            case ColumnType.TIME2 -> LogicalType.temporal(Kind.TIME, meta);
            case ColumnType.DATETIME2 -> LogicalType.temporal(Kind.DATETIME, meta);
            case ColumnType.TIMESTAMP2 -> LogicalType.temporal(Kind.TIMESTAMP, meta);
            case ColumnType.TIME -> LogicalType.temporal(Kind.TIME, meta);
            case ColumnType.DATETIME -> LogicalType.temporal(Kind.DATETIME, meta);
            case ColumnType.TIMESTAMP -> LogicalType.temporal(Kind.TIMESTAMP, meta);
            case ColumnType.STRING -> text(Kind.CHAR, Kind.BINARY);
            case ColumnType.VARCHAR, ColumnType.VAR_STRING, ColumnType.MARIADB_VARCHAR_COMPRESSED ->
                text(Kind.VARCHAR, Kind.VARBINARY);
            case ColumnType.BLOB, ColumnType.MARIADB_BLOB_COMPRESSED ->
                LogicalType.of(isBinary() ? Kind.BLOB : Kind.TEXT);
            case ColumnType.ENUM -> labelled(Kind.ENUM);
            case ColumnType.SET -> labelled(Kind.SET);
            case ColumnType.JSON -> LogicalType.of(Kind.JSON);
            case ColumnType.GEOMETRY -> LogicalType.of(Kind.GEOMETRY);
            case ColumnType.VECTOR -> LogicalType.of(Kind.VECTOR, dimension);
            case ColumnType.MARIADB_UUID -> LogicalType.of(Kind.CHAR, AddressText.UUID_LENGTH);
            case ColumnType.MARIADB_INET6 -> LogicalType.of(Kind.VARCHAR, AddressText.INET6_LENGTH);
            case ColumnType.MARIADB_INET4 -> LogicalType.of(Kind.VARCHAR, AddressText.INET4_LENGTH);
            case ColumnType.MARIADB_VECTOR -> LogicalType.of(Kind.VECTOR, meta / Float.BYTES);
            default -> throw unreadable(table, name, ColumnType.name(type));
        };
    }

    PhysicalType physicalType() {
        return new PhysicalType(type, meta, collation);
    }

    private LogicalType number(Kind kind) {
        return unsigned ? LogicalType.unsigned(kind) : LogicalType.of(kind);
    }

    private LogicalType text(Kind textKind, Kind binaryKind) {
        int bytes = type == ColumnType.MARIADB_VARCHAR_COMPRESSED ? meta - 1 : meta;
        return isBinary()
                ? LogicalType.of(binaryKind, bytes)
                : LogicalType.of(
                        textKind, bytes / ServerCharset.ofCollation(collation).maxLength());
    }

    private LogicalType labelled(Kind kind) {
        if (labels.isEmpty()) {
            throw new SchemaMismatchException("The labels of column " + name + " of table " + table
                    + " are not known: SET GLOBAL binlog_row_metadata=FULL on its server");
        }
        return LogicalType.labelled(kind, labels);
    }

    private boolean isBinary() {
        return collation == ServerCharset.BINARY_COLLATION;
    }

    private static boolean hasCharset(int type) {
        return switch (type) {
            case ColumnType.STRING,
                    ColumnType.VARCHAR,
                    ColumnType.VAR_STRING,
                    ColumnType.BLOB,
                    ColumnType.MARIADB_VARCHAR_COMPRESSED,
                    ColumnType.MARIADB_BLOB_COMPRESSED,
                    ColumnType.ENUM,
                    ColumnType.SET -> true;
            default -> false;
        };
    }

    private static RowDecodeException unreadable(TableId table, String column, String type) {
        return new RowDecodeException("Column " + column + " of table " + table + " is of the type " + type
                + ", which cannot be read yet: leave the table out or change the column's type");
    }
}
