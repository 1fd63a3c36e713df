package io.dbus.job.graph;

import static java.util.Objects.requireNonNull;

import io.dbus.job.DbusVersion;
import io.dbus.job.pipeline.Component;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.plugin.Plugin;
import io.dbus.plugin.SourcePlugin;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;

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
    private static final String PREFIX = "dbus.";

    /** The form of the parameters; another one would be one that this dbus does not know. */
    private static final String FORM = "1";

    private static final String FORM_KEY = PREFIX + "facts";

    public JobFacts {
        requireNonNull(version, "version");
        requireNonNull(pipeline, "pipeline");
        requireNonNull(exchange, "exchange");
        requireNonNull(stateBackend, "stateBackend");
        requireNonNull(file, "file");
        components = List.copyOf(components);
    }

    /** Those of a pipeline's job whose state backend the pipeline file or the cluster decides. */
    public static JobFacts of(Pipeline pipeline, Exchange exchange) {
        return of(pipeline, exchange, pipeline.settings().flink());
    }

    /** Those of a pipeline's job that runs with some options of Flink. */
    static JobFacts of(Pipeline pipeline, Exchange exchange, ReadableConfig flink) {
        return new JobFacts(
                DbusVersion.TEXT,
                pipeline.name(),
                pipeline.settings().maxParallelism(),
                exchange.word(),
                flink.getOptional(StateBackendOptions.STATE_BACKEND).orElse(""),
                pipeline.components()
                        .map(component -> ComponentFacts.of(component, keyForms(pipeline, component)))
                        .toList(),
                pipeline.text().text(),
                pipeline.text().whole());
    }

    /** What decides the keys of the events that reach a component. */
    private static Map<String, String> keyForms(Pipeline pipeline, Component<? extends Plugin> component) {
        Map<String, String> forms = new LinkedHashMap<>();
        for (var upstream : component.context().upstreams()) {
            for (Component<SourcePlugin> source : pipeline.sources()) {
                if (source.name().equals(upstream.source())) {
                    source.plugin()
                            .keyForm(source.context())
                            .forEach((option, value) -> forms.put(source.path() + "." + option, value));
                }
            }
        }
        return forms;
    }

    /** The facts as a job's parameters, all of which begin with {@code dbus.}. */
    public Map<String, String> toParameters() {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put(FORM_KEY, FORM);
        parameters.put(PREFIX + "version", version);
        parameters.put(PREFIX + "pipeline", pipeline);
        parameters.put(PREFIX + "description", description());
        parameters.put(PREFIX + "max-parallelism", Integer.toString(maxParallelism));
        parameters.put(PREFIX + "exchange", exchange);
        parameters.put(PREFIX + "state-backend", stateBackend);
        // In one value: Flink would hide that of a key in which a word like token or secret stands, as it may in a
        // component's name.
        parameters.put(PREFIX + "components", ComponentFacts.toText(components));
        parameters.put(PREFIX + "file", file);
        parameters.put(PREFIX + "file.whole", Boolean.toString(fileIsWhole));
        return parameters;
    }

    /** The pipeline in a line: {@code shops (mysql) -> no-tests (filter) -> topics (kafka), search (elasticsearch)}. */
    String description() {
        return List.of("source", "operator", "sink").stream()
                .map(kind -> components.stream()
                        .filter(component -> component.kind().equals(kind))
                        .map(component -> component.name() + " (" + component.type() + ")")
                        .collect(Collectors.joining(", ")))
                .filter(text -> !text.isEmpty())
                .collect(Collectors.joining(" -> "));
    }

    /**
     * The facts among a job's parameters; empty when it is none of dbus, or of a dbus that did not tell them.
     *
     * @throws IllegalArgumentException when they are there but cannot be read, as those of a newer dbus
     */
    public static Optional<JobFacts> read(Map<String, String> userConfig) {
        requireNonNull(userConfig, "userConfig");
        String form = userConfig.get(FORM_KEY);
        if (form == null) {
            return Optional.empty();
        }
        if (!form.equals(FORM)) {
            throw new IllegalArgumentException("The job was built by dbus " + userConfig.get(PREFIX + "version")
                    + ", which tells of it in a form that dbus " + DbusVersion.TEXT
                    + " does not know; take that dbus, or a newer one");
        }
        return Optional.of(new JobFacts(
                value(userConfig, "version"),
                value(userConfig, "pipeline"),
                Integer.parseInt(value(userConfig, "max-parallelism")),
                value(userConfig, "exchange"),
                value(userConfig, "state-backend"),
                ComponentFacts.ofText(value(userConfig, "components")),
                value(userConfig, "file"),
                Boolean.parseBoolean(value(userConfig, "file.whole"))));
    }

    private static String value(Map<String, String> userConfig, String key) {
        String value = userConfig.get(PREFIX + key);
        if (value == null) {
            throw new IllegalArgumentException("The job says that dbus built it, but has no parameter " + PREFIX + key
                    + "; parameters of a job must not be changed (pipeline.global-job-parameters)");
        }
        return value;
    }
}
