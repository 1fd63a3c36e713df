package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.Plugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads where rejected events go: the section of the pipeline, and those that components have of their own. */
final class DeadLetterReader {
    /** The name under which the section of the pipeline stands among those of components. */
    static final String PIPELINE = "";

    private final String pipeline;
    private final TypeReader types;
    private final SecretReferences references;
    private final Secrets secrets;
    private final Findings findings;
    private final Map<String, DeadLetters> all = new LinkedHashMap<>();

    DeadLetterReader(
            String pipeline, PluginCatalog plugins, SecretReferences references, Secrets secrets, Findings findings) {
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.types = new TypeReader(plugins, findings);
        this.references = references;
        this.secrets = secrets;
        this.findings = findings;
    }

    /** Those that could be read, by the component that has them. */
    Map<String, DeadLetters> all() {
        return all;
    }

    /** Reads those of the pipeline, if the file has them. */
    void readPipeline(Yaml.Mapping sections) {
        read(sections, PIPELINE, Kind.REJECTS, Kind.REJECTS);
    }

    /** Reads those of a component, if it has its own. */
    void readComponent(Yaml.Mapping component, String name, String path) {
        read(component, name, name + "." + Kind.REJECTS, path + "." + Kind.REJECTS);
    }

    private void read(Yaml.Mapping holder, String owner, String name, String path) {
        Yaml.Entry entry = holder.entries().get(Kind.REJECTS);
        if (entry == null) {
            return;
        }
        if (!(entry.value() instanceof Yaml.Mapping mapping)) {
            findings.add(
                    entry.mark(),
                    path + " must be a map with a 'type', not " + entry.value().kind()
                            + "; without it the first event that is rejected fails the job");
            return;
        }
        Optional<Plugin> found = types.plugin(Kind.DEAD_LETTER, path, entry.mark(), mapping);
        if (found.isEmpty() || !(found.get() instanceof DeadLetterPlugin plugin)) {
            return;
        }
        OptionReader.Read options = OptionReader.read(
                mapping, entry.mark(), path, OptionSet.of(plugin, Kind.DEAD_LETTER), references, secrets, findings);
        PluginContext context = new PluginContext(pipeline, name, options.values(), List.of());
        if (options.sound() && !options.pending()) {
            for (Problem problem : plugin.validate(context)) {
                findings.add(
                        options.marks().getOrDefault(problem.option(), entry.mark()), ProblemText.of(path, problem));
            }
        }
        all.put(owner, new DeadLetters(plugin, context, path, entry.mark(), options.marks()));
    }
}
