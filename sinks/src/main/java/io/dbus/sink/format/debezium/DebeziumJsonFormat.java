package io.dbus.sink.format.debezium;

import io.dbus.plugin.PluginContext;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.ValueOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/**
 * The events of Debezium's MySQL connector as its JSON converter writes them without schemas: key {@code {"id":1}}, value {@code
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

    @Override
    public String name() {
        return "debezium-json";
    }

    @Override
    public String description() {
        return "Debezium's change events as JSON without schemas: before, after, source, op.";
    }

    @Override
    public List<ConfigOption<?>> options() {
        List<ConfigOption<?>> options = new ArrayList<>(ValueOptions.ALL);
        options.addAll(List.of(TOPIC_PREFIX, TOMBSTONES, PROVENANCE));
        return options;
    }

    @Override
    public EncoderFactory encoders(PluginContext context) {
        ValueOptions values = ValueOptions.of(context.options(), ValueOptions.LIKE_DEBEZIUM);
        String name = context.options().getOptional(TOPIC_PREFIX).orElse(context.pipeline());
        boolean tombstones = context.options().get(TOMBSTONES);
        boolean provenance = context.options().get(PROVENANCE);
        return () -> new DebeziumJsonEncoder(values, name, tombstones, provenance);
    }
}
