package io.dbus.job.pipeline;

import io.dbus.plugin.Plugin;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.FallbackKey;

/** The options that a part of a pipeline file takes. Immutable. */
final class OptionSet {
    private final String what;
    private final String page;
    private final List<ConfigOption<?>> required;
    private final Map<String, ConfigOption<?>> byKey;
    private final Set<String> prefixes;
    private final List<String> reserved;
    private final Map<String, String> unknown;

    /**
     * A set of options.
     *
     * @param what whose they are, for messages: "type mysql"
     * @param page the name under which {@code dbus plugins} shows them
     * @param required options that must be there
     * @param byKey all options by the keys under which a file may name them
     * @param prefixes beginnings of keys that are passed through, each ending in a point
     * @param reserved keys that the part has beside its options
     * @param unknown what to say of keys that are not to be had, by their beginnings
     */
    OptionSet(
            String what,
            String page,
            List<ConfigOption<?>> required,
            Map<String, ConfigOption<?>> byKey,
            Set<String> prefixes,
            List<String> reserved,
            Map<String, String> unknown) {
        this.what = what;
        this.page = page;
        this.required = List.copyOf(required);
        this.byKey = Map.copyOf(byKey);
        this.prefixes = Set.copyOf(prefixes);
        this.reserved = List.copyOf(reserved);
        this.unknown = Map.copyOf(unknown);
    }

    /** The options of a plugin's components. */
    static OptionSet of(Plugin plugin, Kind kind) {
        return new OptionSet(
                "type " + plugin.type(),
                plugin.type(),
                plugin.requiredOptions(),
                byKey(
                        "",
                        Stream.concat(plugin.requiredOptions().stream(), plugin.optionalOptions().stream())
                                .toList()),
                plugin.optionPrefixes().keySet(),
                kind.keys(),
                Map.of());
    }

    /** Options by the keys that they have or had formerly, each behind a prefix. */
    static Map<String, ConfigOption<?>> byKey(String prefix, List<ConfigOption<?>> options) {
        Map<String, ConfigOption<?>> byKey = new LinkedHashMap<>();
        for (ConfigOption<?> option : options) {
            for (FallbackKey former : option.fallbackKeys()) {
                byKey.putIfAbsent(prefix + former.getKey(), option);
            }
            byKey.put(prefix + option.key(), option);
        }
        return byKey;
    }

    String what() {
        return what;
    }

    List<ConfigOption<?>> required() {
        return required;
    }

    List<String> reserved() {
        return reserved;
    }

    /** The option of a key, which may be one that the option had formerly. */
    Optional<ConfigOption<?>> option(String key) {
        return Optional.ofNullable(byKey.get(key));
    }

    /** Whether a prefix takes the key. */
    boolean passesThrough(String key) {
        return prefixes.stream().anyMatch(prefix -> key.startsWith(prefix) && key.length() > prefix.length());
    }

    /** Whether a map under the key may hold keys of ours: {@code scan} of {@code scan.startup.mode}. */
    boolean nests(String key) {
        String stem = key + ".";
        return Stream.concat(byKey.keySet().stream(), prefixes.stream()).anyMatch(name -> name.startsWith(stem))
                || prefixes.stream().anyMatch(stem::startsWith);
    }

    /** All keys that a user could have meant by a wrong one. */
    List<String> words(String wrong) {
        List<String> words = new ArrayList<>(reserved);
        words.addAll(byKey.keySet());
        for (String prefix : prefixes) {
            words.add(prefix.substring(0, prefix.length() - 1));
            // The key under a prefix is the user's own, so only the prefix can be wrong.
            int point = wrong.indexOf('.');
            if (point > 0) {
                words.add(prefix + wrong.substring(point + 1));
            }
        }
        return words;
    }

    /** What to say of a key that is none of these. */
    String unknown(String key) {
        Optional<String> near = Suggestion.nearest(key, words(key));
        if (near.isPresent()) {
            return "there is no such option; did you mean '" + near.get() + "'?";
        }
        return unknown.entrySet().stream()
                .filter(entry -> key.startsWith(entry.getKey()))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElse("there is no such option; ./dbus plugins " + page + " lists them");
    }
}
