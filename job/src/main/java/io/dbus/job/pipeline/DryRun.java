package io.dbus.job.pipeline;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.SinkPlugin;
import io.dbus.plugin.SourcePlugin;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;

/**
 * Makes the dry run of a pipeline: it reads, transforms and checks, and writes nothing. Each sink is one of the type {@code mock} of the same name; what is rejected is counted; sources run under
 * another pipeline name, new in each run, and without the options by which their servers would take them for the real job's; options of Flink that say where state is
 * kept or comes from are left out.
 */
public final class DryRun {
    private static final Set<String> STATE = Set.of(
            CheckpointingOptions.CHECKPOINTS_DIRECTORY.key(),
            CheckpointingOptions.SAVEPOINT_DIRECTORY.key(),
            CheckpointingOptions.CHECKPOINT_STORAGE.key());

    private static final Map<String, String> MOCK =
            Map.of("verify", "sequence", "on-violation", "count", "decode", "true");

    private DryRun() {}

    /**
     * The dry run of a pipeline.
     *
     * @param plugins hold the sink {@code mock}
     * @param rejects what counts what is rejected
     */
    public static Pipeline of(Pipeline pipeline, PluginCatalog plugins, DeadLetterPlugin rejects) {
        requireNonNull(pipeline, "pipeline");
        SinkPlugin mock = plugins.sinks().stream()
                .filter(plugin -> plugin.type().equals("mock"))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException(
                        "A dry run needs the sink 'mock', which no jar on the class path brings"));
        // No pipeline can have such a name, and no two runs have one.
        String name = pipeline.name() + " dry run " + UUID.randomUUID();
        return new Pipeline(
                pipeline.file(),
                pipeline.text(),
                pipeline.name(),
                pipeline.sources().stream().map(source -> source(source, name)).toList(),
                pipeline.operators(),
                pipeline.sinks().stream().map(sink -> sink(sink, mock)).toList(),
                Map.of(DeadLetterReader.PIPELINE, letters(pipeline, rejects)),
                pipeline.settings().withoutFlink(DryRun::isOfState),
                pipeline.complete());
    }

    /** Whether an option of Flink says where state is kept or comes from, that of its JobManagers included: there are the real job's graphs, which a cluster takes up. */
    public static boolean isOfState(String flinkOption) {
        return STATE.contains(flinkOption)
                || flinkOption.startsWith("execution.state-recovery.")
                || flinkOption.startsWith("high-availability.")
                || flinkOption.startsWith("state.checkpoints.dir")
                || flinkOption.startsWith("state.savepoints.dir");
    }

    private static Component<SourcePlugin> source(Component<SourcePlugin> source, String pipeline) {
        return new Component<>(
                source.kind(),
                source.plugin(),
                source.context().inOtherPipeline(pipeline, source.plugin().identityOptions()),
                source.inputs(),
                source.mark(),
                source.marks());
    }

    private static Component<SinkPlugin> sink(Component<SinkPlugin> sink, SinkPlugin mock) {
        PluginContext context = sink.context();
        return new Component<>(
                sink.kind(),
                mock,
                new PluginContext(
                        context.pipeline(), context.component(), Configuration.fromMap(MOCK), context.upstreams()),
                sink.inputs(),
                sink.mark(),
                Map.of());
    }

    private static DeadLetters letters(Pipeline pipeline, DeadLetterPlugin rejects) {
        Mark begin = new Mark(1, 1);
        return new DeadLetters(
                rejects,
                new PluginContext(pipeline.name(), Kind.REJECTS, new Configuration(), List.of()),
                Kind.REJECTS,
                begin,
                Map.of());
    }
}
