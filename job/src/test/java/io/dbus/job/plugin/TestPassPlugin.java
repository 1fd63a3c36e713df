package io.dbus.job.plugin;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.streaming.api.datastream.DataStream;

/** {@code test-pass}: passes all on. */
public final class TestPassPlugin implements OperatorPlugin {
    @Override
    public String type() {
        return "test-pass";
    }

    @Override
    public String description() {
        return "Passes all on, for tests.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of();
    }

    @Override
    public Outputs apply(DataStream<Event> input, PluginContext context) {
        return Outputs.of(input.map(event -> event).returns(EventTypeInfo.INSTANCE));
    }
}
