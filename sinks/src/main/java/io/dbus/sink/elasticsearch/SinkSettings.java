package io.dbus.sink.elasticsearch;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectsFactory;
import io.dbus.sink.elasticsearch.client.ConnectionSettings;
import io.dbus.sink.elasticsearch.document.DocumentSettings;
import java.io.Serializable;

/**
 * What an Elasticsearch sink is told.
 *
 * @param component the component's name
 * @param rejects where it puts what it cannot write
 */
record SinkSettings(
        String component,
        ConnectionSettings connection,
        DocumentSettings documents,
        BulkLimits limits,
        RetryPolicy retry,
        ElasticsearchSinkOptions.OnTruncate truncate,
        RejectsFactory rejects)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    SinkSettings {
        requireNonNull(component, "component");
        requireNonNull(connection, "connection");
        requireNonNull(documents, "documents");
        requireNonNull(limits, "limits");
        requireNonNull(retry, "retry");
        requireNonNull(truncate, "truncate");
        requireNonNull(rejects, "rejects");
    }

    /** The settings of a component whose options are valid. */
    static SinkSettings of(PluginContext context) {
        return new SinkSettings(
                context.component(),
                ConnectionSettings.of(context.options()),
                DocumentSettings.of(context),
                BulkLimits.of(context.options()),
                RetryPolicy.of(context.options()),
                context.options().get(ElasticsearchSinkOptions.TRUNCATE),
                context.rejects());
    }
}
