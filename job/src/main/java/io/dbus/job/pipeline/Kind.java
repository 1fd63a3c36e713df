package io.dbus.job.pipeline;

import static java.util.Locale.ROOT;

import java.util.List;

/** The kinds of plugin, in the order of a pipeline file. */
public enum Kind {
    SOURCE("type", Kind.REJECTS),
    OPERATOR("type", "inputs", Kind.REJECTS),
    SINK("type", "inputs", Kind.REJECTS),
    /** No component: where those of a pipeline, or one of them, put events that they reject. */
    DEAD_LETTER("type");

    /** The kinds of component, each with a section of named ones. */
    static final List<Kind> COMPONENTS = List.of(SOURCE, OPERATOR, SINK);

    /** The section, and the key of a component, that says where rejected events go. */
    static final String REJECTS = "dead-letters";

    private final List<String> keys;

    Kind(String... keys) {
        this.keys = List.of(keys);
    }

    /** The keys that every map of the kind has beside its plugin's options. */
    List<String> keys() {
        return keys;
    }

    /** As messages say it: {@code source}. */
    public String word() {
        return name().toLowerCase(ROOT).replace('_', '-');
    }

    /** The section of the file that holds them: {@code sources}. */
    public String plural() {
        return word() + "s";
    }
}
