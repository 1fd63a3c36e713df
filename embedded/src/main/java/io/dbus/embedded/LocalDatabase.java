package io.dbus.embedded;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A database server that is a supervised process of this machine. */
final class LocalDatabase implements DatabaseHost {
    private final DatabaseFlavour flavour;
    private final DatabaseBinary binary;
    private final String name;
    private final Path directory;
    private final ServerLog log;

    LocalDatabase(DatabaseFlavour flavour, DatabaseBinary binary, String name, Path directory, ServerLog log) {
        this.flavour = flavour;
        this.binary = binary;
        this.name = name;
        this.directory = directory;
        this.log = log;
    }

    @Override
    public void prepare(ServerOptions options, DataPreparation preparation) throws IOException {
        DataTemplate.copyTo(dataDirectory(), flavour, binary, options, log);
        preparation.prepare(dataDirectory());
    }

    @Override
    public Optional<RunningServer> launch(ServerOptions options, int port) {
        List<String> command = new ArrayList<>(binary.command());
        command.add("--datadir=" + dataDirectory());
        command.add("--port=" + port);
        command.addAll(options.toArguments());
        return Optional.of(SupervisedProcess.start(name, command, Map.of(), directory, log));
    }

    @Override
    public void ready(Connection connection) {}

    @Override
    public boolean isBehind(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT @@datadir")) {
            rows.next();
            return Files.isSameFile(Path.of(rows.getString(1)), dataDirectory());
        } catch (IOException e) {
            // The other server's directory, which has gone in this moment.
            return false;
        }
    }

    @Override
    public Path dataDirectory() {
        return directory.resolve("data");
    }

    @Override
    public String version() {
        return binary.version();
    }

    @Override
    public Address peerAddress(int port) {
        return new Address("127.0.0.1", port);
    }

    @Override
    public void remove() {}

    @Override
    public String toString() {
        return binary.path().toString();
    }
}
