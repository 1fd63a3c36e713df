package io.dbus.sink.format.canal;

import io.dbus.plugin.PluginContext;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.Provenance;
import io.dbus.sink.format.ValueOptions;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/**
 * Canal's flat message, with the members in its order: {@code data, database, es, gtid, id, isDdl, mysqlType, old, pkNames, sql, sqlType, table, ts, type}. {@code data} and {@code old}
 * are arrays of one row. A record has no key, as Canal's have none; sinks keep the changes of a row together all the same.
 *
 * <p>{@code database} and {@code table} are the table's name as sinks see it; {@code es} is the commit time and {@code ts} the time when dbus read the change, both in milliseconds; {@code gtid} is the
 * transaction's, empty where there is none; {@code id} is the sequence, which grows with every change of a server; {@code sql} is empty but in the message of a TRUNCATE; {@code pkNames} is null where the table has no key; {@code
 * old} is null but in updates. {@code mysqlType} is what the binlog says of the type: it knows no display width, and no sizes of TEXT and BLOB.
 *
 * <p>All values are strings or null.
 */
public final class CanalJsonFormat implements EventFormat {
    public static final ConfigOption<LabelHandling> LABELS = ConfigOptions.key("enum.handling.mode")
            .enumType(LabelHandling.class)
            .defaultValue(LabelHandling.LABEL)
            .withDescription("ENUM and SET in canal-json: 'label' is the label, of a SET the labels with commas "
                    + "between; 'number' is what Canal writes, the number of the ENUM's label from 1 and the bits of the "
                    + "SET's, which mean something else once labels are reordered.");

    @Override
    public String name() {
        return "canal-json";
    }

    @Override
    public String description() {
        return "Canal's flat message: data, old, type and the columns' types, all values as strings; one row a message.";
    }

    @Override
    public List<ConfigOption<?>> options() {
        return List.of(
                ValueOptions.DECIMALS,
                ValueOptions.UNSIGNED_BIGINTS,
                ValueOptions.BINARIES,
                ValueOptions.ZERO_DATES,
                ValueOptions.UNAVAILABLE,
                LABELS,
                Provenance.INCLUDE);
    }

    @Override
    public EncoderFactory encoders(PluginContext context) {
        ReadableConfig options = context.options();
        ValueOptions values = ValueOptions.of(options, ValueOptions.WITH_TEXT);
        LabelHandling labels = options.get(LABELS);
        boolean provenance = options.get(Provenance.INCLUDE);
        return () -> new CanalJsonEncoder(values, labels, provenance);
    }
}
