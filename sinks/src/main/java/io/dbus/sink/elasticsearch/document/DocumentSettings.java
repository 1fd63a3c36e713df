package io.dbus.sink.elasticsearch.document;

import io.dbus.metrics.ComponentMetrics;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;

/** What an Elasticsearch sink is told of documents and indices. Made where the job is submitted, used where it runs. */
public record DocumentSettings() implements Serializable {
    private static final long serialVersionUID = 1L;

    /** The options about documents and indices that must be there. */
    public static List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    /** The options about documents and indices that may be there. */
    public static List<ConfigOption<?>> optionalOptions() {
        return List.of();
    }

    /** What is wrong with them. Opens no connection. */
    public static List<Problem> problems(PluginContext context) {
        return List.of();
    }

    /** What would keep the component from running: indices that are not there and may not be created, privileges. */
    public static List<Problem> preflight(PluginContext context, ElasticsearchConnection connection) {
        return List.of();
    }

    /**
     * Why the rows of a truncated table cannot be told from others by their index, whose documents could then not be deleted; empty when they can.
     */
    public static List<Problem> truncateProblems(PluginContext context) {
        return List.of();
    }

    /** The settings of a component whose options are valid. */
    public static DocumentSettings of(PluginContext context) {
        return new DocumentSettings();
    }

    /** What makes the documents of one writer. */
    public Documents documents() {
        throw new UnsupportedOperationException();
    }

    /**
     * The indices of one writer.
     *
     * @param operationLife how long an operation may be under way, repeats included: {@code index.gc_deletes} must be above it
     */
    public Indices indices(
            ElasticsearchConnection connection, String component, ComponentMetrics metrics, Duration operationLife) {
        throw new UnsupportedOperationException();
    }
}
