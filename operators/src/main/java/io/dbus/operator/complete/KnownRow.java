package io.dbus.operator.complete;

import static java.util.Objects.requireNonNull;

import io.dbus.event.RowImage;
import io.dbus.event.SchemaId;
import io.dbus.event.TableSchema;

/**
 * What is known of a row since its last change, as state holds it. Its arrays must not change.
 *
 * @param sequence the sequence of that change
 * @param schema the schema of the image, which is kept once for many rows
 * @param present which columns are known, as {@link RowImage#copyOfPresence}
 * @param bytes the image, as {@link RowImage#copyOfBytes}
 */
record KnownRow(long sequence, SchemaId schema, byte[] present, byte[] bytes) {
    KnownRow {
        requireNonNull(schema, "schema");
        requireNonNull(present, "present");
        requireNonNull(bytes, "bytes");
    }

    static KnownRow of(long sequence, TableSchema schema, RowImage image) {
        return new KnownRow(sequence, schema.id(), image.copyOfPresence(), image.copyOfBytes());
    }

    /** The image, under its schema. */
    RowImage image(TableSchema of) {
        return RowImage.partial(of.layout(), present, bytes, 0, bytes.length);
    }
}
