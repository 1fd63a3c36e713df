package io.dbus.sink.format.avro;

import io.dbus.sink.format.avro.registry.SchemaRegistry;
import io.dbus.sink.format.avro.registry.SubjectNames;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.apache.avro.Schema;
import org.apache.avro.SchemaNormalization;

/** What stands before a value by which its readers know its schema. */
@FunctionalInterface
interface SchemaMarks {
    /**
     * The bytes.
     *
     * @param topic the topic that the record goes to
     * @param key whether it is the schema of a key
     */
    byte[] before(Schema schema, String topic, boolean key);

    /** The marks of an origin. */
    static SchemaMarks of(SchemaOrigin origin) {
        if (origin instanceof SchemaOrigin.Registry registry) {
            return confluent(
                    new SchemaRegistry(registry.settings(), registry.register()), registry.keys(), registry.values());
        }
        return switch (((SchemaOrigin.Files) origin).encoding()) {
            case BINARY -> (schema, topic, key) -> new byte[0];
            case SINGLE_OBJECT -> (schema, topic, key) -> singleObject(schema);
        };
    }

    /** The byte 0 and the id of the schema, highest byte first (Confluent, "Wire format"). */
    private static SchemaMarks confluent(SchemaRegistry registry, SubjectNames keys, SubjectNames values) {
        return (schema, topic, key) -> {
            String subject = (key ? keys : values).subject(topic, schema, key);
            return ByteBuffer.allocate(1 + Integer.BYTES)
                    .put((byte) 0)
                    .putInt(registry.id(subject, schema))
                    .array();
        };
    }

    /** Avro specification, "Single-object encoding": C3 01 and the fingerprint, lowest byte first. */
    private static byte[] singleObject(Schema schema) {
        return ByteBuffer.allocate(2 + Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 0xC3)
                .put((byte) 0x01)
                .putLong(SchemaNormalization.parsingFingerprint64(schema))
                .array();
    }
}
