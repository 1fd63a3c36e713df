package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.PluginContext;
import java.util.Map;

/**
 * Where events go that components reject.
 *
 * @param plugin what builds it
 * @param context its options
 * @param path its path in the file: {@code dead-letters}, or {@code sinks.topics.dead-letters} of a component that has its own
 * @param mark where it is in the file
 * @param marks where its options are, by key
 */
public record DeadLetters(
        DeadLetterPlugin plugin, PluginContext context, String path, Mark mark, Map<String, Mark> marks) {
    public DeadLetters {
        requireNonNull(plugin, "plugin");
        requireNonNull(context, "context");
        requireNonNull(path, "path");
        requireNonNull(mark, "mark");
        marks = Map.copyOf(marks);
    }
}
