package io.dbus.source.mysql.ddl;

import io.dbus.event.TableId;
import java.util.List;

/** One of the changes that an ALTER TABLE is made of. */
sealed interface AlterAction {
    /** Where a column goes. */
    sealed interface Place {
        /** Where it is, or at the end if it is new. */
        record Unsaid() implements Place {}

        /** Before all others. */
        record First() implements Place {}

        /** Behind another. */
        record After(String column) implements Place {}
    }

    /** A new column. */
    record Add(ColumnClause column, Place place, boolean ifNotExists) implements AlterAction {}

    /** Another definition of a column, and maybe another name. */
    record Change(String name, ColumnClause column, Place place, boolean ifExists) implements AlterAction {}

    /** A column that goes. */
    record Drop(String name, boolean ifExists) implements AlterAction {}

    /** Another name of a column. */
    record RenameColumn(String name, String to, boolean ifExists) implements AlterAction {}

    /** Another default of a column; empty for none. */
    record SetDefault(String name, String expression) implements AlterAction {}

    /** Whether {@code SELECT *} shows a column. */
    record SetInvisible(String name, boolean invisible) implements AlterAction {}

    /** A primary key where there is none. */
    record AddKey(List<String> columns, boolean ifNotExists) implements AlterAction {}

    /** No primary key any more. */
    record DropKey() implements AlterAction {}

    /** Another name of the table. */
    record Rename(TableId to) implements AlterAction {}

    /** Another charset of all text columns and of the table; {@code DEFAULT} is an empty one. */
    record Convert(String charset) implements AlterAction {}

    /** Other options of the table. */
    record SetOptions(DdlStatement.Options options) implements AlterAction {}
}
