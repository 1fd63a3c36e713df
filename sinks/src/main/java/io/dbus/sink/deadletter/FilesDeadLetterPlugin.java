package io.dbus.sink.deadletter;

import io.dbus.plugin.DeadLetterPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.core.fs.FSDataOutputStream;
import org.apache.flink.core.fs.FileSystem;
import org.apache.flink.core.fs.Path;

/** Dead letters as lines of JSON in files, on whatever file system Flink has. */
public final class FilesDeadLetterPlugin implements DeadLetterPlugin {
    static final ConfigOption<String> PATH = ConfigOptions.key("path")
            .stringType()
            .noDefaultValue()
            .withDescription(
                    "The folder for the files, made where it is not there: an absolute path, or a URI of one of Flink's file systems such as"
                            + " s3://bucket/dead-letters. A path without a scheme is on the machine of each TaskManager. Files are named"
                            + " <pipeline>.<component>.<subtask>-<attempt>.<time>-<random>.jsonl; one that is still written to has .inprogress"
                            + " behind that, and keeps it when its process dies: what was flushed at checkpoints is in it. On file systems other"
                            + " than file, hdfs and viewfs, where an unfinished file cannot be read, each checkpoint with rejects completes a file.");
    static final ConfigOption<MemorySize> FILE_SIZE = ConfigOptions.key("sink.rolling-policy.file-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(128))
            .withDescription("The size at which a file is completed and the next one begun, at least 1 kb.");
    static final ConfigOption<Duration> ROLLOVER_INTERVAL = ConfigOptions.key("sink.rolling-policy.rollover-interval")
            .durationType()
            .defaultValue(Duration.ofMinutes(30))
            .withDescription(
                    "The age at which a file is completed, at the next reject or checkpoint, at least 1 s. Without checkpoints it is"
                            + " completed when the job ends.");
    static final ConfigOption<MemorySize> MAX_BYTES = DeadLetterOptions.maxBytes(MemorySize.ofMebiBytes(16));

    private static final long SMALLEST_FILE = 1024;

    @Override
    public String type() {
        return "files";
    }

    @Override
    public String description() {
        return "Stores rejected events in rolling files, one JSON a line, at least once.";
    }

    @Override
    public List<ConfigOption<?>> requiredOptions() {
        return List.of(PATH);
    }

    @Override
    public List<ConfigOption<?>> optionalOptions() {
        return List.of(DeadLetterOptions.MAX_PER_MINUTE, MAX_BYTES, FILE_SIZE, ROLLOVER_INTERVAL);
    }

    @Override
    public List<Problem> validate(PluginContext context) {
        List<Problem> problems = new ArrayList<>(DeadLetterOptions.problems(context, MAX_BYTES));
        context.options()
                .getOptional(PATH)
                .flatMap(FilesDeadLetterPlugin::wrongPath)
                .ifPresent(problems::add);
        if (context.options().get(FILE_SIZE).getBytes() < SMALLEST_FILE) {
            problems.add(Problem.ofOption(
                    FILE_SIZE.key(),
                    context.options().get(FILE_SIZE).toHumanReadableString() + " would make a file of every letter",
                    "Set it to 1 kb or more."));
        }
        if (context.options().get(ROLLOVER_INTERVAL).compareTo(Duration.ofSeconds(1)) < 0) {
            problems.add(Problem.ofOption(
                    ROLLOVER_INTERVAL.key(),
                    context.options().get(ROLLOVER_INTERVAL).toMillis() + " ms would make a file of every letter",
                    "Set it to 1 s or more."));
        }
        return problems;
    }

    private static Optional<Problem> wrongPath(String path) {
        String cure = "Give an absolute path, or a URI such as s3://bucket/folder.";
        try {
            if (!path.isBlank() && (new Path(path).toUri().getScheme() != null || path.startsWith("/"))) {
                return Optional.empty();
            }
            return Optional.of(Problem.ofOption(
                    PATH.key(),
                    "'" + path + "' would be another folder on every machine, where its process happens to run",
                    cure));
        } catch (IllegalArgumentException e) {
            return Optional.of(Problem.ofOption(PATH.key(), "'" + path + "' is no path: " + e.getMessage(), cure));
        }
    }

    /** Writes an empty file and takes it away again. */
    @Override
    public List<Problem> preflight(PluginContext context) {
        Path folder = new Path(context.options().get(PATH));
        Path probe = new Path(folder, ".dbus-preflight-" + UUID.randomUUID());
        try {
            FileSystem files = folder.getFileSystem();
            files.mkdirs(folder);
            try (FSDataOutputStream out = files.create(probe, FileSystem.WriteMode.NO_OVERWRITE)) {
                out.flush();
            }
            files.delete(probe, false);
            return List.of();
        } catch (IOException e) {
            return List.of(
                    Problem.ofOption(
                            PATH.key(),
                            "no file can be written to " + folder + " from here: "
                                    + e.getClass().getSimpleName() + ": " + e.getMessage(),
                            "See whether the folder may be written to and, for a scheme of its own, whether Flink has the plugin and the credentials."));
        }
    }

    @Override
    public RejectsFactory rejects(PluginContext context) {
        FileLetters.Settings settings = new FileLetters.Settings(
                context.pipeline(),
                new Path(context.options().get(PATH)),
                context.options().get(FILE_SIZE).getBytes(),
                context.options().get(ROLLOVER_INTERVAL));
        return DeadLetterFactory.of(context, MAX_BYTES, opened -> new FileLetters(settings, opened));
    }

    @Override
    public void read(PluginContext context, Consumer<String> letters) throws IOException {
        try {
            LetterFiles.read(new Path(context.options().get(PATH)), letters);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }
}
