package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.Plugin;
import io.dbus.plugin.SinkPlugin;
import io.dbus.plugin.SourcePlugin;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A pipeline that can be built: all of it was checked.
 *
 * @param file the name of the file that it was read from
 * @param text the file's text, as it may be shown
 * @param name its name
 * @param sources in the order of the file
 * @param operators each after those that it reads
 * @param sinks in the order of the file
 * @param deadLetters where events go that are rejected, by the name of the component that has them of its own; those of all others under the empty name
 * @param settings how it runs
 * @param complete whether secrets were resolved; one that is not can be looked at but not run
 */
public record Pipeline(
        String file,
        FileText text,
        String name,
        List<Component<SourcePlugin>> sources,
        List<Component<OperatorPlugin>> operators,
        List<Component<SinkPlugin>> sinks,
        Map<String, DeadLetters> deadLetters,
        PipelineSettings settings,
        boolean complete) {
    public Pipeline {
        requireNonNull(file, "file");
        requireNonNull(text, "text");
        requireNonNull(name, "name");
        requireNonNull(settings, "settings");
        sources = List.copyOf(sources);
        operators = List.copyOf(operators);
        sinks = List.copyOf(sinks);
        deadLetters = Collections.unmodifiableMap(new LinkedHashMap<>(deadLetters));
    }

    /** Where events go that a component rejects; empty when the first of them fails the job. */
    public Optional<DeadLetters> deadLettersOf(String component) {
        return Optional.ofNullable(deadLetters.getOrDefault(component, deadLetters.get(DeadLetterReader.PIPELINE)));
    }

    /**
     * The same pipeline with another number of lanes.
     *
     * @throws IllegalArgumentException when it cannot have as many; the message says how many it can have
     */
    public Pipeline withParallelism(int lanes) {
        if (lanes < 1 || lanes > settings.maxParallelism()) {
            throw new IllegalArgumentException("the pipeline " + name + " cannot run on " + lanes
                    + " lanes, but on 1 to " + settings.maxParallelism() + " (pipeline.max-parallelism)");
        }
        return new Pipeline(
                file, text, name, sources, operators, sinks, deadLetters, settings.withParallelism(lanes), complete);
    }

    /** All components: sources, operators, sinks. */
    public Stream<Component<? extends Plugin>> components() {
        return Stream.of(sources, operators, sinks).flatMap(List::stream);
    }
}
