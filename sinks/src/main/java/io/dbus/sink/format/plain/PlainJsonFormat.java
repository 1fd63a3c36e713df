package io.dbus.sink.format.plain;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.ValueOptions;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * The row as it is after the change as one flat JSON object, as Debezium's {@code ExtractNewRecordState} leaves it; the
 * options have its names. A delete is a tombstone unless {@code delete.tombstone.handling.mode} says otherwise; one of a table without a
 * key, where a tombstone could not say which row is gone, then fails.
 */
public final class PlainJsonFormat implements EventFormat {
    public static final ConfigOption<DeleteHandling> DELETES = ConfigOptions.key("delete.tombstone.handling.mode")
            .enumType(DeleteHandling.class)
            .defaultValue(DeleteHandling.TOMBSTONE)
            .withDescription(
                    "A delete: 'tombstone' (also 'delete-to-tombstone') is its key without a value; 'rewrite' is the "
                            + "row as it was with __deleted \"true\" (\"false\" in all other rows); 'rewrite-with-tombstone' is "
                            + "both; 'drop' writes nothing.");
    public static final ConfigOption<List<String>> ADD_FIELDS = ConfigOptions.key("add.fields")
            .stringType()
            .asList()
            .defaultValues()
            .withDescription("What of the envelope is added to the row: op, table, db, source.ts_ms, gtid, ...; "
                    + "source.ts_ms becomes __source_ts_ms, 'op:kind' becomes __kind.");
    public static final ConfigOption<String> ADD_FIELDS_PREFIX = ConfigOptions.key("add.fields.prefix")
            .stringType()
            .defaultValue("__")
            .withDescription("Goes before the names of added fields.");
    public static final ConfigOption<List<String>> ADD_HEADERS = ConfigOptions.key("add.headers")
            .stringType()
            .asList()
            .defaultValues()
            .withDescription("As add.fields, but as headers of the record, each a JSON text.");
    public static final ConfigOption<String> ADD_HEADERS_PREFIX = ConfigOptions.key("add.headers.prefix")
            .stringType()
            .defaultValue("__")
            .withDescription("Goes before the names of added headers.");

    @Override
    public String name() {
        return "plain-json";
    }

    @Override
    public String description() {
        return "The row after the change as one flat JSON object, as Debezium's ExtractNewRecordState leaves it.";
    }

    @Override
    public List<ConfigOption<?>> options() {
        List<ConfigOption<?>> options = new ArrayList<>(ValueOptions.ALL);
        options.addAll(List.of(DELETES, ADD_FIELDS, ADD_FIELDS_PREFIX, ADD_HEADERS, ADD_HEADERS_PREFIX));
        return options;
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        for (ConfigOption<List<String>> option : List.of(ADD_FIELDS, ADD_HEADERS)) {
            try {
                AddedField.parse(context.options().get(option), "");
            } catch (IllegalArgumentException e) {
                problems.add(Problem.ofOption(option.key(), e.getMessage(), "Name one of these, in Debezium's words."));
            }
        }
        return problems;
    }

    @Override
    public EncoderFactory encoders(PluginContext context) {
        ReadableConfig options = context.options();
        ValueOptions values = ValueOptions.of(options, ValueOptions.LIKE_DEBEZIUM);
        DeleteHandling deletes = options.get(DELETES);
        List<AddedField> fields = AddedField.parse(options.get(ADD_FIELDS), options.get(ADD_FIELDS_PREFIX));
        List<AddedField> headers = AddedField.parse(options.get(ADD_HEADERS), options.get(ADD_HEADERS_PREFIX));
        String name = context.pipeline();
        return () -> new PlainJsonEncoder(name, values, deletes, fields, headers);
    }
}
