package io.dbus.sink.elasticsearch.document;

import io.dbus.plugin.PluginContext;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.configuration.Configuration;

/** Settings for tests, from options as a pipeline file has them. */
final class Options {
    private Options() {}

    /** Options in pairs, with {@code index: "${db}-${table}"} unless they say another. */
    static PluginContext context(String... pairs) {
        Map<String, String> options = new HashMap<>(Map.of("index", "${db}-${table}"));
        for (int i = 0; i < pairs.length; i += 2) {
            options.put(pairs[i], pairs[i + 1]);
        }
        return new PluginContext(
                "shop",
                "search",
                Configuration.fromMap(options),
                List.of(new PluginContext.Upstream("shop-db", List.of("eu1"))));
    }

    static DocumentSettings settings(String... pairs) {
        return DocumentSettings.of(context(pairs));
    }
}
