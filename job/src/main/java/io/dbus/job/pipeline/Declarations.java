package io.dbus.job.pipeline;

import io.dbus.plugin.Plugin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Reads the components of a file, each by itself. */
final class Declarations {
    private final TypeReader types;
    private final DeadLetterReader deadLetters;
    private final SecretReferences references;
    private final Secrets secrets;
    private final Findings findings;
    private final Map<String, Declaration> all = new LinkedHashMap<>();
    private final Map<String, Mark> names = new LinkedHashMap<>();
    private final Set<String> meant;
    private boolean complete = true;

    /** With the sections that the user probably meant by those that are misspelt. */
    Declarations(
            PluginCatalog plugins,
            DeadLetterReader deadLetters,
            SecretReferences references,
            Secrets secrets,
            Set<String> meant,
            Findings findings) {
        this.meant = meant;
        this.types = new TypeReader(plugins, findings);
        this.deadLetters = deadLetters;
        this.references = references;
        this.secrets = secrets;
        this.findings = findings;
    }

    /** The components that could be read, by name, sources first and sinks last. */
    Map<String, Declaration> all() {
        return all;
    }

    /** Whether all components could be read; else what one refers to may be one that could not. */
    boolean complete() {
        return complete;
    }

    /** Reads the section of a kind. */
    void read(Kind kind, Yaml.Mapping sections) {
        Yaml.Entry section = sections.entries().get(kind.plural());
        if (section == null) {
            if (kind != Kind.OPERATOR && !meant.contains(kind.plural())) {
                findings.add(
                        sections.mark(), "The file lacks '" + kind.plural() + "'; a pipeline needs a " + kind.word());
            }
            complete &= kind == Kind.OPERATOR && !meant.contains(kind.plural());
        } else if (section.value() instanceof Yaml.Nothing) {
            findings.add(section.mark(), kind.plural() + " has no value; name one or take the section out");
            complete = false;
        } else if (section.value() instanceof Yaml.Mapping mapping) {
            if (mapping.entries().isEmpty() && kind != Kind.OPERATOR) {
                findings.add(section.mark(), kind.plural() + " is empty; a pipeline needs a " + kind.word());
            }
            mapping.entries().values().forEach(entry -> component(kind, entry));
        } else {
            findings.add(
                    section.mark(),
                    kind.plural() + " must be a map of names to " + kind.plural() + ", not "
                            + section.value().kind());
            complete = false;
        }
    }

    private void component(Kind kind, Yaml.Entry entry) {
        String path = kind.plural() + "." + entry.key();
        boolean legal = PipelineReader.checkName(kind.plural(), entry.key(), entry.mark(), findings);
        Mark earlier = names.putIfAbsent(entry.key(), entry.mark());
        if (earlier != null) {
            findings.add(
                    entry.mark(),
                    path + " has the name of the component on line " + earlier.line()
                            + "; names must differ across sources, operators and sinks");
            return;
        }
        if (!(entry.value() instanceof Yaml.Mapping mapping)) {
            findings.add(
                    entry.mark(),
                    path + " must be a map with a 'type', not " + entry.value().kind());
            complete = false;
            return;
        }
        List<Component.Input> inputs = kind == Kind.SOURCE ? List.of() : inputs(path, entry.mark(), mapping);
        deadLetters.readComponent(mapping, entry.key(), path);
        Optional<Plugin> plugin = types.plugin(kind, path, entry.mark(), mapping);
        if (plugin.isEmpty()) {
            complete = false;
            return;
        }
        OptionReader.Read options = OptionReader.read(
                mapping, entry.mark(), path, OptionSet.of(plugin.get(), kind), references, secrets, findings);
        all.put(
                entry.key(),
                new Declaration(
                        kind,
                        entry.key(),
                        plugin.get(),
                        options.values(),
                        options.marks(),
                        inputs,
                        entry.mark(),
                        legal && options.sound() && !options.pending()));
    }

    private List<Component.Input> inputs(String path, Mark mark, Yaml.Mapping mapping) {
        Yaml.Entry entry = mapping.entries().get("inputs");
        List<Component.Input> inputs = new ArrayList<>();
        if (entry == null) {
            findings.add(mark, path + " lacks 'inputs', the names of what it reads; write inputs: [name]");
        } else if (!(entry.value() instanceof Yaml.Sequence sequence)) {
            findings.add(
                    entry.mark(),
                    path + ".inputs must be a list, not " + entry.value().kind() + "; write inputs: [name]");
        } else if (sequence.items().isEmpty()) {
            findings.add(entry.mark(), path + ".inputs is empty; name what it reads");
        } else {
            sequence.items().forEach(item -> input(path, item).ifPresent(input -> {
                if (inputs.stream().anyMatch(other -> other.toString().equals(input.toString()))) {
                    findings.add(
                            input.mark(), path + ".inputs names '" + input + "' twice; it would read each event twice");
                } else {
                    inputs.add(input);
                }
            }));
        }
        return inputs;
    }

    private Optional<Component.Input> input(String path, Yaml item) {
        if (!(item instanceof Yaml.Scalar scalar)) {
            findings.add(item.mark(), path + ".inputs must hold names, not " + item.kind());
            return Optional.empty();
        }
        int point = scalar.text().indexOf('.');
        return Optional.of(
                point < 0
                        ? new Component.Input(scalar.text(), "", scalar.mark())
                        : new Component.Input(
                                scalar.text().substring(0, point), scalar.text().substring(point + 1), scalar.mark()));
    }
}
