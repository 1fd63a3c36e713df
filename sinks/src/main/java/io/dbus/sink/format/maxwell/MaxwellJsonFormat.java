package io.dbus.sink.format.maxwell;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.format.EncoderFactory;
import io.dbus.sink.format.EventFormat;
import java.util.ArrayList;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;

/**
 * Maxwell's row messages, with the members in its order: {@code database, table, [query], type, ts, [xid], [xoffset], [commit], [position], [gtid], [server_id], [thread_id], [primary_key],
 * [primary_key_columns], data, [old]}; those in brackets as the options say.
 *
 * <p>{@code database} and {@code table} are the table's name as sinks see it; {@code type} is insert, update or delete; {@code ts} is the commit time in seconds; {@code data} is the row after the change, of a
 * delete the row before it; {@code old}, in updates only, holds the columns that changed as they were before. Where none did, it is empty instead of left out, since Flink's reader fails without it.
 *
 * <p>Values: integers, BIT, YEAR, FLOAT, DOUBLE and DECIMAL are numbers; text and ENUM are strings, a SET is an array of labels; BINARY and BLOB are base64; DATE, TIME and DATETIME are text without a zone, {@code
 * 2024-05-01}, {@code -12:30:00}, {@code 2024-05-01 12:30:00}, TIMESTAMP likewise, in UTC; JSON stands as it is between the other values; a geometry is well-known text; a VECTOR is an array of numbers.
 */
public final class MaxwellJsonFormat implements EventFormat {
    @Override
    public String name() {
        return "maxwell-json";
    }

    @Override
    public String description() {
        return "Maxwell's row messages: database, table, type, ts, xid, commit, data, old.";
    }

    @Override
    public List<ConfigOption<?>> options() {
        return MaxwellOptions.ALL;
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        if (context.options().get(MaxwellOptions.XOFFSET) && !context.options().get(MaxwellOptions.COMMIT_INFO)) {
            problems.add(Problem.ofOption(
                    MaxwellOptions.XOFFSET.key(),
                    "xoffset is written with " + MaxwellOptions.COMMIT_INFO.key() + " only, which is false",
                    "Leave one of the two out."));
        }
        return problems;
    }

    @Override
    public EncoderFactory encoders(PluginContext context) {
        MaxwellSettings settings = MaxwellSettings.of(context.options());
        return () -> new MaxwellJsonEncoder(settings);
    }
}
