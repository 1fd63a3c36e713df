package io.dbus.job.graph;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.job.pipeline.Component;
import io.dbus.job.pipeline.Pipeline;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.Plugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.SinkPlugin;
import io.dbus.plugin.SourcePlugin;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The Flink job of a pipeline. Names and uids of its operators come from the components' names alone, so a savepoint fits
 * after the file was edited.
 *
 * <p>Where the exchange is keyed, each event crosses once, right behind its source: at the input of the component that reads
 * the source, or, where several read it, at a pass-through named {@code <source> exchange}. From there to the sink all edges
 * are forward edges, so what came in order stays in order.
 */
public final class PipelineGraph {
    private final StreamExecutionEnvironment env;
    private final Pipeline pipeline;
    private final Exchange exchange;
    private final Map<String, DataStream<Event>> streams = new HashMap<>();
    private final Map<String, Long> readers;

    private PipelineGraph(StreamExecutionEnvironment env, Pipeline pipeline) {
        this.env = env;
        this.pipeline = pipeline;
        this.exchange = Exchange.of(pipeline, env.getParallelism());
        this.readers = pipeline.components()
                .flatMap(component -> component.inputs().stream().map(Component.Input::component))
                .collect(Collectors.groupingBy(name -> name, Collectors.counting()));
    }

    /**
     * Builds a pipeline in an environment, whose options it completes by {@link JobOptions}.
     *
     * @return what was decided about the exchange
     * @throws IllegalArgumentException when the pipeline was read without its secrets
     */
    public static Exchange build(StreamExecutionEnvironment env, Pipeline pipeline) {
        requireNonNull(env, "env");
        if (!pipeline.complete()) {
            throw new IllegalArgumentException("The pipeline " + pipeline.name() + " was read without its secrets");
        }
        JobOptions.configure(env, pipeline);
        PipelineGraph graph = new PipelineGraph(env, pipeline);
        pipeline.sources().forEach(graph::source);
        pipeline.operators().forEach(graph::operator);
        pipeline.sinks().forEach(graph::sink);
        graph.tellFacts();
        return graph.exchange;
    }

    /** Beside what parameters the job was given. */
    private void tellFacts() {
        Map<String, String> parameters =
                new LinkedHashMap<>(env.getConfig().getGlobalJobParameters().toMap());
        parameters.putAll(
                JobFacts.of(pipeline, exchange, env.getConfiguration()).toParameters());
        env.getConfig().setGlobalJobParameters(Configuration.fromMap(parameters));
    }

    private void source(Component<SourcePlugin> component) {
        SourcePlugin plugin = component.plugin();
        String name = component.name();
        DataStream<Event> source = env.fromSource(
                        plugin.source(context(component)),
                        plugin.watermarks(component.context()),
                        name,
                        EventTypeInfo.INSTANCE)
                .uid(name)
                .setDescription(ComponentText.of(component));
        if (!exchange.keyed()) {
            streams.put(name, source.forward());
        } else if (readers.get(name) == 1) {
            streams.put(name, byKey(source, name));
        } else {
            // A name cannot hold a space, so no component has this uid.
            String crossing = name + " exchange";
            streams.put(
                    name,
                    byKey(source, name)
                            .map(event -> event)
                            .returns(EventTypeInfo.INSTANCE)
                            .name(crossing)
                            .uid(crossing)
                            .setDescription(crossing + ": keeps the rows of one key on one way")
                            .forward());
        }
    }

    /**
     * Spread by key, but not a stream with keyed state: an operator on one would get a state backend, a look-up of the key's group for each
     * event, and timers in each savepoint, which then could not be restored without it.
     */
    private DataStream<Event> byKey(DataStream<Event> source, String name) {
        KeySelector<Event, EventKey> key =
                keepsTablesWhole(name) ? event -> event.key().place() : Event::key;
        return new DataStream<>(
                source.getExecutionEnvironment(),
                source.keyBy(key, EventKeyTypeInfo.INSTANCE).getTransformation());
    }

    /** Whether an operator needs the rows of a table in the order of their server: then a table is not spread, which would lose it. */
    private boolean keepsTablesWhole(String source) {
        return pipeline.operators().stream()
                .filter(operator -> operator.plugin().ordersTables(operator.context()))
                .flatMap(operator -> operator.context().upstreams().stream())
                .anyMatch(upstream -> upstream.source().equals(source));
    }

    private void operator(Component<OperatorPlugin> component) {
        String name = component.name();
        OperatorPlugin.Outputs outputs = component.plugin().apply(input(component), context(component));
        streams.put(
                name,
                outputs.main()
                        .name(name)
                        .uid(name)
                        .setDescription(ComponentText.of(component))
                        .forward());
        outputs.named().forEach((output, stream) -> streams.put(name + "." + output, stream.forward()));
    }

    private void sink(Component<SinkPlugin> component) {
        String name = component.name();
        input(component)
                .sinkTo(component.plugin().sink(context(component)))
                .name(name)
                .uid(name);
    }

    /** What a component is told, with the place for events that it rejects. */
    private PluginContext context(Component<? extends Plugin> component) {
        PluginContext context = component.context();
        return pipeline.deadLettersOf(component.name())
                .map(letters -> context.withRejects(letters.plugin().rejects(letters.context())))
                .orElse(context);
    }

    private DataStream<Event> input(Component<? extends Plugin> component) {
        List<DataStream<Event>> inputs = component.inputs().stream()
                .map(input -> requireNonNull(
                        streams.get(input.toString()),
                        () -> "The component " + input.component() + " did not make its output " + input))
                .toList();
        DataStream<Event> union = inputs.get(0);
        for (DataStream<Event> input : inputs.subList(1, inputs.size())) {
            union = union.union(input);
        }
        return union;
    }
}
