package io.dbus.job.pipeline;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.Plugin;
import io.dbus.plugin.SinkPlugin;
import io.dbus.plugin.SourcePlugin;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;

/** The plugins that are there, by kind and type, found by {@link ServiceLoader}. */
public final class PluginCatalog {
    private final Map<String, SourcePlugin> sources;
    private final Map<String, OperatorPlugin> operators;
    private final Map<String, SinkPlugin> sinks;
    private final Map<String, DeadLetterPlugin> deadLetters;

    private PluginCatalog(ClassLoader loader) {
        this.sources = load(SourcePlugin.class, Kind.SOURCE, loader);
        this.operators = load(OperatorPlugin.class, Kind.OPERATOR, loader);
        this.sinks = load(SinkPlugin.class, Kind.SINK, loader);
        this.deadLetters = load(DeadLetterPlugin.class, Kind.DEAD_LETTER, loader);
    }

    /**
     * The plugins on a class path.
     *
     * @throws IllegalStateException when two plugins of a kind have one type, or one takes a key that pipeline files need
     *     themselves
     */
    public static PluginCatalog load(ClassLoader loader) {
        return new PluginCatalog(loader);
    }

    private static <P extends Plugin> Map<String, P> load(Class<P> type, Kind kind, ClassLoader loader) {
        Map<String, P> found = new TreeMap<>();
        for (P plugin : ServiceLoader.load(type, loader)) {
            P other = found.putIfAbsent(plugin.type(), plugin);
            if (other != null) {
                throw new IllegalStateException("Two " + kind.plural() + " have the type '" + plugin.type() + "': "
                        + other.getClass().getName() + " and "
                        + plugin.getClass().getName() + "; take one of them off the class path");
            }
            refuseReserved(plugin, kind);
        }
        return found;
    }

    private static void refuseReserved(Plugin plugin, Kind kind) {
        List<ConfigOption<?>> options = new ArrayList<>(plugin.requiredOptions());
        options.addAll(plugin.optionalOptions());
        for (ConfigOption<?> option : options) {
            if (kind.keys().contains(option.key())) {
                throw new IllegalStateException(
                        "The plugin " + plugin.getClass().getName() + " has an option '" + option.key()
                                + "', a key that every one of the " + kind.plural()
                                + " has; the plugin must name it otherwise");
            }
        }
        for (String prefix : plugin.optionPrefixes().keySet()) {
            if (!prefix.endsWith(".")) {
                throw new IllegalStateException(
                        "The plugin " + plugin.getClass().getName() + " has the prefix '" + prefix
                                + "', which does not end in a point");
            }
        }
    }

    public Collection<SourcePlugin> sources() {
        return sources.values();
    }

    public Collection<OperatorPlugin> operators() {
        return operators.values();
    }

    public Collection<SinkPlugin> sinks() {
        return sinks.values();
    }

    /** All of a kind, by type, sorted. */
    public Map<String, ? extends Plugin> of(Kind kind) {
        return switch (kind) {
            case SOURCE -> sources;
            case OPERATOR -> operators;
            case SINK -> sinks;
            case DEAD_LETTER -> deadLetters;
        };
    }

    /** The plugin of a kind and type. */
    public Optional<Plugin> find(Kind kind, String type) {
        return Optional.ofNullable(of(kind).get(type));
    }
}
