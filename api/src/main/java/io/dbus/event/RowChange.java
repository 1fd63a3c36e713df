package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A change of one row. An update that changes the row's key is a {@link Operation#DELETE} of the old key and an {@link
 * Operation#INSERT} of the new one, each with the other's image as its {@link #counterpart()}.
 *
 * <p>Where its images are not full, that cannot be done until somebody knows the row's other columns: it is an update with a {@link #newKey()}, under the old
 * key. The operator {@code complete} makes the delete, with the sequence of the update, and the insert, with the sequence after it, which is free for that; all else
 * passes it on or rejects it ({@link io.dbus.reject.RejectReason#PARTIAL_KEY_CHANGE}), and no sink may write it.
 */
public final class RowChange implements Event {
    private final Operation operation;
    private final TableId table;
    private final TableSchema schema;
    private final RowImage before;
    private final RowImage after;
    private final RowImage counterpart;
    private final Origin origin;
    private final EventKey key;
    private final EventKey newKey;

    private RowChange(
            Operation operation,
            TableId table,
            TableSchema schema,
            RowImage before,
            RowImage after,
            RowImage counterpart,
            Origin origin,
            EventKey key,
            EventKey newKey) {
        this.operation = requireNonNull(operation, "operation");
        this.table = requireNonNull(table, "table");
        this.schema = requireNonNull(schema, "schema");
        this.before = before;
        this.after = after;
        this.counterpart = counterpart;
        this.origin = requireNonNull(origin, "origin");
        this.key = requireNonNull(key, "key");
        this.newKey = newKey;
    }

    public static RowChange insert(TableSchema schema, RowImage after, Origin origin, EventKey key) {
        return new RowChange(
                Operation.INSERT,
                schema.table(),
                schema,
                null,
                requireNonNull(after, "after"),
                null,
                origin,
                key,
                null);
    }

    public static RowChange update(TableSchema schema, RowImage before, RowImage after, Origin origin, EventKey key) {
        return new RowChange(
                Operation.UPDATE,
                schema.table(),
                schema,
                requireNonNull(before, "before"),
                requireNonNull(after, "after"),
                null,
                origin,
                key,
                null);
    }

    /**
     * An update that changes the row's key, whose images are not full.
     *
     * @param key the key before, under which it travels
     * @param newKey the key after
     */
    public static RowChange partialKeyChange(
            TableSchema schema, RowImage before, RowImage after, Origin origin, EventKey key, EventKey newKey) {
        return new RowChange(
                Operation.UPDATE,
                schema.table(),
                schema,
                requireNonNull(before, "before"),
                requireNonNull(after, "after"),
                null,
                origin,
                key,
                requireNonNull(newKey, "newKey"));
    }

    public static RowChange delete(TableSchema schema, RowImage before, Origin origin, EventKey key) {
        return new RowChange(
                Operation.DELETE,
                schema.table(),
                schema,
                requireNonNull(before, "before"),
                null,
                null,
                origin,
                key,
                null);
    }

    /** The change back from its parts; used by the serializer. Images are null where there are none. */
    static RowChange of(
            Operation operation,
            TableId table,
            TableSchema schema,
            RowImage before,
            RowImage after,
            RowImage counterpart,
            Origin origin,
            EventKey key,
            EventKey newKey) {
        return new RowChange(operation, table, schema, before, after, counterpart, origin, key, newKey);
    }

    /** The same change as one half of an update that changed the key; {@code other} is the row under its other key. */
    public RowChange withCounterpart(RowImage other) {
        return new RowChange(
                operation, table, schema, before, after, requireNonNull(other, "other"), origin, key, newKey);
    }

    /** The same change under another table name: what sinks see. */
    public RowChange withTable(TableId to) {
        return new RowChange(operation, to, schema, before, after, counterpart, origin, key, newKey);
    }

    /** The same change under another schema of the same layout: columns renamed or left out. */
    public RowChange withSchema(TableSchema to) {
        if (to.layout() != schema.layout() && !to.layout().equals(schema.layout())) {
            throw new IllegalArgumentException("The schema of " + to.table() + " has another layout");
        }
        return new RowChange(operation, table, to, before, after, counterpart, origin, key, newKey);
    }

    /** The same change without the text of its statement, {@link Origin#query()}, which may show any value of the row. */
    public RowChange withoutQuery() {
        if (origin.query().isEmpty()) {
            return this;
        }
        Origin silent = new Origin(
                origin.transaction(),
                origin.position(),
                origin.row(),
                origin.ordinal(),
                origin.sequence(),
                origin.readMillis(),
                origin.last(),
                "");
        return new RowChange(operation, table, schema, before, after, counterpart, silent, key, newKey);
    }

    /**
     * The same change under a schema of another layout, with all its images made anew, the {@link #counterpart()} too.
     *
     * @param remake gives for each image of this change one of the new layout
     * @throws IllegalArgumentException when an image has another layout than the schema
     */
    public RowChange withImages(TableSchema to, UnaryOperator<RowImage> remake) {
        return new RowChange(
                operation,
                table,
                to,
                remade(before, to, remake),
                remade(after, to, remake),
                remade(counterpart, to, remake),
                origin,
                key,
                newKey);
    }

    private static RowImage remade(RowImage image, TableSchema to, UnaryOperator<RowImage> remake) {
        if (image == null) {
            return null;
        }
        RowImage made = remake.apply(image);
        if (made.layout() != to.layout() && !made.layout().equals(to.layout())) {
            throw new IllegalArgumentException("A row image of " + to.table() + " has another layout than its schema");
        }
        return made;
    }

    public Operation operation() {
        return operation;
    }

    /** The table's name as sinks see it: where the row came from ({@link TableSchema#table()}) unless it was routed. */
    public TableId table() {
        return table;
    }

    public TableSchema schema() {
        return schema;
    }

    /** The row before the change: of updates and deletes. */
    public Optional<RowImage> before() {
        return Optional.ofNullable(before);
    }

    /** The row after the change: of inserts and updates. */
    public Optional<RowImage> after() {
        return Optional.ofNullable(after);
    }

    /** The row that is there after an insert or update; the row that was there before a delete. Holds the key of this change. */
    public RowImage image() {
        return after != null ? after : before;
    }

    /** The row under its other key when this change is one half of an update that changed the key. */
    public Optional<RowImage> counterpart() {
        return Optional.ofNullable(counterpart);
    }

    /** The key that the row has after the change, when it is an update of the key whose images are not full. */
    public Optional<EventKey> newKey() {
        return Optional.ofNullable(newKey);
    }

    @Override
    public Origin origin() {
        return origin;
    }

    @Override
    public EventKey key() {
        return key;
    }

    @Override
    public String toString() {
        return operation + " " + table + " (" + origin.describe() + ")";
    }
}
