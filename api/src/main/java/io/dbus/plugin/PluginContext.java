package io.dbus.plugin;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectsFactory;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ReadableConfig;

/**
 * What a plugin is told of the component it is to build.
 *
 * <p>Options nest in a pipeline file but not here: a map in the file is one key for each of its leaves ({@code
 * properties.bootstrap.servers}) where a prefix of the plugin takes it, otherwise the value of its option, which is of a map or list type.
 */
public final class PluginContext {
    private final String pipeline;
    private final String component;
    private final Configuration options;
    private final List<Upstream> upstreams;
    private final RejectsFactory rejects;

    /**
     * A source component from which events reach this component.
     *
     * @param source the component's name
     * @param servers the names of its servers
     */
    public record Upstream(String source, List<String> servers) {
        public Upstream {
            requireNonNull(source, "source");
            servers = List.copyOf(servers);
        }
    }

    /**
     * A context of a component that has no dead letters: the first event that it rejects fails the job.
     *
     * @param pipeline the pipeline's name
     * @param component the component's name, which is unique in the pipeline
     * @param options its options, secrets resolved
     * @param upstreams the sources whose events reach it; empty for a source
     */
    public PluginContext(String pipeline, String component, Configuration options, List<Upstream> upstreams) {
        this(pipeline, component, options, upstreams, RejectsFactory.FAILING);
    }

    private PluginContext(
            String pipeline,
            String component,
            Configuration options,
            List<Upstream> upstreams,
            RejectsFactory rejects) {
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.component = requireNonNull(component, "component");
        this.options = new Configuration(options);
        this.upstreams = List.copyOf(upstreams);
        this.rejects = requireNonNull(rejects, "rejects");
    }

    /** The same context with another place for events that the component rejects. */
    public PluginContext withRejects(RejectsFactory to) {
        return new PluginContext(pipeline, component, options, upstreams, to);
    }

    /** The same context in a pipeline of another name and without some options: what a dry run tells a source, which reads beside the real job. */
    public PluginContext inOtherPipeline(String name, Collection<ConfigOption<?>> without) {
        Configuration others = new Configuration(options);
        without.forEach(others::removeConfig);
        return new PluginContext(name, component, others, upstreams, rejects);
    }

    public String pipeline() {
        return pipeline;
    }

    public String component() {
        return component;
    }

    public ReadableConfig options() {
        return options;
    }

    /** The options under a prefix such as {@code properties.}, the prefix taken off, sorted by key. */
    public Map<String, String> withPrefix(String prefix) {
        Map<String, String> found = new TreeMap<>();
        options.toMap().forEach((key, value) -> {
            if (key.startsWith(prefix)) {
                found.put(key.substring(prefix.length()), value);
            }
        });
        return found;
    }

    public List<Upstream> upstreams() {
        return upstreams;
    }

    /** Opens the place for events that the component cannot take; on the machines where it runs. */
    public RejectsFactory rejects() {
        return rejects;
    }
}
