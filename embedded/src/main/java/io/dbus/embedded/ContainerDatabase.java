package io.dbus.embedded;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.exception.NotFoundException;
import com.github.dockerjava.api.model.Bind;
import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.HostConfig;
import com.github.dockerjava.api.model.PortBinding;
import com.github.dockerjava.api.model.Volume;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.ContainerLaunchException;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A database server in a container of Docker's official image, by Testcontainers, whose reaper removes it when this JVM is
 * dead. The data lies in a volume, so that it stays when the server is restarted in another container.
 */
final class ContainerDatabase implements DatabaseHost {
    private static final Logger LOG = LoggerFactory.getLogger(ContainerDatabase.class);
    private static final int PORT = 3306;
    private static final String DATA = "/var/lib/mysql";

    /** Paths and addresses that hold on this machine but not in a container. */
    private static final List<String> LOCAL_OPTIONS = List.of("bind_address", "socket", "pid_file");

    private final DatabaseImage image;
    private final String volume;
    private final Path directory;
    private final ServerLog log;
    private ContainerProcess process;
    private boolean begun;

    ContainerDatabase(DatabaseImage image, String name, Path directory, ServerLog log) {
        this.image = image;
        this.volume = "dbus-" + ProcessHandle.current().pid() + "-" + name + "-" + System.nanoTime();
        this.directory = directory;
        this.log = log;
    }

    /** The image makes its data itself at the first start. */
    @Override
    public void prepare(ServerOptions options, DataPreparation preparation) throws IOException {
        Files.createDirectories(dataDirectory());
        Map<String, String> labels = new HashMap<>(DockerClientFactory.DEFAULT_LABELS);
        // By this label the reaper knows what it has to remove.
        labels.put(DockerClientFactory.TESTCONTAINERS_SESSION_ID_LABEL, DockerClientFactory.SESSION_ID);
        client().createVolumeCmd().withName(volume).withLabels(labels).exec();
    }

    @Override
    public Optional<RunningServer> launch(ServerOptions options, int port) {
        GenericContainer<?> container = new GenericContainer<>(DockerImageName.parse(image.name()))
                .withEnv("MYSQL_ROOT_PASSWORD", DatabaseFlavour.PASSWORD)
                .withEnv("MYSQL_ROOT_HOST", "%")
                // Would be transactions in the binlog.
                .withEnv("MYSQL_INITDB_SKIP_TZINFO", "1")
                .withCommand(options.without(LOCAL_OPTIONS).toArguments().toArray(String[]::new))
                .withLogConsumer(frame -> log.append(frame.getUtf8String()))
                .withCreateContainerCmdModifier(command -> command.withExposedPorts(ExposedPort.tcp(PORT))
                        .withHostConfig(Optional.ofNullable(command.getHostConfig())
                                .orElseGet(HostConfig::newHostConfig)
                                .withPortBindings(PortBinding.parse("127.0.0.1:" + port + ":" + PORT))
                                .withBinds(new Bind(volume, new Volume(DATA)))));
        log.markStart();
        try {
            container.start();
        } catch (ContainerLaunchException e) {
            container.stop();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                String message = String.valueOf(cause.getMessage());
                if (message.contains("port is already allocated") || message.contains("address already in use")) {
                    return Optional.empty();
                }
            }
            throw log.failure("the image " + image.name() + " cannot be started", e);
        }
        process = new ContainerProcess(container);
        return Optional.of(process);
    }

    @Override
    public void ready(Connection connection) throws SQLException {
        if (!begun) {
            begun = true;
            forgetMaking(connection);
        }
        try {
            Path copy = dataDirectory().resolve("ca.pem");
            process.container().copyFileFromContainer(DATA + "/ca.pem", copy.toString());
        } catch (NotFoundException e) {
            LOG.debug("{} has no certificates", this);
        }
    }

    /** Ends with an empty binlog, whatever the image has written while it made its data. */
    private static void forgetMaking(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT @@log_bin, VERSION()")) {
            rows.next();
            if (rows.getBoolean(1)) {
                boolean isMariaDb = rows.getString(2).contains("MariaDB");
                statement.execute(isMariaDb ? "RESET MASTER" : "RESET BINARY LOGS AND GTIDS");
            }
        }
    }

    /** Docker gives a port to one container. */
    @Override
    public boolean isBehind(Connection connection) {
        return true;
    }

    @Override
    public Path dataDirectory() {
        return directory.resolve("data");
    }

    @Override
    public String version() {
        return process.container().getContainerInfo().getConfig().getEnv() == null
                ? image.name()
                : versionOf(process.container().getContainerInfo().getConfig().getEnv());
    }

    private String versionOf(String[] environment) {
        for (String variable : environment) {
            if (variable.startsWith("MYSQL_VERSION=") || variable.startsWith("MARIADB_VERSION=")) {
                return variable.replaceFirst("^.*?(\\d+\\.\\d+\\.\\d+).*$", "$1");
            }
        }
        return image.name();
    }

    @Override
    public Address peerAddress(int port) {
        String host = process.container()
                .getContainerInfo()
                .getNetworkSettings()
                .getNetworks()
                .values()
                .iterator()
                .next()
                .getIpAddress();
        return new Address(host, PORT);
    }

    @Override
    public void remove() {
        client().removeVolumeCmd(volume).exec();
    }

    private static DockerClient client() {
        return DockerClientFactory.instance().client();
    }

    @Override
    public String toString() {
        return "image " + image.name();
    }
}
