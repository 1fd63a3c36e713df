package io.dbus.sink.format.debezium;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.ValueOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/**
 * The events of Debezium's MySQL connector as its JSON converter writes them, without schemas unless {@code schemas.enable} is set: key {@code {"id":1}}, value {@code
 * {"before":..,"after":..,"source":..,"transaction":null,"op":..,"ts_ms":..,"ts_us":..,"ts_ns":..}}, and a tombstone after a delete.
 *
 * <p>In {@code source}, {@code db} and {@code table} are the table's names on its server, whatever it was routed to; {@code version} is
 * that of dbus; {@code snapshot} is {@code "false"}. {@code transaction} is null: the number of a row among
 * those of its table in the transaction is not known when it leaves.
 */
public final class DebeziumJsonFormat implements EventFormat {
    public static final ConfigOption<String> TOPIC_PREFIX = ConfigOptions.key("topic.prefix")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The name in source.name, which Debezium calls so; the pipeline's name where it is not set. "
                            + "The topic's name is made by 'topic' alone.");
    public static final ConfigOption<Boolean> TOMBSTONES = ConfigOptions.key("tombstones.on.delete")
            .booleanType()
            .defaultValue(true)
            .withDescription(
                    "Whether a delete is followed by a record with its key and no value, by which a compacted topic "
                            + "forgets the key. Tables without a key have none.");
    public static final ConfigOption<Boolean> PROVENANCE = ConfigOptions.key("source.include.provenance")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether source ends with a member 'dbus' of what Debezium has no field for: source, server, "
                            + "server_uuid, sequence, ordinal, last.");
    public static final ConfigOption<Boolean> SCHEMAS = ConfigOptions.key("schemas.enable")
            .booleanType()
            .defaultValue(false)
            .withDescription(
                    "Whether keys and values are {\"schema\":..,\"payload\":..}, as Kafka Connect's JSON converter "
                            + "writes and reads them with schemas.enable (Flink SQL: debezium-json.schema-include). A value then has the type of its schema: "
                            + "without options of their own, a date that no calendar has and a BIGINT UNSIGNED of 2^63 or more reject their row (conversion), "
                            + "and a partial row image is rejected (incomplete-row), since readers would take what it lacks for NULL.");

    /** Values that fit their schemas. */
    private static final ValueOptions TYPED = new ValueOptions(
            ValueOptions.Decimals.STRING,
            ValueOptions.UnsignedBigints.LONG,
            ValueOptions.Temporals.ADAPTIVE_TIME_MICROSECONDS,
            ValueOptions.Binaries.BYTES,
            ValueOptions.ZeroDates.REJECT,
            null);

    @Override
    public String name() {
        return "debezium-json";
    }

    @Override
    public String description() {
        return "Debezium's change events as JSON: before, after, source, op; with their schemas when asked.";
    }

    @Override
    public List<ConfigOption<?>> options() {
        List<ConfigOption<?>> options = new ArrayList<>(ValueOptions.ALL);
        options.addAll(List.of(TOPIC_PREFIX, TOMBSTONES, PROVENANCE, SCHEMAS));
        return options;
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        if (context.options().get(SCHEMAS)) {
            ValueOptions values = values(context);
            if (values.unavailable() != null) {
                problems.add(
                        Problem.ofOption(
                                ValueOptions.UNAVAILABLE.key(),
                                "with " + SCHEMAS.key()
                                        + " a column has the type of its schema, which a placeholder has not",
                                "Leave it out: a partial row image is then rejected, unless a complete operator stands before the sink."));
            }
            if (values.zeroDates() == ValueOptions.ZeroDates.STRING
                    && values.temporals() != ValueOptions.Temporals.ISOSTRING) {
                problems.add(Problem.ofOption(
                        ValueOptions.ZERO_DATES.key(),
                        "with " + SCHEMAS.key()
                                + " a date is a number, which the text of one that no calendar has is not",
                        "Set it to null or reject, or set " + ValueOptions.TEMPORALS.key() + " to isostring."));
            }
        }
        return problems;
    }

    @Override
    public EncoderFactory encoders(PluginContext context) {
        ValueOptions values = values(context);
        String name = context.options().getOptional(TOPIC_PREFIX).orElse(context.pipeline());
        boolean tombstones = context.options().get(TOMBSTONES);
        boolean provenance = context.options().get(PROVENANCE);
        boolean schemas = context.options().get(SCHEMAS);
        return () -> new DebeziumJsonEncoder(values, name, tombstones, provenance, schemas);
    }

    private static ValueOptions values(PluginContext context) {
        return ValueOptions.of(context.options(), context.options().get(SCHEMAS) ? TYPED : ValueOptions.LIKE_DEBEZIUM);
    }
}
