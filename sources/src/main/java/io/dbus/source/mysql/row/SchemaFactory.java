package io.dbus.source.mysql.row;

import io.dbus.event.Column;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.LayoutColumn;
import io.dbus.event.RowFormats;
import io.dbus.event.RowLayout;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.TableMap;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Makes the schema of a table from what the binlog says of it. All columns of the images are in it, invisible and generated
 * ones too. Called once per version of a table, not per event.
 */
public final class SchemaFactory {
    /** What MariaDB adds to a table for a unique key that is too long for an index: in its images, but in no SELECT (seen on 10.11). */
    private static final Pattern HASH_OF_UNIQUE_KEY = Pattern.compile("DB_ROW_HASH_\\d+");

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
        return fromMetadata(map, Optional.empty(), keyColumns);
    }

    /**
     * The schema of a table map of MariaDB with full metadata.
     *
     * @param server the table as its server describes it, if that is known: without it what {@link MariaDbColumns} lists comes out as bytes
     * @param keyColumns as in {@link #fromMetadata(TableMap, List)}, which says what is thrown
     */
    public static TableSchema fromMetadata(TableMap map, Optional<TableDefinition> server, List<String> keyColumns) {
        if (!map.hasNames()) {
            throw new SchemaMismatchException("The binlog does not say the names of the columns of table " + map.table()
                    + ": SET GLOBAL binlog_row_metadata=FULL on its server");
        }
        List<LayoutColumn> columns = new ArrayList<>();
        for (int i = 0; i < map.columnCount(); i++) {
            ColumnFacts facts = ColumnFacts.fromMetadata(map, i, server);
            columns.add(new LayoutColumn(facts.logicalType(), facts.physicalType()));
        }
        List<String> key = map.primaryKey().stream()
                .map(column -> map.names().get(column.position()))
                .toList();
        return schema(map, columns, map.names(), keyColumns.isEmpty() ? key : keyColumns);
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
    public static TableSchema fromServer(TableMap map, TableDefinition table, List<String> keyColumns) {
        ServerTableCheck.check(map, table);
        List<LayoutColumn> columns = new ArrayList<>();
        for (int i = 0; i < map.columnCount(); i++) {
            ColumnFacts facts = ColumnFacts.fromServer(map, i, table.columns().get(i));
            columns.add(new LayoutColumn(facts.logicalType(), facts.physicalType()));
        }
        List<String> names =
                table.columns().stream().map(ColumnDefinition::name).toList();
        return schema(map, columns, names, keyColumns.isEmpty() ? table.key() : keyColumns);
    }

    private static TableSchema schema(TableMap map, List<LayoutColumn> columns, List<String> names, List<String> key) {
        Set<String> different = new HashSet<>();
        for (String name : names) {
            if (!different.add(name)) {
                throw new SchemaMismatchException(
                        "The binlog gives table " + map.table() + " two columns with the name " + name
                                + ", which no table has: its TABLE_MAP event is damaged, or the schema is not the table's");
            }
        }
        if (new HashSet<>(key).size() < key.size()) {
            throw new SchemaMismatchException("Table " + map.table() + " has a column twice in its key " + key
                    + ": its TABLE_MAP event is damaged, or message.key.columns names it twice");
        }
        for (String name : key) {
            if (!names.contains(name)) {
                throw new SchemaMismatchException("Table " + map.table() + " has no column " + name
                        + " for its key, only " + names + ": correct message.key.columns");
            }
        }
        List<Column> seen = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            if (!map.isMariaDb() || !HASH_OF_UNIQUE_KEY.matcher(names.get(i)).matches()) {
                seen.add(new Column(names.get(i), i));
            }
        }
        List<Column> keyColumns =
                key.stream().map(name -> new Column(name, names.indexOf(name))).toList();
        return new TableSchema(
                map.table(), new RowLayout(RowFormats.named(MySqlRowFormat.NAME), columns), seen, keyColumns);
    }
}
