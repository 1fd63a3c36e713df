package io.dbus.source.deadletter;

import io.dbus.event.Event;
import io.dbus.plugin.KeptState;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.plugin.SourcePlugin;
import io.dbus.reject.RejectReason;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.core.fs.Path;

/** The source {@code dead-letters}: rejected events once more, into a pipeline that can take them. */
public final class DeadLetterSourcePlugin implements SourcePlugin {
    static final ConfigOption<String> PATH = ConfigOptions.key("path")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The folder of the files: path of the dead letters of type files. It must be seen by the JobManager and by the TaskManager that"
                            + " reads. What is there when the job first starts is read, to the end; what comes later is not.");
    static final ConfigOption<List<String>> PIPELINES = ConfigOptions.key("pipelines")
            .stringType()
            .asList()
            .defaultValues()
            .withDescription("Replay what these pipelines rejected; all unless given.");
    static final ConfigOption<List<String>> COMPONENTS = ConfigOptions.key("components")
            .stringType()
            .asList()
            .defaultValues()
            .withDescription(
                    "Replay what these components rejected; all unless given. Events are as they were before that component: what a sink rejected"
                            + " is routed and renamed already, what an operator rejected has still to go through it.");
    static final ConfigOption<List<String>> REASONS = ConfigOptions.key("reasons")
            .stringType()
            .asList()
            .defaultValues()
            .withDescription("Replay what was rejected for these reasons, such as record-too-large; all unless given.");
    static final ConfigOption<WithoutBytes> WITHOUT_BYTES = ConfigOptions.key("without-bytes")
            .enumType(WithoutBytes.class)
            .defaultValue(WithoutBytes.FAIL)
            .withDescription(
                    "What to do at a letter that holds only the digest of its event, which was larger than max-bytes: 'fail' the job, naming it, or"
                            + " 'skip' it, which the log counts.");

    /** What becomes of letters that hold no event. */
    public enum WithoutBytes {
        FAIL,
        SKIP;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    @Override
    public String type() {
        return "dead-letters";
    }

    @Override
    public String description() {
        return "Emits the rejected events of dead-letter files again, each once, with the origins that they had; ends when all are read.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(PATH);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(PIPELINES, COMPONENTS, REASONS, WITHOUT_BYTES);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>();
        List<String> labels =
                Arrays.stream(RejectReason.values()).map(RejectReason::label).toList();
        for (String reason : context.options().get(REASONS)) {
            if (!labels.contains(reason)) {
                problems.add(Problem.ofOption(
                        REASONS.key(),
                        "there is no reason '" + reason + "'",
                        "Take of " + String.join(", ", labels) + "."));
            }
        }
        String path = context.options().getOptional(PATH).orElse("/");
        try {
            if (path.isBlank() || new Path(path).toUri().getScheme() == null && !path.startsWith("/")) {
                problems.add(Problem.ofOption(
                        PATH.key(),
                        "'" + path + "' would be another folder on every machine",
                        "Give an absolute path, or a URI such as s3://bucket/folder."));
            }
        } catch (IllegalArgumentException e) {
            problems.add(Problem.ofOption(PATH.key(), "'" + path + "' is no path: " + e.getMessage(), "Correct it."));
        }
        return problems;
    }

    @Override
    public List<Problem> preflight(PluginContext context) {
        Path folder = new Path(context.options().get(PATH));
        try {
            return folder.getFileSystem().getFileStatus(folder).isDir()
                    ? List.of()
                    : List.of(Problem.ofOption(PATH.key(), folder + " is no folder", "Name the folder of the files."));
        } catch (IOException e) {
            return List.of(Problem.ofOption(
                    PATH.key(),
                    "the folder " + folder + " cannot be read from here: " + e.getMessage(),
                    "See whether it is there, and whether Flink has the plugin for its scheme."));
        }
    }

    @Override
    public Source<Event, ?, ?> source(PluginContext context) {
        return new DeadLetterSource(new ReplaySettings(
                context.component(),
                context.options().get(PATH),
                new TreeSet<>(context.options().get(PIPELINES)),
                new TreeSet<>(context.options().get(COMPONENTS)),
                new TreeSet<>(context.options().get(REASONS)),
                context.options().get(WITHOUT_BYTES) == WithoutBytes.SKIP));
    }

    /** How far is a number of lines in the files that were there, passed over or not. */
    @Override
    public Optional<KeptState> keeps(PluginContext context) {
        ReadableConfig options = context.options();
        return Optional.of(new KeptState(
                "how far the letters are replayed",
                Map.of(
                        PATH.key(), options.get(PATH),
                        PIPELINES.key(), new TreeSet<>(options.get(PIPELINES)).toString(),
                        COMPONENTS.key(), new TreeSet<>(options.get(COMPONENTS)).toString(),
                        REASONS.key(), new TreeSet<>(options.get(REASONS)).toString()),
                List.of()));
    }

    @Override
    public List<String> servers(PluginContext context) {
        return List.of(context.component());
    }
}
