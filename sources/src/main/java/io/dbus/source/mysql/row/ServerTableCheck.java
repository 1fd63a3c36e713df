package io.dbus.source.mysql.row;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.source.mysql.charset.ServerCharset;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.TableMap;
import java.util.OptionalInt;

/** Compares what a table map shows of a table with what its server said of it. */
final class ServerTableCheck {
    private static final String CURE = ": the table was changed in between; SET GLOBAL binlog_row_metadata=FULL on its"
            + " server and begin after that, so that the binlog itself describes its tables";

    private final TableMap map;
    private final int i;
    private final ColumnDefinition column;
    private final ServerType type;

    private ServerTableCheck(TableMap map, int i, ColumnDefinition column) {
        this.map = map;
        this.i = i;
        this.column = column;
        this.type = ServerType.parse(column.type());
    }

    /** Throws {@link SchemaMismatchException} at the first difference. */
    static void check(TableMap map, TableDefinition table) {
        if (!map.table().equals(table.table())) {
            throw new SchemaMismatchException("The schema of " + table.table() + " was taken for table " + map.table());
        }
        if (map.columnCount() != table.columns().size()) {
            throw new SchemaMismatchException("Table " + map.table() + " has " + map.columnCount()
                    + " columns in the binlog but " + table.columns().size() + " on its server" + CURE);
        }
        for (int i = 0; i < map.columnCount(); i++) {
            new ServerTableCheck(map, i, table.columns().get(i)).check();
        }
    }

    private void check() {
        if (!fits()) {
            throw differs(ColumnType.name(map.type(i)) + " with the metadata " + map.meta(i), column.type());
        }
        if (map.isNullable(i) != column.nullable()) {
            throw differs(map.isNullable(i) ? "NULL" : "NOT NULL", column.nullable() ? "NULL" : "NOT NULL");
        }
        // A YEAR is unsigned in the binlog without saying so on the server.
        if (map.hasSignedness() && map.type(i) != ColumnType.YEAR && map.isUnsigned(i) != type.unsigned()) {
            throw differs(map.isUnsigned(i) ? "UNSIGNED" : "signed", column.type());
        }
        OptionalInt collation = map.collation(i);
        if (collation.isPresent() && map.type(i) != ColumnType.VECTOR && map.type(i) != ColumnType.GEOMETRY) {
            String inBinlog = ServerCharset.ofCollation(collation.getAsInt()).name();
            if (!inBinlog.equals(charsetName())) {
                throw differs("of the charset " + inBinlog, charsetName());
            }
        }
    }

    private String charsetName() {
        return switch (column.charset()) {
            case "" -> "binary";
            case "utf8" -> "utf8mb3";
            default -> column.charset();
        };
    }

    private boolean fits() {
        int meta = map.meta(i);
        return switch (map.type(i)) {
            case ColumnType.TINY -> is("tinyint") || is("bool");
            case ColumnType.SHORT -> is("smallint");
            case ColumnType.INT24 -> is("mediumint");
            case ColumnType.LONG -> is("int") || is("integer");
            case ColumnType.LONGLONG -> is("bigint");
            case ColumnType.FLOAT -> is("float");
            case ColumnType.DOUBLE -> is("double") || is("real");
            case ColumnType.NEWDECIMAL ->
                is("decimal") && type.argument(0, 10) == (meta & 0xFF) && type.argument(1, 0) == meta >> 8;
            case ColumnType.YEAR -> is("year");
            case ColumnType.BIT -> is("bit") && type.argument(0, 1) == (meta >> 8) * 8 + (meta & 0xFF);
            case ColumnType.DATE, ColumnType.NEWDATE -> is("date");
            case ColumnType.TIME2 -> is("time") && type.argument(0, 0) == meta;
            case ColumnType.DATETIME2 -> is("datetime") && type.argument(0, 0) == meta;
            case ColumnType.TIMESTAMP2 -> is("timestamp") && type.argument(0, 0) == meta;
            case ColumnType.TIME -> is("time") && oldFraction();
            case ColumnType.DATETIME -> is("datetime") && oldFraction();
            case ColumnType.TIMESTAMP -> is("timestamp") && oldFraction();
            case ColumnType.STRING ->
                is("char") && bytes() == meta
                        || is("binary") && type.argument(0, 1) == meta
                        || is("uuid") && meta == 16
                        || is("inet6") && meta == 16
                        || is("inet4") && meta == 4;
            case ColumnType.VARCHAR, ColumnType.VAR_STRING ->
                is("varchar") && bytes() == meta
                        || is("varbinary") && type.argument(0, 0) == meta
                        || is("vector") && type.argument(0, 0) * Float.BYTES == meta;
            case ColumnType.MARIADB_VARCHAR_COMPRESSED ->
                is("varchar") && bytes() == meta - 1 || is("varbinary") && type.argument(0, 0) == meta - 1;
            case ColumnType.BLOB, ColumnType.MARIADB_BLOB_COMPRESSED ->
                switch (type.name()) {
                    case "tinytext", "tinyblob" -> meta == 1;
                    case "text", "blob" -> meta == 2;
                    case "mediumtext", "mediumblob" -> meta == 3;
                    case "longtext", "longblob", "json", "xmltype" -> meta == 4;
                    default -> false;
                };
            case ColumnType.ENUM -> is("enum") && meta == (type.labels().size() < 256 ? 1 : 2);
            case ColumnType.SET -> is("set") && meta == setBytes(type.labels().size());
            case ColumnType.JSON -> is("json");
            case ColumnType.GEOMETRY ->
                switch (type.name()) {
                    case "geometry",
                            "point",
                            "linestring",
                            "polygon",
                            "multipoint",
                            "multilinestring",
                            "multipolygon",
                            "geomcollection",
                            "geometrycollection" -> true;
                    default -> false;
                };
            case ColumnType.VECTOR -> is("vector");
            default -> true; // Refused later, by a message of its own.
        };
    }

    /** Of MariaDB, whose digits {@link MariaDbColumns} took from the server; MySQL's have none. */
    private boolean oldFraction() {
        return type.argument(0, 0) == map.meta(i);
    }

    private boolean is(String name) {
        return type.name().equals(name);
    }

    private int bytes() {
        int characters = type.argument(0, 1);
        return characters
                * ServerCharset.named(charsetName())
                        .map(ServerCharset::maxLength)
                        .orElse(0);
    }

    private static int setBytes(int labels) {
        int bytes = (labels + 7) / 8;
        return bytes > 4 ? 8 : bytes;
    }

    private SchemaMismatchException differs(String inBinlog, String onServer) {
        return new SchemaMismatchException("Column " + (i + 1) + " (" + column.name() + ") of table " + map.table()
                + " is " + inBinlog + " in the binlog but " + onServer + " on its server" + CURE);
    }
}
