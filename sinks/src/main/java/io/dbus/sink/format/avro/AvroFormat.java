package io.dbus.sink.format.avro;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.ValueOptions;
import io.dbus.sink.format.avro.registry.SchemaRegistry;
import io.dbus.sink.format.avro.registry.SubjectNames;
import io.dbus.sink.format.debezium.DebeziumJsonFormat;
import io.dbus.sink.format.plain.PlainJsonFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;

/**
 * Avro's binary form: with a schema registry in Confluent's wire format, the schemas made of the tables, or by the schema of a file.
 *
 * <p>Every value is exact or its row is rejected: DECIMAL and BIGINT UNSIGNED are decimals, DATE a date, DATETIME a local-timestamp-micros, TIMESTAMP a timestamp-micros, TIME
 * microseconds of a signed duration. Columns of a value may all be null, so that a column that is added or dropped makes a new version of the schema which goes with the ones before it.
 */
public final class AvroFormat implements EventFormat {
    private static final List<ConfigOption<?>> OPTIONS = List.of(
            AvroOptions.URL,
            AvroOptions.AUTO_REGISTER,
            AvroOptions.KEY_SUBJECTS,
            AvroOptions.VALUE_SUBJECTS,
            AvroOptions.USER_INFO,
            AvroOptions.BEARER_TOKEN,
            AvroOptions.TRUSTSTORE,
            AvroOptions.TRUSTSTORE_PASSWORD,
            AvroOptions.KEYSTORE,
            AvroOptions.KEYSTORE_PASSWORD,
            AvroOptions.REQUEST_TIMEOUT,
            AvroOptions.RETRY_TIMEOUT,
            AvroOptions.SHAPE,
            AvroOptions.ABSENT,
            AvroOptions.NAME_ADJUSTMENT,
            AvroOptions.SCHEMA_FILE,
            AvroOptions.KEY_SCHEMA_FILE,
            AvroOptions.ENCODING,
            ValueOptions.DECIMALS,
            ValueOptions.UNSIGNED_BIGINTS,
            ValueOptions.TEMPORALS,
            ValueOptions.BINARIES,
            ValueOptions.ZERO_DATES,
            DebeziumJsonFormat.TOPIC_PREFIX,
            DebeziumJsonFormat.TOMBSTONES,
            DebeziumJsonFormat.PROVENANCE,
            PlainJsonFormat.DELETES);

    @Override
    public String name() {
        return "avro";
    }

    @Override
    public String description() {
        return "Avro with a schema registry (Confluent's wire format, Debezium's envelope or flat rows), or flat rows by the schema of a file.";
    }

    @Override
    public List<ConfigOption<?>> options() {
        return OPTIONS;
    }

    @Override
    public boolean isText() {
        return false;
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        return new AvroProblems(context).found();
    }

    @Override
    public List<Problem> preflight(PluginContext context, List<String> topics) {
        if (context.options().getOptional(AvroOptions.URL).isEmpty()) {
            return List.of();
        }
        SchemaOrigin.Registry registry = AvroSettings.registry(context.options());
        List<String> subjects = new ArrayList<>();
        if (!registry.register()) {
            for (String topic : topics) {
                // A table without a key has no subject of keys: only that of values must be there.
                if (registry.values() == SubjectNames.TOPIC) {
                    subjects.add(topic + "-value");
                }
            }
        }
        return new SchemaRegistry(registry.settings(), registry.register()).problems(AvroOptions.URL.key(), subjects);
    }

    @Override
    public EncoderFactory encoders(PluginContext context) {
        return new Encoders(AvroSettings.of(context));
    }

    /** Its encoders go on after they have thrown, and keep the ids of schemas then. */
    private record Encoders(AvroSettings settings) implements EncoderFactory {
        private static final long serialVersionUID = 1L;

        @Override
        public EventEncoder create() {
            return new AvroEncoder(settings, SchemaMarks.of(settings.origin()));
        }

        @Override
        public EventEncoder createLasting() {
            return create();
        }
    }
}
