package io.dbus.job.graph;

import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.Pipeline;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a job tells about itself from outside: its parameters, which Flink shows in its web UI and under {@code /jobs/:id/config}. By it a job is known as one of dbus, and held against
 * the one that is to take its place.
 *
 * @param version the version of dbus that built the job
 * @param pipeline the pipeline's name, which is the job's too
 * @param maxParallelism the number of groups that state is kept in
 * @param exchange {@code keyed} or {@code none}
 * @param stateBackend Flink's state backend as the job names it; empty when the cluster decides
 * @param components sources, operators and sinks, in the order of the pipeline
 * @param file the text of the pipeline file, references as they were written, literal values of secret options hidden
 * @param fileIsWhole whether nothing of it was hidden, so that it can be submitted as it is
 */
public record JobFacts(
        String version,
        String pipeline,
        int maxParallelism,
        String exchange,
        String stateBackend,
        List<ComponentFacts> components,
        String file,
        boolean fileIsWhole) {
    public JobFacts {
        requireNonNull(version, "version");
        requireNonNull(pipeline, "pipeline");
        requireNonNull(exchange, "exchange");
        requireNonNull(stateBackend, "stateBackend");
        requireNonNull(file, "file");
        components = List.copyOf(components);
    }

    /** Those of a pipeline's job. */
    public static JobFacts of(Pipeline pipeline, Exchange exchange) {
        return new JobFacts(
                "", pipeline.name(), pipeline.settings().maxParallelism(), exchange.word(), "", List.of(), "", false);
    }

    /** The facts as a job's parameters, all of which begin with {@code dbus.}. */
    public Map<String, String> toParameters() {
        return new LinkedHashMap<>();
    }

    /**
     * The facts among a job's parameters; empty when it is none of dbus, or of a dbus that did not tell them.
     *
     * @throws IllegalArgumentException when they are there but cannot be read, as those of a newer dbus
     */
    public static Optional<JobFacts> read(Map<String, String> userConfig) {
        requireNonNull(userConfig, "userConfig");
        return Optional.empty();
    }
}
