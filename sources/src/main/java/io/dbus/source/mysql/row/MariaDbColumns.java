package io.dbus.source.mysql.row;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.source.mysql.charset.ServerCharset;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.TableMap;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Columns of MariaDB of which the binlog says too little, with full metadata too: UUID and INET6 look like BINARY(16), INET4 like BINARY(4), VECTOR like
 * VARBINARY, and TIME, DATETIME and TIMESTAMP of {@code mysql56_temporal_format=OFF} hide how many fractional digits they have. What its server says of the table tells.
 */
public final class MariaDbColumns {
    private static final int UUID_BYTES = 16;
    private static final int INET4_BYTES = 4;

    private MariaDbColumns() {}

    /** Whether a table has a column that is not known from the binlog alone. */
    public static boolean areIn(TableMap map) {
        if (!map.isMariaDb()) {
            return false;
        }
        for (int i = 0; i < map.columnCount(); i++) {
            if (map.isOldTemporal(i) || couldBeAnother(map, i)) {
                return true;
            }
        }
        return false;
    }

    /** Whether a table has old temporal columns, without whose digits the rows of its events cannot be told apart. */
    public static boolean hideFractions(TableMap map) {
        return map.isMariaDb() && IntStream.range(0, map.columnCount()).anyMatch(map::isOldTemporal);
    }

    /**
     * The map with the fractional digits of its old temporal columns.
     *
     * @param server the table as its server describes it, if it is known
     * @throws SchemaMismatchException when the digits of a column are not known
     */
    public static TableMap withFractions(TableMap map, Optional<TableDefinition> server) {
        if (!map.isMariaDb()) {
            return map;
        }
        return map.withFractions(
                i -> column(map, i, server)
                        .map(column -> ServerType.parse(column.type()))
                        .filter(type -> type.name().equals(name(map.type(i))) && type.argument(0, 0) <= 6)
                        .map(type -> type.argument(0, 0))
                        .orElseThrow(
                                () -> new SchemaMismatchException(
                                        "Column " + (i + 1) + " of table " + map.table() + " is a "
                                                + ColumnType.name(map.type(i))
                                                + " of MariaDB, of which the binlog does not say how many fractional digits it has, and the server's"
                                                + " description of the table is not to be had or has no such column: GRANT SELECT on the table to the user,"
                                                + " or rebuild it by ALTER TABLE ... FORCE while mysql56_temporal_format is ON and begin after that")));
    }

    /** What a column is: its type in the map, or what its server says that it is where that looks the same in the binlog. */
    static int type(TableMap map, int i, Optional<ColumnDefinition> server) {
        if (server.isEmpty() || !couldBeAnother(map, i)) {
            return map.type(i);
        }
        ServerType type = ServerType.parse(server.get().type());
        return switch (type.name()) {
            case "uuid" -> fits(map, i, ColumnType.STRING, UUID_BYTES, ColumnType.MARIADB_UUID);
            case "inet6" -> fits(map, i, ColumnType.STRING, UUID_BYTES, ColumnType.MARIADB_INET6);
            case "inet4" -> fits(map, i, ColumnType.STRING, INET4_BYTES, ColumnType.MARIADB_INET4);
            case "vector" ->
                fits(map, i, ColumnType.VARCHAR, type.argument(0, 0) * Float.BYTES, ColumnType.MARIADB_VECTOR);
            default -> map.type(i);
        };
    }

    /** The description of a column: that of its name where the binlog names it, otherwise that of its place. */
    static Optional<ColumnDefinition> column(TableMap map, int i, Optional<TableDefinition> server) {
        if (server.isEmpty()) {
            return Optional.empty();
        }
        if (!map.hasNames()) {
            return server.get().columns().stream().skip(i).findFirst();
        }
        String name = map.names().get(i);
        return server.get().columns().stream()
                .filter(column -> column.name().equals(name))
                .findFirst();
    }

    private static int fits(TableMap map, int i, int type, int size, int known) {
        return map.type(i) == type && map.meta(i) == size ? known : map.type(i);
    }

    private static boolean couldBeAnother(TableMap map, int i) {
        int meta = map.meta(i);
        boolean size =
                switch (map.type(i)) {
                    case ColumnType.STRING -> meta == UUID_BYTES || meta == INET4_BYTES;
                    case ColumnType.VARCHAR -> meta > 0 && meta % Float.BYTES == 0;
                    default -> false;
                };
        return size
                && map.isMariaDb()
                && (map.collation(i).isEmpty() || map.collation(i).getAsInt() == ServerCharset.BINARY_COLLATION);
    }

    private static String name(int type) {
        return switch (type) {
            case ColumnType.TIME -> "time";
            case ColumnType.DATETIME -> "datetime";
            default -> "timestamp";
        };
    }
}
