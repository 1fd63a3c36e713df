package io.dbus.embedded;

import java.nio.file.Path;
import java.sql.Connection;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** A MariaDB server of this machine. */
public final class MariaDbServer implements DatabaseServer {
    private MariaDbServer() {}

    public static Builder builder() {
        return new Builder();
    }

    /** {@code @@gtid_binlog_pos}. */
    public String gtidBinlogPosition() {
        throw new UnsupportedOperationException();
    }

    /** The file and position at which the next event will be written. */
    public BinlogPosition binlogPosition() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String name() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String hostname() {
        throw new UnsupportedOperationException();
    }

    @Override
    public int port() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String rootUser() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String password() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long serverId() {
        throw new UnsupportedOperationException();
    }

    @Override
    public String binaryVersion() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path logFile() {
        throw new UnsupportedOperationException();
    }

    @Override
    public List<Path> logFiles() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Path dataDirectory() {
        throw new UnsupportedOperationException();
    }

    @Override
    public long pid() {
        throw new UnsupportedOperationException();
    }

    @Override
    public boolean isRunning() {
        throw new UnsupportedOperationException();
    }

    @Override
    public Connection connect(String user, String password) {
        throw new UnsupportedOperationException();
    }

    @Override
    public String jdbcUrl(String database) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void createUser(String name, String password, String plugin, String... grants) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void stop() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void start() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void restartWith(Map<String, String> options) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void kill9() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void pause() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void resume() {
        throw new UnsupportedOperationException();
    }

    @Override
    public void awaitReplicated(Duration timeout) {
        throw new UnsupportedOperationException();
    }

    @Override
    public void close() {
        throw new UnsupportedOperationException();
    }

    /** Says what the server is like before it starts. */
    public static final class Builder {
        private Builder() {}

        /** A server option by its name in the manual; an empty value makes a bare flag. */
        public Builder option(String name, String value) {
            throw new UnsupportedOperationException();
        }

        public Builder options(Map<String, String> values) {
            throw new UnsupportedOperationException();
        }

        /** Makes it a replica of that server, by GTID. */
        public Builder replicaOf(MariaDbServer server) {
            throw new UnsupportedOperationException();
        }

        /** Starts it; returns when it accepts connections. */
        public MariaDbServer start() {
            throw new UnsupportedOperationException();
        }
    }
}
