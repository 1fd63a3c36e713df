package io.dbus.sink.format;

import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;

/**
 * A format in which sinks write row changes. Formats are found by {@link java.util.ServiceLoader} under their name; a format has a
 * public constructor without arguments and no state.
 */
public interface EventFormat {
    /** The name by which pipeline files call it in {@code format}, such as {@code debezium-json}. */
    String name();

    /** What it writes, in one sentence. */
    String description();

    /** Its options, which stand beside those of the sink. */
    List<ConfigOption<?>> options();

    /**
     * What is wrong with its options, beyond what their types say.
     *
     * @return the problems, empty when there are none
     */
    default List<Problem> validate(PluginContext context) {
        return List.of();
    }

    /** Makes its encoders for a component whose options are valid. */
    EncoderFactory encoders(PluginContext context);
}
