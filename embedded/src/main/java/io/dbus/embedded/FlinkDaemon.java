package io.dbus.embedded;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One process of a {@link FlinkInstallation}, by the command that Flink's scripts would make of the files there. It is started once. */
final class FlinkDaemon {
    /** What {@code bin/jobmanager.sh}, {@code standalone-job.sh} and {@code taskmanager.sh} run, and with which log. */
    enum Role {
        SESSION(
                "org.apache.flink.runtime.entrypoint.StandaloneSessionClusterEntrypoint",
                "GET_JM_RESOURCE_PARAMS",
                "log4j-console.properties"),
        APPLICATION(
                "org.apache.flink.container.entrypoint.StandaloneApplicationClusterEntryPoint",
                "GET_JM_RESOURCE_PARAMS",
                "log4j-console.properties"),
        TASK_MANAGER(
                "org.apache.flink.runtime.taskexecutor.TaskManagerRunner",
                "GET_TM_RESOURCE_PARAMS",
                "log4j.properties");

        private final String mainClass;
        private final String resourceCommand;
        private final String logging;

        Role(String mainClass, String resourceCommand, String logging) {
            this.mainClass = mainClass;
            this.resourceCommand = resourceCommand;
            this.logging = logging;
        }
    }

    private static final String RESULT_PREFIX = "BASH_JAVA_UTILS_EXEC_RESULT:";
    private static final String JVM_OPTIONS = "env.java.opts.all:";

    private final String name;
    private final Path home;
    private final Path directory;
    private final ServerLog log;
    private final Path file;
    private Optional<SupervisedProcess> process = Optional.empty();

    FlinkDaemon(String name, Path home) {
        this.name = name;
        this.home = home;
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
        this.file = log4jLog(name);
    }

    /** Beside the log of its standard output. */
    static Path log4jLog(String name) {
        return new ServerLog(name + "-log4j").file();
    }

    /** Starts it and returns at once. */
    void launch(Role role, Map<String, String> options, List<String> arguments, Map<String, String> environment) {
        List<String> dynamic = dynamic(options);
        List<String> resources = resources(role, dynamic);
        List<String> jvmOptions = new ArrayList<>(words(resources.get(0)));
        jvmOptions.addAll(logging(home, file, role.logging));
        // Not of the scripts: the reporter for Prometheus would listen on all networks.
        jvmOptions.addAll(LoopbackHttp.jvmOptions());
        List<String> all = new ArrayList<>(List.of("--configDir", conf(home).toString()));
        all.addAll(words(resources.get(1)));
        all.addAll(dynamic);
        all.addAll(arguments);
        process = Optional.of(SupervisedProcess.start(
                name, command(home, jvmOptions, role.mainClass, all), environment(home, environment), directory, log));
    }

    /** JVM options and arguments for the process's memory, by Flink's own reckoning. */
    private List<String> resources(Role role, List<String> dynamic) {
        List<String> arguments = new ArrayList<>(
                List.of(role.resourceCommand, "--configDir", conf(home).toString()));
        arguments.addAll(dynamic);
        CommandResult result = CommandResult.of(
                command(home, List.of("-Xmx128m"), "org.apache.flink.runtime.util.bash.BashJavaUtils", arguments));
        List<String> lines = result.output()
                .lines()
                .filter(line -> line.startsWith(RESULT_PREFIX))
                .map(line -> line.substring(RESULT_PREFIX.length()).strip())
                .toList();
        if (result.exitCode() != 0 || lines.size() != 2) {
            log.append(result.output());
            throw log.failure(name + " has memory options that Flink refuses");
        }
        return lines;
    }

    /** Runs {@code bin/flink} to its end. */
    static CommandResult client(
            Path home, Path log, Map<String, String> options, Map<String, String> environment, List<String> arguments) {
        List<String> all = new ArrayList<>(arguments.subList(0, 1));
        all.addAll(dynamic(options));
        all.addAll(arguments.subList(1, arguments.size()));
        return CommandResult.of(
                command(
                        home,
                        logging(home, log, "log4j-cli.properties"),
                        "org.apache.flink.client.cli.CliFrontend",
                        all),
                environment(home, environment));
    }

    private static List<String> command(Path home, List<String> jvmOptions, String mainClass, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        // Not of the scripts: these JVMs are many and short-lived.
        command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData"));
        command.addAll(configuredJvmOptions(home));
        command.addAll(jvmOptions);
        command.addAll(List.of(
                "-classpath", home.resolve("lib") + "/*" + File.pathSeparator + ServerClassPath.ownCode(), mainClass));
        command.addAll(arguments);
        return command;
    }

    /** As the scripts read it, from a line of the file. */
    private static List<String> configuredJvmOptions(Path home) {
        try {
            return Files.readAllLines(conf(home).resolve("config.yaml")).stream()
                    .filter(line -> line.startsWith(JVM_OPTIONS))
                    .flatMap(line -> words(line.substring(JVM_OPTIONS.length())).stream())
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot read config.yaml in " + conf(home), e);
        }
    }

    private static List<String> logging(Path home, Path log, String properties) {
        String configuration = conf(home).resolve(properties).toUri().toString();
        return List.of(
                "-Dlog.file=" + log,
                "-Dlog4j.configuration=" + configuration,
                "-Dlog4j.configurationFile=" + configuration);
    }

    private static Map<String, String> environment(Path home, Map<String, String> own) {
        Map<String, String> environment = new HashMap<>(own);
        environment.put("FLINK_CONF_DIR", conf(home).toString());
        environment.put("FLINK_LIB_DIR", home.resolve("lib").toString());
        environment.put("FLINK_PLUGINS_DIR", home.resolve("plugins").toString());
        return environment;
    }

    private static List<String> dynamic(Map<String, String> options) {
        return options.entrySet().stream()
                .map(option -> "-D" + option.getKey() + "=" + option.getValue())
                .toList();
    }

    private static Path conf(Path home) {
        return home.resolve("conf");
    }

    private static List<String> words(String line) {
        return Arrays.stream(line.strip().split("\\s+"))
                .filter(word -> !word.isEmpty())
                .toList();
    }

    boolean isRunning() {
        return process.filter(SupervisedProcess::isAlive).isPresent();
    }

    /** Whether it ended because a port was taken. */
    boolean foundPortTaken() {
        return !isRunning() && log.sinceStart().contains("java.net.BindException: ");
    }

    int awaitEnd(Duration limit) {
        return process.orElseThrow(() -> new IllegalStateException(name + " was not started"))
                .awaitEnd(limit);
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

    List<Path> logFiles() {
        return List.of(log.file(), file);
    }
}
