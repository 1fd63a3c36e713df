package io.dbus.sink.format.avro;

import static java.util.Objects.requireNonNull;

import io.dbus.sink.format.avro.registry.RegistrySettings;
import io.dbus.sink.format.avro.registry.SubjectNames;
import java.io.Serializable;

/** Where schemas come from, by which readers know how to read. */
sealed interface SchemaOrigin extends Serializable {
    /**
     * They are made of tables and kept in a registry.
     *
     * @param register whether those that it does not have are registered
     */
    record Registry(RegistrySettings settings, boolean register, SubjectNames keys, SubjectNames values)
            implements SchemaOrigin {
        private static final long serialVersionUID = 1L;

        public Registry {
            requireNonNull(settings, "settings");
            requireNonNull(keys, "keys");
            requireNonNull(values, "values");
        }
    }

    /**
     * They are in files that readers have too.
     *
     * @param value the schema of values as JSON
     * @param key the schema of keys as JSON; empty where keys are JSON themselves
     */
    record Files(String value, String key, AvroOptions.Encoding encoding) implements SchemaOrigin {
        private static final long serialVersionUID = 1L;

        public Files {
            requireNonNull(value, "value");
            requireNonNull(key, "key");
            requireNonNull(encoding, "encoding");
        }
    }
}
