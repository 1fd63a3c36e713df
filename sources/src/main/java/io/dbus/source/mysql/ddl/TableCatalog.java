package io.dbus.source.mysql.ddl;

import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import java.util.List;
import java.util.Optional;

/** The tables and databases that a statement finds. */
public interface TableCatalog {
    /** The definition of a table; of one that is there but not known it has no columns; empty when no such table is followed. */
    Optional<TableDefinition> table(TableId table);

    /** The tables of a database of which something is known. */
    List<TableId> tablesOf(String database);

    /** The default charset of a database; empty when it is not known. */
    String charset(String database);

    /** A table as its server names it, from the name in a statement, which may be in other case. */
    TableId named(TableId table);
}
