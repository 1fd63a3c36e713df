package io.dbus.event;

import java.nio.ByteBuffer;

/**
 * Stands for a {@link TableSchema}: 128 bits of the digest of its serialized form.
 *
 * @param high the first 64 bits
 * @param low the others
 */
public record SchemaId(long high, long low) {
    static SchemaId of(byte[] digest) {
        ByteBuffer bytes = ByteBuffer.wrap(digest);
        return new SchemaId(bytes.getLong(), bytes.getLong());
    }
}
