package io.dbus.source.mysql.connection;

import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import java.util.List;
import java.util.Map;

/** Reads from a server which tables it has and how they look. Needs the SELECT privilege on them, or they are not seen. */
public final class ServerTables {
    private ServerTables() {}

    /** The base tables that a selector selects, in the order of their names; the server's own databases excluded. */
    public static List<TableId> list(MySqlConnection connection, TableSelector selector) throws MySqlException {
        throw new UnsupportedOperationException();
    }

    /** The base tables that a selector selects, as they are now. */
    public static Map<TableId, ServerTable> read(MySqlConnection connection, TableSelector selector)
            throws MySqlException {
        throw new UnsupportedOperationException();
    }
}
