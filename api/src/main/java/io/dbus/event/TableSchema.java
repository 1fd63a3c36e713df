package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The columns of a table as operators and sinks see them, over the layout of its row images. Immutable. Two schemas are
 * equal when their serialized forms are; {@link SchemaCodec} says how that is cheap to test and to send.
 */
public final class TableSchema {
    private final TableId table;
    private final RowLayout layout;
    private final List<Column> columns;
    private final List<Column> key;
    private final Map<String, Integer> byName;
    private final byte[] encoded;
    private final byte[] digest;
    private final SchemaId id;

    /**
     * A schema.
     *
     * @param table the table as its server names it
     * @param layout the layout of its images
     * @param columns the columns to be seen, in order, each at another position of the layout
     * @param key the columns of the key in the key's order: the primary key or the columns that the user named; empty when
     *     the table has none. They need not be among {@code columns}.
     * @throws IllegalArgumentException when a column is outside the layout, or two columns or two key columns have one name
     */
    public TableSchema(TableId table, RowLayout layout, List<Column> columns, List<Column> key) {
        this.table = requireNonNull(table, "table");
        this.layout = requireNonNull(layout, "layout");
        this.columns = List.copyOf(columns);
        this.key = List.copyOf(key);
        this.byName = new HashMap<>();
        for (int i = 0; i < this.columns.size(); i++) {
            Column column = this.columns.get(i);
            requireInLayout(column);
            if (byName.put(column.name(), i) != null) {
                throw new IllegalArgumentException("Table " + table + " has two columns named " + column.name());
            }
        }
        Set<String> keyNames = new HashSet<>();
        for (Column column : this.key) {
            requireInLayout(column);
            if (!keyNames.add(column.name())) {
                throw new IllegalArgumentException("Table " + table + " has two key columns named " + column.name());
            }
        }
        this.encoded = SchemaCodec.encode(this);
        this.digest = md5(encoded);
        this.id = SchemaId.of(digest);
    }

    /** A schema whose columns are those of the layout, in order, under these names. */
    public static TableSchema of(TableId table, RowLayout layout, List<String> names, List<String> key) {
        if (names.size() != layout.size()) {
            throw new IllegalArgumentException(
                    "Table " + table + " has " + layout.size() + " columns but " + names.size() + " names");
        }
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < names.size(); i++) {
            columns.add(new Column(names.get(i), i));
        }
        List<Column> keyColumns = new ArrayList<>();
        for (String name : key) {
            int index = names.indexOf(name);
            if (index < 0) {
                throw new IllegalArgumentException("Table " + table + " has no key column " + name);
            }
            keyColumns.add(columns.get(index));
        }
        return new TableSchema(table, layout, columns, keyColumns);
    }

    /** The table as its server names it, whatever it was routed to. */
    public TableId table() {
        return table;
    }

    public RowLayout layout() {
        return layout;
    }

    /** The columns to be seen, in order. */
    public List<Column> columns() {
        return columns;
    }

    /** The columns of the key in the key's order; empty when there is none. */
    public List<Column> key() {
        return key;
    }

    /** The type of a column's values. */
    public LogicalType type(Column column) {
        return layout.column(column.position()).type();
    }

    /** The index in {@link #columns()} of a column, if there is one of the name. Names are case-sensitive here. */
    public OptionalInt indexOf(String name) {
        Integer index = byName.get(name);
        return index == null ? OptionalInt.empty() : OptionalInt.of(index);
    }

    /**
     * The same schema with other column names, those of the key too.
     *
     * @throws IllegalArgumentException when two columns would have one name
     */
    public TableSchema renamed(UnaryOperator<String> newName) {
        UnaryOperator<Column> rename = column -> new Column(newName.apply(column.name()), column.position());
        return new TableSchema(
                table,
                layout,
                columns.stream().map(rename).toList(),
                key.stream().map(rename).toList());
    }

    /** What stands for the schema where it is kept apart from rows: equal for equal schemas, on every machine. */
    public SchemaId id() {
        return id;
    }

    /** The serialized form; not to be changed. */
    byte[] encoded() {
        return encoded;
    }

    /** 16 bytes that stand for the serialized form; not to be changed. */
    byte[] digest() {
        return digest;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || other instanceof TableSchema that && Arrays.equals(encoded, that.encoded);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(digest);
    }

    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(table.toString()).append('(');
        String separator = "";
        for (Column column : columns) {
            text.append(separator).append(column.name()).append(' ').append(type(column));
            separator = ", ";
        }
        return text.append(')').toString();
    }

    private void requireInLayout(Column column) {
        if (column.position() >= layout.size()) {
            throw new IllegalArgumentException("Column " + column.name() + " of table " + table + " has the position "
                    + column.position() + " in a layout of " + layout.size());
        }
    }

    private static byte[] md5(byte[] bytes) {
        try {
            return MessageDigest.getInstance("MD5").digest(bytes);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("Every Java platform has MD5", e);
        }
    }
}
