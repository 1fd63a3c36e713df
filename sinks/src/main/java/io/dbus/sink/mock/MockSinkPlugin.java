package io.dbus.sink.mock;

import io.dbus.event.Event;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** The sink {@code mock}. */
public final class MockSinkPlugin implements SinkPlugin {
    @Override
    public String type() {
        return "mock";
    }

    @Override
    public String description() {
        return "Counts events by table and operation, checks their order, prints some if wanted, and writes them nowhere; ./dbus run prints the counts at the end.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return MockSinkOptions.optional();
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        ReadableConfig options = context.options();
        List<Problem> problems = new ArrayList<>();
        requireAtLeast(0, MockSinkOptions.PRINT, options.get(MockSinkOptions.PRINT), problems);
        requireAtLeast(0, MockSinkOptions.PRINT_EVERY, options.get(MockSinkOptions.PRINT_EVERY), problems);
        requireAtLeast(0, MockSinkOptions.FAIL_AFTER, options.get(MockSinkOptions.FAIL_AFTER), problems);
        requireAtLeast(1, MockSinkOptions.VERIFY_KEYS, options.get(MockSinkOptions.VERIFY_KEYS), problems);
        if (options.get(MockSinkOptions.SLOW_DOWN).isNegative()) {
            problems.add(Problem.ofOption(
                    MockSinkOptions.SLOW_DOWN.key(), "a time below 0 is not possible", "take 0 or more"));
        }
        return problems;
    }

    private static void requireAtLeast(long least, ConfigOption<?> option, long value, List<Problem> problems) {
        if (value < least) {
            problems.add(Problem.ofOption(option.key(), value + " is not possible", "take " + least + " or more"));
        }
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(KeptState.of("its counts"));
    }

    @Override
    public Sink<Event> sink(PluginContext context) {
        ReadableConfig options = context.options();
        return new MockSink(new MockSinkSettings(
                context.component(),
                options.get(MockSinkOptions.PRINT),
                options.get(MockSinkOptions.PRINT_EVERY),
                options.get(MockSinkOptions.VERIFY),
                options.get(MockSinkOptions.ON_VIOLATION) == MockSinkOptions.OnViolation.FAIL,
                options.get(MockSinkOptions.VERIFY_KEYS),
                options.get(MockSinkOptions.DECODE),
                options.get(MockSinkOptions.SLOW_DOWN).toNanos(),
                options.get(MockSinkOptions.FAIL_AFTER),
                context.rejects()));
    }
}
