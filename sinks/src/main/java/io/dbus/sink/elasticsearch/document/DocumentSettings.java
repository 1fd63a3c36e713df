package io.dbus.sink.elasticsearch.document;

import static java.util.Objects.requireNonNull;

import io.dbus.metrics.ComponentMetrics;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.template.NameClaims;
import io.dbus.sink.template.NameTemplate;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/**
 * What an Elasticsearch sink is told of documents and indices. Made where the job is submitted, used where it runs.
 *
 * @param index the template of an index's name
 * @param routing the template of a routing; null for none
 * @param adapt whether names are made legal
 * @param sharedKeys whether rows of several servers and tables may meet under one {@code _id}
 * @param delimiter what stands between the parts of an {@code _id}
 * @param partialRows what becomes of rows that are not full
 */
public record DocumentSettings(
        NameTemplate index,
        NameTemplate routing,
        boolean adapt,
        boolean sharedKeys,
        char delimiter,
        PartialRows partialRows,
        DocumentForm form,
        IndexCreation creation)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public DocumentSettings {
        requireNonNull(index, "index");
        requireNonNull(partialRows, "partialRows");
        requireNonNull(form, "form");
        requireNonNull(creation, "creation");
    }

    /** The options about documents and indices that must be there. */
    public static List<ConfigOption<?>> requiredOptions() {
        return DocumentOptions.REQUIRED;
    }

    /** The options about documents and indices that may be there. */
    public static List<ConfigOption<?>> optionalOptions() {
        return DocumentOptions.OPTIONAL;
    }

    /** The prefixes of keys about indices that are passed through, with what each is for. */
    public static Map<String, String> optionPrefixes() {
        return DocumentOptions.PREFIXES;
    }

    /** What is wrong with them. Opens no connection. */
    public static List<Problem> problems(PluginContext context) {
        return DocumentProblems.of(context);
    }

    /** What would keep the component from running: an index that is not there and may not be created, or that takes no versions. */
    public static List<Problem> preflight(PluginContext context, ElasticsearchConnection connection) {
        return DocumentProblems.preflight(of(context), connection);
    }

    /**
     * Why the rows of a truncated table cannot be told from others by their index, whose documents could then not be deleted; empty when they can.
     */
    public static List<Problem> truncateProblems(PluginContext context) {
        return DocumentProblems.ofTruncates(context);
    }

    /** The settings of a component whose options are valid. */
    public static DocumentSettings of(PluginContext context) {
        ReadableConfig options = context.options();
        return new DocumentSettings(
                NameTemplate.parse(options.get(DocumentOptions.INDEX)),
                options.getOptional(DocumentOptions.ROUTING)
                        .map(DocumentSettings::routing)
                        .orElse(null),
                options.get(DocumentOptions.ILLEGAL_NAMES) == DocumentOptions.IllegalNames.ADAPT,
                options.get(DocumentOptions.SHARED_KEYS),
                options.get(DocumentOptions.KEY_DELIMITER).charAt(0),
                options.get(PartialRows.OPTION),
                DocumentForm.of(options),
                IndexCreation.of(context));
    }

    /** A text without variables is a column's name. */
    static NameTemplate routing(String text) {
        NameTemplate template = NameTemplate.parse(text);
        return template.variables().isEmpty() ? NameTemplate.ofColumn(text) : template;
    }

    /** Whether indices that are not there are created. */
    public boolean createsIndices() {
        return creation.enabled();
    }

    /** What makes the documents of one writer, for which every claim to an index's name succeeds among writers. */
    public Documents documents() {
        return documents((name, values) -> values);
    }

    /**
     * What makes the documents of one writer.
     *
     * @param claims the names of indices among all writers of the sink
     */
    public Documents documents(NameClaims claims) {
        return new RowDocuments(this, claims);
    }

    /**
     * The indices of one writer.
     *
     * @param operationLife how long an operation may be under way, repeats included: {@code index.gc_deletes} must be above it
     */
    public Indices indices(
            ElasticsearchConnection connection, String component, ComponentMetrics metrics, Duration operationLife) {
        return new ClusterIndices(connection, component, form, creation, operationLife, System::nanoTime);
    }
}
