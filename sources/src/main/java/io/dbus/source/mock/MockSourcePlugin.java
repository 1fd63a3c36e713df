package io.dbus.source.mock;

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

/** The source {@code mock}. */
public final class MockSourcePlugin implements SourcePlugin {
    @Override
    public String type() {
        return "mock";
    }

    @Override
    public String description() {
        return "Makes up row changes of tables of any shape, at a rate or as fast as it goes, with faults if wanted; the same ones for the same seed.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(MockSourceOptions.TABLES);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return MockSourceOptions.optional();
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        return MockSourceConfiguration.of(context).problems();
    }

    @Override
    public Source<Event, ?, ?> source(PluginContext context) {
        return new MockSource(MockSourceConfiguration.of(context).settings());
    }

    @Override
    public List<String> servers(PluginContext context) {
        return MockSourceConfiguration.of(context).servers();
    }

    /** One server is not in the keys, and the rows of others are other rows. */
    @Override
    public Map<String, String> keyForm(PluginContext context) {
        List<String> servers = servers(context);
        return Map.of(MockSourceOptions.SERVERS.key(), servers.size() == 1 ? "" : String.join(", ", servers));
    }

    /** Its positions are of splits, which are spread over its servers. */
    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        String splits = MockSourceOptions.SPLITS.key();
        return Optional.of(new KeptState(
                "how far its rows are made",
                Map.of(splits, Integer.toString(context.options().get(MockSourceOptions.SPLITS))),
                List.of()));
    }

    /** Event time is the commit time, which only grows within a split. */
    @Override
    public WatermarkStrategy<Event> watermarks(PluginContext context) {
        return WatermarkStrategy.forMonotonousTimestamps();
    }
}
