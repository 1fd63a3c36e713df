package io.dbus.source.stream;

import io.dbus.event.Event;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SourcePlugin;
import java.util.List;
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
}
