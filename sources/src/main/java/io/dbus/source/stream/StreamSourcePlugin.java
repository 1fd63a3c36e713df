package io.dbus.source.stream;

import io.dbus.event.Event;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SourcePlugin;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.ConfigOption;

/** The source {@code stream}. */
public final class StreamSourcePlugin implements SourcePlugin {
    @Override
    public String type() {
        return "stream";
    }

    @Override
    public String description() {
        return "Reads lines as messages: of a file that grows (each once), of a command's output, or of the clients of a TCP or UNIX socket (at most once).";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return StreamSourceOptions.optional();
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        return StreamSourceConfiguration.of(context).problems();
    }

    @Override
    public Source<Event, ?, ?> source(PluginContext context) {
        return new StreamSource(StreamSourceConfiguration.of(context).settings());
    }

    @Override
    public List<String> servers(PluginContext context) {
        return List.of(context.component());
    }

    /** Event time is when a line was read. */
    @Override
    public WatermarkStrategy<Event> watermarks(PluginContext context) {
        return WatermarkStrategy.forMonotonousTimestamps();
    }

    @Override
    public Map<String, String> keyForm(PluginContext context) {
        return Map.of(
                StreamSourceOptions.KEY_PATTERN.key(),
                context.options().getOptional(StreamSourceOptions.KEY_PATTERN).orElse(""));
    }

    /** A position is one in a file; a file that was moved is found again by what it holds. */
    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        boolean file = context.options().getOptional(StreamSourceOptions.PATH).isPresent();
        return Optional.of(new KeptState(
                "how far its file is read",
                file ? Map.of(StreamSourceOptions.PATH.key(), "a file") : Map.of(),
                List.of()));
    }
}
