package io.dbus.job.pipeline;

import static java.util.Locale.ROOT;

import java.util.List;

/** The kinds of component, in the order of a pipeline file. */
public enum Kind {
    SOURCE("type"),
    OPERATOR("type", "inputs"),
    SINK("type", "inputs");

    private final List<String> keys;

    Kind(String... keys) {
        this.keys = List.of(keys);
    }

    /** The keys that every component of the kind has beside its plugin's options. */
    List<String> keys() {
        return keys;
    }

    /** As messages say it: {@code source}. */
    public String word() {
        return name().toLowerCase(ROOT);
    }

    /** The section of the file that holds them: {@code sources}. */
    public String plural() {
        return word() + "s";
    }
}
