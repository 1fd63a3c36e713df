package io.dbus.embedded;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** The JVM of one JobManager or TaskManager; a dead one can be launched again. */
final class FlinkProcess {
    /** The two kinds, with what Flink's own start scripts call for each. */
    enum Role {
        JOB_MANAGER("org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint", "GET_JM_RESOURCE_PARAMS"),
        TASK_MANAGER("org.apache.flink.runtime.taskexecutor.TaskManagerRunner", "GET_TM_RESOURCE_PARAMS");

        private final String mainClass;
        private final String resourceCommand;

        Role(String mainClass, String resourceCommand) {
            this.mainClass = mainClass;
            this.resourceCommand = resourceCommand;
        }
    }

    private static final String RESULT_PREFIX = "BASH_JAVA_UTILS_EXEC_RESULT:";
    private static final Map<String, MemoryParameters> MEMORY = new ConcurrentHashMap<>();

    private final String name;
    private final Path directory;
    private final ServerLog log;
    private Optional<SupervisedProcess> process = Optional.empty();

    FlinkProcess(String name) {
        this.name = name;
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
    }

    /** Starts it and returns at once. */
    void launch(Role role, Map<String, String> options, List<String> jvmOptions, ServerClassPath classPath) {
        Map<String, String> own = new TreeMap<>(options);
        own.put("io.tmp.dirs", directory.resolve("tmp").toString());
        own.put("web.upload.dir", directory.resolve("upload").toString());
        Path configuration = directory.resolve("conf");
        try {
            Files.createDirectories(configuration);
            Files.createDirectories(directory.resolve("tmp"));
            Files.createDirectories(directory.resolve("upload"));
            Files.writeString(configuration.resolve("config.yaml"), yaml(own));
        } catch (IOException e) {
            throw log.failure(name + " cannot write its configuration", e);
        }
        MemoryParameters memory = memory(role, own, configuration, classPath);
        List<String> allJvmOptions = new ArrayList<>(memory.jvmOptions);
        allJvmOptions.add("-Dlog.file=" + log.file());
        allJvmOptions.addAll(openModules());
        allJvmOptions.addAll(jvmOptions);
        List<String> arguments = new ArrayList<>(List.of("--configDir", configuration.toString()));
        arguments.addAll(memory.arguments);
        process = Optional.of(SupervisedProcess.start(
                name,
                classPath.javaCommand(allJvmOptions, role.mainClass, arguments),
                Map.of("FLINK_CONF_DIR", configuration.toString()),
                directory,
                log));
    }

    /** How much of the process's memory goes where, by Flink's own reckoning; one JVM's start for each answer. */
    private MemoryParameters memory(
            Role role, Map<String, String> options, Path configuration, ServerClassPath classPath) {
        String relevant = role
                + options.entrySet().stream()
                        .filter(option -> option.getKey().matches("(task|job)manager\\.(memory|cpu|numberOf).*"))
                        .map(Object::toString)
                        .collect(Collectors.joining(" "));
        return MEMORY.computeIfAbsent(relevant, key -> {
            CommandResult result = CommandResult.of(classPath.javaCommand(
                    List.of("-Xmx128m"),
                    "org.apache.flink.runtime.util.bash.BashJavaUtils",
                    List.of(role.resourceCommand, "--configDir", configuration.toString())));
            List<String> lines = result.output()
                    .lines()
                    .filter(line -> line.startsWith(RESULT_PREFIX))
                    .map(line -> line.substring(RESULT_PREFIX.length()).strip())
                    .toList();
            if (result.exitCode() != 0 || lines.size() != 2) {
                log.append(result.output());
                throw log.failure(name + " has memory options that Flink refuses");
            }
            return new MemoryParameters(words(lines.get(0)), words(lines.get(1)));
        });
    }

    private record MemoryParameters(List<String> jvmOptions, List<String> arguments) {}

    private static List<String> openModules() {
        String resource = "flink-jvm-options.txt";
        try (InputStream in = FlinkProcess.class.getResourceAsStream(resource)) {
            if (in == null) {
                throw new IllegalStateException("the resource " + resource + " is not on the class path");
            }
            return words(new String(in.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read " + resource, e);
        }
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    /** Flat keys, each value a quoted scalar: the form that Flink 2 takes (FLIP-366). */
    private static String yaml(Map<String, String> options) {
        StringBuilder text = new StringBuilder();
        options.forEach((key, value) ->
                text.append(key).append(": '").append(value.replace("'", "''")).append("'\n"));
        return text.toString();
    }

    boolean isRunning() {
        return process.filter(SupervisedProcess::isAlive).isPresent();
    }

    SupervisedProcess running() {
        return process.filter(SupervisedProcess::isAlive)
                .orElseThrow(() -> new IllegalStateException(this + " does not run"));
    }

    /** Whether it ended because a port was taken. */
    boolean foundPortTaken() {
        return !isRunning() && log.sinceStart().contains("java.net.BindException: ");
    }

    /** SIGTERM, and SIGKILL after the limit; returns when it is dead. */
    void stop(Duration limit) {
        process.ifPresent(running -> running.terminate(limit));
    }

    void kill9() {
        process.ifPresent(SupervisedProcess::kill);
    }

    void close() {
        kill9();
        RunDirectory.deleteTree(directory);
    }

    String name() {
        return name;
    }

    ServerLog log() {
        return log;
    }

    @Override
    public String toString() {
        return name + " (log " + log.file() + ")";
    }
}
