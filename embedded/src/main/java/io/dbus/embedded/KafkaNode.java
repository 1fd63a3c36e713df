package io.dbus.embedded;

import java.io.IOException;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.stream.Stream;
import org.apache.kafka.common.Uuid;

/** One broker and controller: its directory, ports and process. Not thread-safe; its {@link KafkaCluster} is. */
final class KafkaNode {
    private static final Duration STOP_LIMIT = Duration.ofSeconds(60);

    private final int id;
    private final String name;
    private final Path directory;
    private final ServerLog log;
    private final ServerClassPath classPath;
    private final int port = FreePort.pick();
    private final int controllerPort = FreePort.pick();
    private Optional<SupervisedProcess> process = Optional.empty();

    KafkaNode(int id, String name, ServerClassPath classPath) {
        this.id = id;
        this.name = name;
        this.directory = RunDirectory.ofThisJvm().make(name);
        this.log = new ServerLog(name);
        this.classPath = classPath;
    }

    /** Starts the process and returns at once. */
    void launch(Uuid clusterId, String voters, Map<String, String> options, List<String> jvmOptions) {
        Properties properties = new Properties();
        properties.putAll(options);
        properties.setProperty("process.roles", "broker,controller");
        properties.setProperty("node.id", Integer.toString(id));
        properties.setProperty("controller.quorum.voters", voters);
        properties.setProperty(
                "listeners", "PLAINTEXT://127.0.0.1:" + port + ",CONTROLLER://127.0.0.1:" + controllerPort);
        properties.setProperty("advertised.listeners", "PLAINTEXT://127.0.0.1:" + port);
        properties.setProperty("controller.listener.names", "CONTROLLER");
        properties.setProperty("inter.broker.listener.name", "PLAINTEXT");
        properties.setProperty("log.dirs", directory.resolve("data").toString());
        Path file = directory.resolve("server.properties");
        try (Writer writer = Files.newBufferedWriter(file)) {
            properties.store(writer, null);
        } catch (IOException e) {
            throw log.failure(name + " cannot write " + file, e);
        }
        List<String> command = classPath.javaCommand(
                Stream.concat(Stream.of("-Xms64m", "-Xmx384m"), jvmOptions.stream())
                        .toList(),
                KafkaNodeMain.class.getName(),
                List.of(clusterId.toString(), file.toString()));
        process = Optional.of(SupervisedProcess.start(name, command, Map.of(), directory, log));
    }

    /** Whether something listens on its port; asked first, since a client warns of every try in vain. */
    boolean accepts() {
        return FreePort.isListenedOn(port);
    }

    /** Whether its process ended because one of its ports was taken. */
    boolean foundPortTaken() {
        return !isRunning() && log.sinceStart().contains("Address already in use");
    }

    boolean isRunning() {
        return process.filter(SupervisedProcess::isAlive).isPresent();
    }

    SupervisedProcess running() {
        return process.filter(SupervisedProcess::isAlive)
                .orElseThrow(() -> new IllegalStateException(this + " does not run"));
    }

    void stop() {
        process.filter(SupervisedProcess::isAlive).ifPresent(running -> running.terminate(STOP_LIMIT));
    }

    void kill9() {
        process.filter(SupervisedProcess::isAlive).ifPresent(SupervisedProcess::kill);
    }

    void close() {
        kill9();
        RunDirectory.deleteTree(directory);
    }

    int id() {
        return id;
    }

    String voter() {
        return id + "@127.0.0.1:" + controllerPort;
    }

    String address() {
        return "127.0.0.1:" + port;
    }

    ServerLog log() {
        return log;
    }

    @Override
    public String toString() {
        return name + " (" + address() + ", log " + log.file() + ")";
    }
}
