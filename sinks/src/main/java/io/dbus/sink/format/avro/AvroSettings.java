package io.dbus.sink.format.avro;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import io.dbus.sink.format.ValueOptions;
import io.dbus.sink.format.avro.registry.RegistrySettings;
import io.dbus.sink.format.avro.registry.SubjectNames;
import io.dbus.sink.format.debezium.DebeziumJsonFormat;
import io.dbus.sink.format.plain.DeleteHandling;
import io.dbus.sink.format.plain.PlainJsonFormat;
import java.io.IOException;
import java.io.Serializable;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/**
 * What the encoders of the format are told.
 *
 * @param prefix the first part of names of records, and the name in {@code source}
 * @param debeziumTimes whether dates and times are Debezium's types
 * @param listAbsent whether absent columns are null and listed, and not refused
 * @param deletes what becomes of deletes of rows in the shape of rows
 */
record AvroSettings(
        SchemaOrigin origin,
        AvroOptions.Shape shape,
        String prefix,
        ValueOptions values,
        boolean debeziumTimes,
        boolean listAbsent,
        AvroNames.Adjustment adjustment,
        boolean tombstones,
        boolean provenance,
        DeleteHandling deletes)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** What holds without options: exact in types of Avro, and no date that is none. */
    static final ValueOptions DEFAULTS = new ValueOptions(
            ValueOptions.Decimals.PRECISE,
            ValueOptions.UnsignedBigints.PRECISE,
            ValueOptions.Temporals.ADAPTIVE_TIME_MICROSECONDS,
            ValueOptions.Binaries.BYTES,
            ValueOptions.ZeroDates.REJECT,
            null);

    AvroSettings {
        requireNonNull(origin, "origin");
        requireNonNull(shape, "shape");
        requireNonNull(prefix, "prefix");
        requireNonNull(values, "values");
        requireNonNull(adjustment, "adjustment");
        requireNonNull(deletes, "deletes");
    }

    /**
     * The settings of a component whose options are valid.
     *
     * @throws UncheckedIOException when the file of a schema cannot be read
     */
    static AvroSettings of(PluginContext context) {
        ReadableConfig options = context.options();
        SchemaOrigin origin = origin(options);
        AvroOptions.Shape shape = options.getOptional(AvroOptions.SHAPE)
                .orElse(origin instanceof SchemaOrigin.Files ? AvroOptions.Shape.ROW : AvroOptions.Shape.ENVELOPE);
        return new AvroSettings(
                origin,
                shape,
                options.getOptional(DebeziumJsonFormat.TOPIC_PREFIX).orElse(context.pipeline()),
                ValueOptions.of(options, DEFAULTS),
                options.getOptional(ValueOptions.TEMPORALS).isPresent(),
                options.get(AvroOptions.ABSENT) == AvroOptions.AbsentColumns.LIST,
                options.get(AvroOptions.NAME_ADJUSTMENT),
                options.get(DebeziumJsonFormat.TOMBSTONES),
                options.get(DebeziumJsonFormat.PROVENANCE),
                options.get(PlainJsonFormat.DELETES));
    }

    private static SchemaOrigin origin(ReadableConfig options) {
        Optional<String> file = options.getOptional(AvroOptions.SCHEMA_FILE);
        if (file.isPresent()) {
            return new SchemaOrigin.Files(
                    text(file.get()),
                    options.getOptional(AvroOptions.KEY_SCHEMA_FILE)
                            .map(AvroSettings::text)
                            .orElse(""),
                    options.get(AvroOptions.ENCODING));
        }
        return registry(options);
    }

    /** The registry of options that name one. */
    static SchemaOrigin.Registry registry(ReadableConfig options) {
        return new SchemaOrigin.Registry(
                new RegistrySettings(
                        RegistrySettings.urls(options.get(AvroOptions.URL)),
                        authorization(options),
                        text(options, AvroOptions.TRUSTSTORE),
                        text(options, AvroOptions.TRUSTSTORE_PASSWORD),
                        text(options, AvroOptions.KEYSTORE),
                        text(options, AvroOptions.KEYSTORE_PASSWORD),
                        options.get(AvroOptions.REQUEST_TIMEOUT),
                        options.get(AvroOptions.RETRY_TIMEOUT)),
                options.get(AvroOptions.AUTO_REGISTER),
                SubjectNames.parse(options.get(AvroOptions.KEY_SUBJECTS)),
                SubjectNames.parse(options.get(AvroOptions.VALUE_SUBJECTS)));
    }

    private static String authorization(ReadableConfig options) {
        return options.getOptional(AvroOptions.USER_INFO)
                .map(user -> "Basic " + Base64.getEncoder().encodeToString(user.getBytes(StandardCharsets.UTF_8)))
                .or(() -> options.getOptional(AvroOptions.BEARER_TOKEN).map(token -> "Bearer " + token))
                .orElse("");
    }

    private static String text(ReadableConfig options, ConfigOption<String> option) {
        return options.getOptional(option).orElse("");
    }

    /** The text of a file. */
    static String text(String file) {
        try {
            return Files.readString(Path.of(file));
        } catch (IOException e) {
            throw new UncheckedIOException("The schema " + file + " cannot be read: " + e.getMessage(), e);
        }
    }

    /** The names of records. */
    AvroNames names() {
        return new AvroNames(adjustment);
    }

    /** The types of columns. */
    ColumnSchemas columns() {
        return new ColumnSchemas(values, debeziumTimes);
    }

    /** Without the registry's password. */
    @Override
    public String toString() {
        return "AvroSettings[shape=" + shape + ", prefix=" + prefix + "]";
    }
}
