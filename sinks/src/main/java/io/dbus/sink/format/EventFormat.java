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

    /**
     * What would keep its encoders from working: it connects to what they need and looks. Writes nothing.
     *
     * @param topics the topics that are known before the first event; empty when none is
     * @return the problems, empty when there are none
     */
    default List<Problem> preflight(PluginContext context, List<String> topics) {
        return List.of();
    }

    /** Whether its values are text without line feeds: what can be written as lines. */
    default boolean isText() {
        return true;
    }

    /** Makes its encoders for a component whose options are valid. */
    EncoderFactory encoders(PluginContext context);
}
