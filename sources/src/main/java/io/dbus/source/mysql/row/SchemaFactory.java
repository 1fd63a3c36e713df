package io.dbus.source.mysql.row;

import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.TableMap;
import java.util.List;

/**
 * Makes the schema of a table from what the binlog says of it. All columns of the images are in it, invisible and generated
 * ones too. Called once per version of a table, not per event.
 */
public final class SchemaFactory {
    private SchemaFactory() {}

    /**
     * The schema of a table map with full metadata ({@link TableMap#hasNames}).
     *
     * @param keyColumns the columns that the user named as key; empty for the primary key. Of a key over prefixes of columns
     *     the whole columns are taken.
     * @throws SchemaMismatchException when the metadata is not full, or a named key column is not there
     * @throws io.dbus.event.RowDecodeException when the type of a column cannot be read yet; names table, column and type
     */
    public static TableSchema fromMetadata(TableMap map, List<String> keyColumns) {
        throw new UnsupportedOperationException();
    }

    /**
     * The schema of a table map without names, those taken from the server. All that the map shows is compared first: number
     * of columns, types, lengths, NULLs, and signs and charsets where it holds them. It shows neither names nor labels, nor
     * the order of columns of one type: those are taken on trust.
     *
     * @param keyColumns as in {@link #fromMetadata}
     * @throws SchemaMismatchException when something differs
     * @throws io.dbus.event.RowDecodeException when the type of a column cannot be read yet; names table, column and type
     */
    public static TableSchema fromServer(TableMap map, ServerTable table, List<String> keyColumns) {
        throw new UnsupportedOperationException();
    }
}
