package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.Plugin;
import java.util.Arrays;
import java.util.Optional;

/** Finds the plugin that a map of a file names in its {@code type}. */
final class TypeReader {
    private final PluginCatalog plugins;
    private final Findings findings;

    TypeReader(PluginCatalog plugins, Findings findings) {
        this.plugins = requireNonNull(plugins, "plugins");
        this.findings = requireNonNull(findings, "findings");
    }

    /** The plugin; empty, with a finding, when the map does not say which or there is none such. */
    Optional<Plugin> plugin(Kind kind, String path, Mark mark, Yaml.Mapping mapping) {
        Yaml.Entry type = mapping.entries().get("type");
        if (type == null) {
            findings.add(mark, path + " lacks its 'type'; ./dbus plugins lists the types of " + kind.plural());
            return Optional.empty();
        }
        if (!(type.value() instanceof Yaml.Scalar scalar)) {
            findings.add(
                    type.mark(),
                    path + ".type must be one value, not " + type.value().kind());
            return Optional.empty();
        }
        Optional<Plugin> plugin = plugins.find(kind, scalar.text());
        if (plugin.isEmpty()) {
            String hint = Arrays.stream(Kind.values())
                    .filter(other -> plugins.find(other, scalar.text()).isPresent())
                    .findFirst()
                    .map(other -> "; it is a type of " + other.plural())
                    .orElseGet(() ->
                            Suggestion.hint(scalar.text(), plugins.of(kind).keySet()));
            findings.add(scalar.mark(), path + ".type: '" + scalar.text() + "' is no type of " + kind.plural() + hint);
        }
        return plugin;
    }
}
