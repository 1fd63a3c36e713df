package io.dbus.plugin;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;

/**
 * A kind of component that pipeline files can name in {@code type}. Plugins are found by {@link java.util.ServiceLoader} as
 * {@link SourcePlugin}, {@link OperatorPlugin}, {@link SinkPlugin} or {@link DeadLetterPlugin}, those of dbus no other than those in a jar of someone
 * else. A plugin has a public constructor without arguments and no state.
 */
public sealed interface Plugin permits SourcePlugin, OperatorPlugin, SinkPlugin, DeadLetterPlugin {
    /** The name by which pipeline files call it, such as {@code mysql}. */
    String type();

    /** What it does, in one sentence. */
    String description();

    /** Options that must be there. The options' descriptions are the component's documentation. */
    List<ConfigOption<?>> requiredOptions();

    /** Options that may be there. */
    List<ConfigOption<?>> optionalOptions();

    /**
     * Keys that are passed through: each prefix, ending in a point, with what it is for; such as {@code properties.} of
     * Kafka.
     */
    default Map<String, String> optionPrefixes() {
        return Map.of();
    }

    /**
     * What is wrong with the options, beyond what an option's type says. Opens no connection.
     *
     * @return the problems, empty when there are none
     */
    default List<Problem> validate(PluginContext context) {
        return List.of();
    }

    /**
     * What would keep the component from running: it connects to the servers and looks. Called before the job starts.
     *
     * @return the problems, empty when there are none
     */
    default List<Problem> preflight(PluginContext context) {
        return List.of();
    }

    /**
     * What a component keeps in checkpoints and savepoints; empty when it keeps nothing. By it a job that runs is held against the one that is to take its place, before
     * it is stopped: what is not told here is lost in silence when the component's options change. Asked of valid options only, secrets resolved or not; opens no connection.
     */
    default Optional<KeptState> keeps(PluginContext context) {
        return Optional.empty();
    }
}
