package io.dbus.job.graph;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.KeptState;
import java.util.List;
import java.util.Optional;

/**
 * What a job tells of one of its components.
 *
 * @param kind {@code source}, {@code operator} or {@code sink}
 * @param name its name in the pipeline file
 * @param type the type of its plugin
 * @param inputs what it reads, as the file names it; empty for a source
 * @param state what it keeps in checkpoints and savepoints; empty when nothing
 */
public record ComponentFacts(String kind, String name, String type, List<String> inputs, Optional<KeptState> state) {
    public ComponentFacts {
        requireNonNull(kind, "kind");
        requireNonNull(name, "name");
        requireNonNull(type, "type");
        requireNonNull(state, "state");
        inputs = List.copyOf(inputs);
    }
}
