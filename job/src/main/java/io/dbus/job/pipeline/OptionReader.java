package io.dbus.job.pipeline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;

/** Reads the options of one component into a Flink {@link Configuration} and checks each value against its option's type. */
final class OptionReader {
    private final OptionSet set;
    private final String path;
    private final SecretReferences references;
    private final Secrets secrets;
    private final Findings findings;
    private final Configuration values = new Configuration();
    private final Map<String, Mark> marks = new LinkedHashMap<>();
    private final Set<String> meant = new HashSet<>();
    private boolean pending;

    /**
     * The options that were read.
     *
     * @param values in Flink's form, secrets resolved
     * @param marks where each key stands
     * @param sound whether nothing is wrong with them
     * @param pending whether a value that is not text could not be known, since secrets are not resolved
     */
    record Read(Configuration values, Map<String, Mark> marks, boolean sound, boolean pending) {}

    /** The value of an option in the making: its text or structure, and what a message may show of it. */
    private record Value(Object content, String shown, boolean pending) {}

    private OptionReader(OptionSet set, String path, SecretReferences references, Secrets secrets, Findings findings) {
        this.set = set;
        this.path = path;
        this.references = references;
        this.secrets = secrets;
        this.findings = findings;
    }

    /**
     * Reads the options out of a component's map.
     *
     * @param path the component's path in the file, for messages: {@code sources.shop-db}
     */
    static Read read(
            Yaml.Mapping mapping,
            Mark component,
            String path,
            OptionSet set,
            SecretReferences references,
            Secrets secrets,
            Findings findings) {
        int before = findings.count();
        OptionReader reader = new OptionReader(set, path, references, secrets, findings);
        mapping.entries().values().stream()
                .filter(entry -> !set.reserved().contains(entry.key()))
                .forEach(entry -> reader.entry(entry.key(), entry));
        reader.requireAll(component);
        return new Read(reader.values, reader.marks, findings.count() == before, reader.pending);
    }

    private void entry(String key, Yaml.Entry entry) {
        Optional<ConfigOption<?>> option = set.option(key);
        if (entry.value() instanceof Yaml.Nothing) {
            finding(entry.mark(), key, "has no value; leave the key out, or write '' for an empty text");
            option.ifPresent(o -> meant.add(o.key()));
        } else if (option.isPresent()) {
            option(option.get(), key, entry);
        } else if (entry.value() instanceof Yaml.Mapping mapping && set.nests(key)) {
            if (mapping.entries().isEmpty()) {
                finding(entry.mark(), key, "is an empty map; leave the key out");
            }
            mapping.entries().values().forEach(inner -> entry(key + "." + inner.key(), inner));
        } else if (set.passesThrough(key)) {
            passThrough(key, entry);
        } else {
            Suggestion.nearest(key, set.words(key)).ifPresent(meant::add);
            finding(entry.mark(), key, set.unknown(key));
        }
    }

    private void passThrough(String key, Yaml.Entry entry) {
        if (entry.value() instanceof Yaml.Scalar scalar) {
            text(key, scalar).ifPresent(value -> store(key, entry.mark(), (String) value.content()));
        } else {
            finding(
                    entry.mark(),
                    key,
                    "is passed through and must be one value, not "
                            + entry.value().kind());
        }
    }

    private void option(ConfigOption<?> option, String key, Yaml.Entry entry) {
        meant.add(option.key());
        OptionType type = OptionType.of(option);
        if (type.list()) {
            list(type, key, entry);
        } else if (type.map()) {
            if (entry.value() instanceof Yaml.Mapping) {
                structure(key, entry.value())
                        .ifPresent(value -> store(key, entry.mark(), YamlText.of(value.content())));
            } else {
                finding(entry.mark(), key, "must be a map, not " + entry.value().kind());
            }
        } else if (entry.value() instanceof Yaml.Scalar scalar) {
            text(key, scalar)
                    .filter(value -> fits(type, key, scalar.mark(), value))
                    .ifPresent(value -> store(key, entry.mark(), (String) value.content()));
        } else {
            finding(entry.mark(), key, "must be one value, not " + entry.value().kind());
        }
    }

    private void list(OptionType type, String key, Yaml.Entry entry) {
        if (!(entry.value() instanceof Yaml.Sequence sequence)) {
            finding(entry.mark(), key, "must be a list, not " + entry.value().kind() + "; write " + key + ": [...]");
            return;
        }
        List<Object> items = new ArrayList<>();
        int place = 0;
        for (Yaml item : sequence.items()) {
            place++;
            if (type.map()) {
                if (item instanceof Yaml.Mapping) {
                    structure(key, item).ifPresent(value -> items.add(value.content()));
                } else {
                    finding(item.mark(), key, "item " + place + " must be a map, not " + item.kind());
                }
            } else if (item instanceof Yaml.Scalar scalar) {
                text(key, scalar)
                        .filter(value -> fits(type, key, scalar.mark(), value))
                        .ifPresent(value -> items.add(value.content()));
            } else {
                finding(item.mark(), key, "item " + place + " must be one value, not " + item.kind());
            }
        }
        if (items.size() == sequence.items().size()) {
            store(key, entry.mark(), YamlText.of(items));
        }
    }

    private boolean fits(OptionType type, String key, Mark mark, Value value) {
        if (value.pending()) {
            pending |= type.atom() != String.class;
            return type.atom() == String.class;
        }
        Optional<String> complaint = type.complaint((String) value.content(), value.shown());
        complaint.ifPresent(text -> finding(mark, key, text));
        return complaint.isEmpty();
    }

    /** A value of any shape, as Strings, Lists and Maps. */
    private Optional<Value> structure(String key, Yaml yaml) {
        if (yaml instanceof Yaml.Scalar scalar) {
            return text(key, scalar);
        }
        int before = findings.count();
        Object content = null;
        if (yaml instanceof Yaml.Sequence sequence) {
            List<Object> items = new ArrayList<>();
            sequence.items().forEach(item -> structure(key, item).ifPresent(value -> items.add(value.content())));
            content = items;
        } else if (yaml instanceof Yaml.Mapping mapping) {
            Map<String, Object> entries = new LinkedHashMap<>();
            mapping.entries().values().forEach(entry -> structure(key + "." + entry.key(), entry.value())
                    .ifPresent(value -> entries.put(entry.key(), value.content())));
            content = entries;
        } else {
            finding(yaml.mark(), key, "has no value; leave it out, or write '' for an empty text");
        }
        return findings.count() == before ? Optional.of(new Value(content, "", false)) : Optional.empty();
    }

    private Optional<Value> text(String key, Yaml.Scalar scalar) {
        try {
            SecretReferences.Resolved resolved = references.resolve(scalar.text());
            if (Secrets.isKeyOfOne(key) && !resolved.pending()) {
                secrets.add(resolved.text());
            }
            return Optional.of(new Value(resolved.text(), scalar.text(), resolved.pending()));
        } catch (SecretReferences.Unresolved e) {
            finding(scalar.mark(), key, e.getMessage());
            return Optional.empty();
        }
    }

    private void store(String key, Mark mark, String value) {
        Mark earlier = marks.putIfAbsent(key, mark);
        if (earlier != null) {
            finding(mark, key, "is there twice, first on line " + earlier.line());
            return;
        }
        values.setString(key, value);
    }

    private void requireAll(Mark component) {
        for (ConfigOption<?> option : set.required()) {
            if (!meant.contains(option.key())) {
                String what = "lacks the option '" + option.key() + "' ("
                        + OptionType.of(option).describe() + ")";
                findings.add(component, path + " " + what + ", which " + set.what() + " must have");
            }
        }
    }

    private void finding(Mark mark, String key, String what) {
        findings.add(mark, path + "." + key + ": " + what);
    }
}
