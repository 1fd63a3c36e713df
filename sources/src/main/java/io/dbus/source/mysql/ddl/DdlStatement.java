package io.dbus.source.mysql.ddl;

import io.dbus.event.TableId;
import java.util.List;

/** A statement that defines tables or what they inherit from, read but not yet applied to anything. */
sealed interface DdlStatement {
    /** What a table's options say of it. */
    record Options(String charset, String comment, boolean commented) {
        static final Options NONE = new Options("", "", false);
    }

    /** A table new from its columns; keys in the order in which they are named. */
    record CreateTable(
            TableId table,
            boolean ifNotExists,
            boolean orReplace,
            List<ColumnClause> columns,
            List<String> key,
            Options options)
            implements DdlStatement {}

    /** A table new after another's example. */
    record CreateLike(TableId table, boolean ifNotExists, boolean orReplace, TableId example) implements DdlStatement {}

    /** Changes of a table, in their order. */
    record AlterTable(TableId table, List<AlterAction> actions) implements DdlStatement {}

    /** Tables that get other names, one after the other. */
    record RenameTables(List<Renaming> renamings) implements DdlStatement {}

    /** A table's old name and its new one. */
    record Renaming(TableId from, TableId to) {}

    /** Tables that go. */
    record DropTables(List<TableId> tables) implements DdlStatement {}

    /** A new database; the charset is empty when the statement says none. */
    record CreateDatabase(String database, boolean ifNotExists, boolean orReplace, String charset)
            implements DdlStatement {}

    /** A database whose defaults change; the charset is empty when the statement says none. */
    record AlterDatabase(String database, String charset) implements DdlStatement {}

    /** A database that goes with all of its tables. */
    record DropDatabase(String database) implements DdlStatement {}

    /** Something that leaves the definitions of these tables as they are. */
    record Upkeep(List<TableId> tables) implements DdlStatement {}
}
