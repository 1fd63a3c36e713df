package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.Plugin;
import io.dbus.plugin.PluginContext;
import java.util.List;
import java.util.Map;

/**
 * A component of a pipeline.
 *
 * @param kind what it is
 * @param plugin what builds it
 * @param context its name and options
 * @param inputs what it reads, in the order of the file; empty for a source
 * @param mark where it is in the file
 * @param marks where its options are, by key
 */
public record Component<P extends Plugin>(
        Kind kind, P plugin, PluginContext context, List<Input> inputs, Mark mark, Map<String, Mark> marks) {
    public Component {
        requireNonNull(kind, "kind");
        requireNonNull(plugin, "plugin");
        requireNonNull(context, "context");
        requireNonNull(mark, "mark");
        inputs = List.copyOf(inputs);
        marks = Map.copyOf(marks);
    }

    /**
     * One input of a component.
     *
     * @param component the name of the component whose events it reads
     * @param output the name of that component's output; empty for its main one
     * @param mark where it is in the file
     */
    public record Input(String component, String output, Mark mark) {
        @Override
        public String toString() {
            return output.isEmpty() ? component : component + "." + output;
        }
    }

    /** Its name, unique in the pipeline: it becomes uids, metric groups and transactional ids. */
    public String name() {
        return context.component();
    }

    /** Its path in the file: {@code sources.shop-db}. */
    public String path() {
        return kind.plural() + "." + name();
    }
}
