package io.dbus.sink.format.avro;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.format.ValueOptions;
import io.dbus.sink.format.avro.registry.RegistrySettings;
import io.dbus.sink.format.avro.registry.SubjectNames;
import io.dbus.sink.format.debezium.DebeziumJsonFormat;
import io.dbus.sink.format.plain.PlainJsonFormat;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.avro.AvroRuntimeException;
import org.apache.avro.Schema;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** What is wrong with the options of the format, without a look at the registry. */
final class AvroProblems {
    private static final List<ConfigOption<?>> OF_REGISTRY = List.of(
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
            AvroOptions.ABSENT);
    private static final List<ConfigOption<?>> OF_FILES = List.of(AvroOptions.KEY_SCHEMA_FILE, AvroOptions.ENCODING);
    private static final List<ConfigOption<?>> OF_ENVELOPES =
            List.of(DebeziumJsonFormat.TOMBSTONES, DebeziumJsonFormat.PROVENANCE);
    private static final List<ConfigOption<?>> OF_ROWS = List.of(PlainJsonFormat.DELETES);

    private final ReadableConfig options;
    private final List<Problem> problems = new ArrayList<>();

    AvroProblems(PluginContext context) {
        this.options = context.options();
    }

    List<Problem> found() {
        boolean registry = isSet(AvroOptions.URL);
        boolean file = isSet(AvroOptions.SCHEMA_FILE);
        if (registry == file) {
            problems.add(Problem.ofOption(
                    AvroOptions.URL.key(),
                    registry
                            ? "schemas come from a registry or from avro.schema.file, not from both"
                            : "format avro needs a schema registry or the file of a schema",
                    "Set it to the registry's address, or set avro.schema.file."));
            return problems;
        }
        unused(
                registry ? OF_FILES : OF_REGISTRY,
                registry ? "it says nothing with a registry" : "it says nothing without a registry");
        boolean rows = file
                || options.getOptional(AvroOptions.SHAPE)
                        .filter(shape -> shape == AvroOptions.Shape.ROW)
                        .isPresent();
        unused(rows ? OF_ENVELOPES : OF_ROWS, "it says nothing of values in this shape");
        if (registry) {
            registry();
        } else {
            files();
        }
        values();
        return problems;
    }

    private void registry() {
        parsed(
                AvroOptions.URL,
                RegistrySettings::urls,
                "Write http://host:port, several with commas between; a user is avro-confluent.basic-auth.user-info.");
        parsed(AvroOptions.KEY_SUBJECTS, SubjectNames::parse, "Name one of these.");
        parsed(AvroOptions.VALUE_SUBJECTS, SubjectNames::parse, "Name one of these.");
        if (isSet(AvroOptions.USER_INFO) && isSet(AvroOptions.BEARER_TOKEN)) {
            problems.add(Problem.ofOption(
                    AvroOptions.BEARER_TOKEN.key(), "there is a user beside the token", "Leave one of them out."));
        }
        options.getOptional(AvroOptions.USER_INFO)
                .filter(user -> user.indexOf(':') < 1)
                .ifPresent(user -> problems.add(Problem.ofOption(
                        AvroOptions.USER_INFO.key(), "it is not of the form user:password", "Write user:password.")));
        needs(AvroOptions.TRUSTSTORE_PASSWORD, AvroOptions.TRUSTSTORE);
        needs(AvroOptions.KEYSTORE_PASSWORD, AvroOptions.KEYSTORE);
        for (ConfigOption<Duration> option : List.of(AvroOptions.REQUEST_TIMEOUT, AvroOptions.RETRY_TIMEOUT)) {
            if (options.get(option).toMillis() < 1) {
                problems.add(Problem.ofOption(option.key(), "it is no time to wait", "Set it to some seconds."));
            }
        }
    }

    private void files() {
        if (options.getOptional(AvroOptions.SHAPE)
                .filter(shape -> shape == AvroOptions.Shape.ENVELOPE)
                .isPresent()) {
            problems.add(Problem.ofOption(
                    AvroOptions.SHAPE.key(),
                    "the schema of a file is that of a row",
                    "Leave it out, or write with a registry."));
        }
        if (options.get(PlainJsonFormat.DELETES).rewrites()) {
            problems.add(Problem.ofOption(
                    PlainJsonFormat.DELETES.key(),
                    "the schema of a file has no field that says that a row was deleted",
                    "Set it to tombstone or drop."));
        }
        schema(AvroOptions.SCHEMA_FILE);
        schema(AvroOptions.KEY_SCHEMA_FILE);
    }

    private void schema(ConfigOption<String> option) {
        Optional<String> file = options.getOptional(option);
        if (file.isEmpty()) {
            return;
        }
        try {
            Schema schema = new Schema.Parser().parse(AvroSettings.text(file.get()));
            if (schema.getType() != Schema.Type.RECORD) {
                wrong(
                        option,
                        file.get() + " holds no record but a schema of the type "
                                + schema.getType().getName());
                return;
            }
            schema.getFields().forEach(field -> requireLogicalType(option, field));
        } catch (UncheckedIOException | AvroRuntimeException e) {
            wrong(option, file.get() + " is no schema of Avro: " + e.getMessage());
        }
    }

    /** Avro takes a logical type that it cannot understand for none, and a decimal would be bytes. */
    private void requireLogicalType(ConfigOption<String> option, Schema.Field field) {
        List<Schema> branches = field.schema().isUnion() ? field.schema().getTypes() : List.of(field.schema());
        for (Schema branch : branches) {
            String logical = branch.getProp("logicalType");
            if (logical != null && branch.getLogicalType() == null) {
                wrong(
                        option,
                        "field " + field.name() + " has the logical type " + logical + ", which does not fit "
                                + branch);
            }
        }
    }

    private void wrong(ConfigOption<String> option, String what) {
        problems.add(Problem.ofOption(option.key(), what, "Name a file with one record of Avro as JSON (.avsc)."));
    }

    private void values() {
        if (options.getOptional(ValueOptions.DECIMALS)
                .filter(mode -> mode == ValueOptions.Decimals.NUMBER)
                .isPresent()) {
            problems.add(Problem.ofOption(
                    ValueOptions.DECIMALS.key(),
                    "Avro has no numbers of any length",
                    "Leave it out or set it to precise, which is Avro's decimal, to string, or to double."));
        }
        if (options.getOptional(ValueOptions.UNSIGNED_BIGINTS)
                .filter(mode -> mode == ValueOptions.UnsignedBigints.NUMBER)
                .isPresent()) {
            problems.add(Problem.ofOption(
                    ValueOptions.UNSIGNED_BIGINTS.key(),
                    "Avro has no numbers of more than 64 signed bits",
                    "Leave it out or set it to precise, which is decimal(20,0), to string, or to long."));
        }
        boolean text = options.getOptional(ValueOptions.TEMPORALS)
                .filter(mode -> mode == ValueOptions.Temporals.ISOSTRING)
                .isPresent();
        if (!text
                && !isSet(AvroOptions.SCHEMA_FILE)
                && options.getOptional(ValueOptions.ZERO_DATES)
                        .filter(mode -> mode == ValueOptions.ZeroDates.STRING)
                        .isPresent()) {
            problems.add(Problem.ofOption(
                    ValueOptions.ZERO_DATES.key(),
                    "dates are numbers in Avro, which the text of no day is not",
                    "Set it to null or reject, or time.precision.mode to isostring."));
        }
    }

    private void unused(List<ConfigOption<?>> without, String what) {
        for (ConfigOption<?> option : without) {
            if (isSet(option)) {
                problems.add(Problem.ofOption(option.key(), what, "Leave it out."));
            }
        }
    }

    private void needs(ConfigOption<?> option, ConfigOption<?> other) {
        if (isSet(option) && !isSet(other)) {
            problems.add(
                    Problem.ofOption(option.key(), "there is no " + other.key(), "Set that too, or leave this out."));
        }
    }

    private void parsed(ConfigOption<String> option, java.util.function.Consumer<String> parse, String cure) {
        try {
            parse.accept(options.get(option));
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(option.key(), e.getMessage(), cure));
        }
    }

    private boolean isSet(ConfigOption<?> option) {
        return options.getOptional(option).isPresent();
    }
}
