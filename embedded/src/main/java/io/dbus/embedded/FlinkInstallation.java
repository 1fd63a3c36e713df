package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A Flink installation as its distribution lays one out, with {@code lib/}, {@code plugins/}, {@code usrlib/}, {@code conf/}
 * and {@code log/}, and with processes and client calls as its scripts in {@code bin/} make them: configured by the files in
 * {@code conf/} alone, and by {@code -D} options on top of these.
 *
 * <p>A {@link FlinkCluster} writes its own configuration; this is for configurations that somebody else has written. Its
 * addresses are set to 127.0.0.1 and its ports to free ones, whatever the files say. Failures are
 * {@link ServerFailedException}s, which name the logs.
 */
public final class FlinkInstallation implements EmbeddedServer {
    private static final Logger LOG = LoggerFactory.getLogger(FlinkInstallation.class);
    private static final Duration START_LIMIT = Duration.ofSeconds(240);
    private static final int PORTS_TRIED = 10;
    private static final String PROMETHEUS = "flink-metrics-prometheus";

    private static final String QUORUM = "high-availability.zookeeper.quorum";

    private final String name;
    private final Path home;
    private final Map<String, String> options;
    private final Map<String, String> environment;
    private final List<FlinkDaemon> daemons = new ArrayList<>();
    private final List<Path> logs = new ArrayList<>();
    private final List<FlinkDaemon> jobManagers = new ArrayList<>();
    private final List<FlinkDaemon> taskManagers = new ArrayList<>();
    private FlinkRest rest;
    private URI restUri;
    private int clientCalls;
    private boolean closed;

    private FlinkInstallation(Builder builder) {
        this.name = RunDirectory.ofThisJvm().nextName("flink-installation");
        this.home = RunDirectory.ofThisJvm().make(name);
        this.environment = Map.copyOf(builder.environment);
        this.options = new TreeMap<>(FlinkDefaults.onLoopback());
        options.put(FlinkRest.IDENTITY, UUID.randomUUID().toString());
        options.put("io.tmp.dirs", home.resolve("tmp").toString());
        options.putAll(builder.options);
        layOut(builder);
    }

    /** Nothing runs yet in what {@link Builder#layOut} returns. */
    public static Builder builder() {
        return new Builder();
    }

    private void layOut(Builder builder) {
        try {
            for (String folder : List.of("lib", "plugins/metrics-prometheus", "conf", "log", "tmp")) {
                Files.createDirectories(home.resolve(folder));
            }
            for (Path file : ServerClassPath.of("flink").files()) {
                // Where the distribution has it: reporters are plugins there.
                boolean reporter = file.getFileName().toString().startsWith(PROMETHEUS);
                link(file, home.resolve(reporter ? "plugins/metrics-prometheus" : "lib"));
            }
            for (String plugin : builder.plugins) {
                Path folder = Files.createDirectories(home.resolve("plugins").resolve(plugin));
                for (Path file : ServerClassPath.of(plugin).files()) {
                    link(file, folder);
                }
            }
            for (Path file : builder.configuration) {
                Files.copy(file, home.resolve("conf").resolve(file.getFileName()), StandardCopyOption.REPLACE_EXISTING);
            }
            for (Path file : builder.userLibraries) {
                link(file.toAbsolutePath(), Files.createDirectories(home.resolve("usrlib")));
            }
        } catch (IOException e) {
            throw new UncheckedIOException("cannot lay out " + name + " in " + home, e);
        }
    }

    private static void link(Path file, Path folder) throws IOException {
        Files.createSymbolicLink(folder.resolve(file.getFileName()), file);
    }

    /**
     * Starts the JobManager of a session cluster in the foreground; returns when its REST API answers. With ZooKeeper there may
     * be several; the one that was started last is asked by {@link #rest}.
     */
    public synchronized void startJobManager() {
        startJobManager(FlinkDaemon.Role.SESSION, List.of());
    }

    /**
     * Starts an application cluster: a JobManager that runs the main class of a jar in {@code usrlib/}; returns when its REST
     * API answers, which is before it has made the job.
     *
     * @param arguments of {@code bin/standalone-job.sh start}, such as {@code --job-classname}, then those of the main class
     */
    public synchronized void startApplication(String... arguments) {
        startJobManager(FlinkDaemon.Role.APPLICATION, List.of(arguments));
    }

    private void startJobManager(FlinkDaemon.Role role, List<String> arguments) {
        requireOpen();
        if (!jobManagers.isEmpty() && !options.containsKey(QUORUM)) {
            throw new IllegalStateException(name + " has its JobManager, and no ZooKeeper for a second one");
        }
        String number = "jobmanager-" + (jobManagers.size() + 1);
        for (int attempt = 0; attempt < PORTS_TRIED; attempt++) {
            int port = FreePort.pick();
            options.put("rest.port", Integer.toString(port));
            options.put("jobmanager.rpc.port", Integer.toString(FreePort.pick()));
            FlinkDaemon started = launch(number + (attempt == 0 ? "" : "-try-" + attempt), role, arguments);
            Endpoint endpoint = new Endpoint(URI.create("http://127.0.0.1:" + port), started.log());
            FlinkRest answering = new FlinkRest(() -> endpoint, false);
            if (awaitAnswer(started, endpoint, answering)) {
                jobManagers.add(started);
                rest = answering;
                restUri = endpoint.restUri();
                LOG.info(
                        "{} has its web UI at {}, logs {}",
                        name,
                        restUri(),
                        started.log().file());
                return;
            }
        }
        throw new ServerFailedException(
                name + " found each of " + PORTS_TRIED + " pairs of ports taken that were free a moment before");
    }

    /** Returns false when a port was taken. */
    private boolean awaitAnswer(FlinkDaemon started, Endpoint endpoint, FlinkRest answering) {
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (System.nanoTime() < deadline) {
            if (!started.isRunning()) {
                if (started.foundPortTaken()) {
                    return false;
                }
                throw started.log().failure(started.name() + " ended while it started");
            }
            if (answering.answers(endpoint, options.get(FlinkRest.IDENTITY))) {
                return true;
            }
            SupervisedProcess.sleep(100);
        }
        throw started.log().failure(started.name() + " does not answer after " + START_LIMIT.toSeconds() + " s");
    }

    /** Starts one more TaskManager in the background; returns when the JobManager knows it. */
    public synchronized void startTaskManager() {
        requireOpen();
        FlinkDaemon started =
                launch("taskmanager-" + (taskManagers.size() + 1), FlinkDaemon.Role.TASK_MANAGER, List.of());
        taskManagers.add(started);
        long deadline = System.nanoTime() + START_LIMIT.toNanos();
        while (!registered().contains(started.name())) {
            if (!started.isRunning()) {
                throw started.log().failure(started.name() + " ended while it started");
            }
            if (System.nanoTime() > deadline) {
                throw started.log()
                        .failure(started.name() + " is not registered after " + START_LIMIT.toSeconds() + " s");
            }
            SupervisedProcess.sleep(100);
        }
    }

    /** SIGKILL; returns when it is dead. They are counted from 0, in the order of their starts. */
    public synchronized void kill9TaskManager(int index) {
        kill9(taskManagers.get(index));
    }

    /** SIGKILL; returns when it is dead. They are counted from 0, in the order of their starts. */
    public synchronized void kill9JobManager(int index) {
        kill9(jobManagers.get(index));
    }

    private static void kill9(FlinkDaemon daemon) {
        daemon.kill9();
        LOG.info("{} is killed", daemon.name());
    }

    private Set<String> registered() {
        return FlinkRest.elements(rest.get("/taskmanagers").path("taskmanagers"))
                .map(taskManager -> taskManager.path("id").asText())
                .collect(Collectors.toSet());
    }

    private FlinkDaemon launch(String what, FlinkDaemon.Role role, List<String> arguments) {
        FlinkDaemon daemon = new FlinkDaemon(name + "-" + what, home);
        daemons.add(daemon);
        logs.addAll(daemon.logFiles());
        Map<String, String> own = new TreeMap<>(options);
        if (role == FlinkDaemon.Role.TASK_MANAGER) {
            own.put("taskmanager.resource-id", daemon.name());
        }
        daemon.launch(role, own, arguments, environment);
        return daemon;
    }

    /**
     * Runs {@code bin/flink}: {@code flink("run", "-d", "job.jar", "pipeline.yaml")}. The {@code -D} options of this
     * installation follow the first word.
     */
    public CommandResult flink(String... arguments) {
        return flink(Map.of(), arguments);
    }

    /** The same with environment variables of its own. */
    public synchronized CommandResult flink(Map<String, String> variables, String... arguments) {
        requireOpen();
        Map<String, String> all = new HashMap<>(environment);
        all.putAll(variables);
        clientCalls++;
        Path log = FlinkDaemon.log4jLog(name + "-client-" + clientCalls);
        logs.add(log);
        return FlinkDaemon.client(home, log, options, all, List.of(arguments));
    }

    private void requireOpen() {
        if (closed) {
            throw new IllegalStateException(name + " is closed");
        }
    }

    @Override
    public String name() {
        return name;
    }

    /** The folder of the installation. */
    public Path home() {
        return home;
    }

    /** Where the web UI and the REST API answer, without a slash at the end. */
    public URI restUri() {
        return restUri;
    }

    /** GET of any path of the REST API, such as {@code /jobs/overview}. */
    public JsonNode rest(String path) {
        return rest.get(path);
    }

    /** Waits until the one JobManager has ended by itself, as that of an application does, and returns its exit code. */
    public int awaitEndOfJobManager(Duration limit) {
        return jobManagers.get(0).awaitEnd(limit);
    }

    /** Standard output of each process, and what it logs to a file, in the order of their starts; client calls have the second alone. */
    @Override
    public synchronized List<Path> logFiles() {
        return List.copyOf(logs);
    }

    @Override
    public synchronized void close() {
        if (!closed) {
            closed = true;
            daemons.forEach(FlinkDaemon::close);
            RunDirectory.deleteTree(home);
        }
    }

    @Override
    public String toString() {
        return name + " (" + home + ", logs " + logFiles() + ")";
    }

    /** Says what is in the installation. */
    public static final class Builder {
        private final List<Path> configuration = new ArrayList<>();
        private final List<String> plugins = new ArrayList<>();
        private final List<Path> userLibraries = new ArrayList<>();
        private final Map<String, String> options = new HashMap<>();
        private final Map<String, String> environment = new HashMap<>();

        private Builder() {}

        /** A file for {@code conf/}, or all files of a folder. They are copied as they are. */
        public Builder configuration(Path fileOrFolder) {
            if (!Files.isDirectory(requireNonNull(fileOrFolder, "file is null"))) {
                configuration.add(fileOrFolder);
                return this;
            }
            try (Stream<Path> files = Files.list(fileOrFolder)) {
                files.filter(Files::isRegularFile).forEach(configuration::add);
                return this;
            } catch (IOException e) {
                throw new UncheckedIOException("cannot list " + fileOrFolder, e);
            }
        }

        /** One of Flink's {@code opt/} folder, put where plugins are: {@code flink-s3-fs-hadoop}. */
        public Builder plugin(String artifact) {
            plugins.add(requireNonNull(artifact, "artifact is null"));
            return this;
        }

        /** A jar for {@code usrlib/}, where an application cluster finds its job. */
        public Builder userLibrary(Path jar) {
            userLibraries.add(requireNonNull(jar, "jar is null"));
            return this;
        }

        /** {@code -Dname=value} for each process and each client call; wins over {@code conf/config.yaml}. */
        public Builder option(String name, String value) {
            options.put(requireNonNull(name, "name is null"), requireNonNull(value, "value is null"));
            return this;
        }

        /** An environment variable of each process and each client call. */
        public Builder environment(Map<String, String> variables) {
            environment.putAll(variables);
            return this;
        }

        /** Lays the folders out; starts nothing. */
        public FlinkInstallation layOut() {
            return new FlinkInstallation(this);
        }
    }

    private record Endpoint(URI restUri, ServerLog log) implements FlinkEndpoint {}
}
