package io.dbus.sink.elasticsearch.document;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.PluginContext;
import java.io.Serializable;
import java.util.TreeMap;

/**
 * How indices are created.
 *
 * @param enabled whether they are
 * @param settings settings of the user's, without {@code index.} at their front
 * @param fields parameters of fields of the user's, by field and parameter: {@code price.type}
 * @param dynamic the mapping's parameter
 * @param routed whether documents must have a routing
 */
record IndexCreation(
        boolean enabled,
        TreeMap<String, String> settings,
        TreeMap<String, String> fields,
        DocumentOptions.Dynamic dynamic,
        boolean routed)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    static final String GC_DELETES = "gc_deletes";

    IndexCreation {
        settings = new TreeMap<>(requireNonNull(settings, "settings"));
        fields = new TreeMap<>(requireNonNull(fields, "fields"));
        requireNonNull(dynamic, "dynamic");
    }

    static IndexCreation of(PluginContext context) {
        TreeMap<String, String> settings = new TreeMap<>();
        context.withPrefix(DocumentOptions.SETTINGS_PREFIX)
                .forEach((name, value) ->
                        settings.put(name.startsWith("index.") ? name.substring("index.".length()) : name, value));
        return new IndexCreation(
                context.options().get(DocumentOptions.CREATE),
                settings,
                new TreeMap<>(context.withPrefix(DocumentOptions.MAPPING_PREFIX)),
                context.options().get(DocumentOptions.DYNAMIC),
                context.options().getOptional(DocumentOptions.ROUTING).isPresent());
    }
}
