package io.dbus.sink.stream;

import io.dbus.event.Event;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SinkPlugin;
import io.dbus.sink.format.EventFormat;
import io.dbus.sink.format.EventFormats;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** The sink {@code stream}. */
public final class StreamSinkPlugin implements SinkPlugin {
    @Override
    public String type() {
        return "stream";
    }

    @Override
    public String description() {
        return "Writes lines of JSON to a file (each once), to a command's input or to standard output.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of();
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        Set<ConfigOption<?>> options = new LinkedHashSet<>(StreamSinkOptions.optional());
        EventFormats.all().forEach(format -> options.addAll(format.options()));
        return List.copyOf(options);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        ReadableConfig options = context.options();
        Optional<List<String>> command = options.getOptional(StreamSinkOptions.COMMAND);
        int places = (options.getOptional(StreamSinkOptions.PATH).isPresent() ? 1 : 0)
                + (command.isPresent() ? 1 : 0)
                + (options.get(StreamSinkOptions.STDOUT) ? 1 : 0);
        if (places != 1) {
            problems.add(Problem.of(
                    places == 0 ? "nothing says where lines go" : "lines cannot go to several places",
                    "give one of path, command and stdout: true"));
        }
        if (command.isPresent()
                && (command.get().isEmpty() || command.get().get(0).isBlank())) {
            problems.add(Problem.ofOption(
                    StreamSinkOptions.COMMAND.key(), "no program is named", "write [program, argument, ...]"));
        }
        options.getOptional(StreamSinkOptions.PATH)
                .filter(path -> path.isBlank() || path.endsWith("/"))
                .ifPresent(path -> problems.add(
                        Problem.ofOption(StreamSinkOptions.PATH.key(), "'" + path + "' is no file", "name a file")));
        if (options.getOptional(StreamSinkOptions.RESTART).isPresent() && command.isEmpty()) {
            problems.add(Problem.ofOption(
                    StreamSinkOptions.RESTART.key(), "it says nothing without command", "leave it out"));
        }
        formatProblems(context, problems);
        return problems;
    }

    private static void formatProblems(PluginContext context, List<Problem> problems) {
        String name = context.options().get(StreamSinkOptions.FORMAT);
        Optional<EventFormat> chosen = EventFormats.named(name);
        if (chosen.isEmpty()) {
            problems.add(Problem.ofOption(
                    StreamSinkOptions.FORMAT.key(),
                    "there is no format '" + name + "'",
                    "take one of "
                            + EventFormats.all().stream().map(EventFormat::name).collect(Collectors.joining(", "))));
            return;
        }
        if (!chosen.get().isText()) {
            problems.add(Problem.ofOption(
                    StreamSinkOptions.FORMAT.key(),
                    "values of the format " + name + " are no text, and this sink writes lines",
                    "take another format, or the sink kafka"));
        }
        Set<String> own = chosen.get().options().stream().map(ConfigOption::key).collect(Collectors.toSet());
        for (EventFormat other : EventFormats.all()) {
            for (ConfigOption<?> option : other.options()) {
                if (!own.contains(option.key())
                        && context.options().getOptional(option).isPresent()) {
                    problems.add(Problem.ofOption(
                            option.key(),
                            "it is an option of the format " + other.name() + ", and the format is " + name,
                            "leave it out, or set format to " + other.name()));
                }
            }
        }
        problems.addAll(chosen.get().validate(context));
    }

    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        return Optional.of(KeptState.of("how far its file is written"));
    }

    @Override
    public Sink<Event> sink(PluginContext context) {
        ReadableConfig options = context.options();
        String format = options.get(StreamSinkOptions.FORMAT);
        return new StreamSink(new StreamSinkSettings(
                context.component(),
                options.getOptional(StreamSinkOptions.PATH).orElse(""),
                new ArrayList<>(options.getOptional(StreamSinkOptions.COMMAND).orElse(List.of())),
                options.get(StreamSinkOptions.RESTART),
                options.get(StreamSinkOptions.SKIP_TRUNCATES),
                options.get(StreamSinkOptions.SCHEMA_CHANGES),
                EventFormats.named(format)
                        .orElseThrow(() -> new IllegalStateException("No format is named " + format))
                        .encoders(context),
                context.rejects()));
    }
}
