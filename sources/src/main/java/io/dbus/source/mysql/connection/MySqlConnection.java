package io.dbus.source.mysql.connection;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A session with a server over the text protocol. Not thread-safe, but that {@link #close()} may be called by another thread and
 * ends whatever waits.
 */
public final class MySqlConnection implements AutoCloseable {
    private static final int COM_QUERY = 0x03;

    private final ServerAddress address;
    private final Login.Session session;
    private final PacketIo packets;
    private final Duration timeout;
    private volatile boolean closed;

    private MySqlConnection(ServerAddress address, Login.Session session, PacketIo packets, Duration timeout) {
        this.address = address;
        this.session = session;
        this.packets = packets;
        this.timeout = timeout;
    }

    /**
     * Connects and logs in.
     *
     * @throws MySqlException when it cannot: {@code RETRYABLE} when the host is not reached, {@code FATAL} when the login or the
     *     encryption fails
     */
    public static MySqlConnection open(ServerAddress address, ConnectionSettings settings) throws MySqlException {
        return open(address, settings, unheeded -> {});
    }

    /**
     * As the other, where another thread may want it to end.
     *
     * @param opening told, before it waits for anything, what that thread is to close
     */
    public static MySqlConnection open(ServerAddress address, ConnectionSettings settings, Consumer<Closeable> opening)
            throws MySqlException {
        Login.Session session = Login.open(address, settings, opening);
        boolean done = false;
        try {
            Socket socket = session.socket();
            PacketIo packets = new PacketIo(socket.getInputStream(), socket.getOutputStream());
            MySqlConnection connection = new MySqlConnection(address, session, packets, settings.connectTimeout());
            connection.execute("SET NAMES utf8mb4");
            // Neither ANSI_QUOTES nor NO_BACKSLASH_ESCAPES may change what the statements here mean.
            connection.execute("SET SESSION sql_mode = ''");
            done = true;
            return connection;
        } catch (MySqlException e) {
            throw e;
        } catch (IOException e) {
            throw MySqlException.retryable(
                    "the connection to " + address + " was lost (" + ErrorText.of(e) + ")",
                    "check the server and its log",
                    e);
        } finally {
            if (!done) {
                Sockets.closeQuietly(session.tcp());
            }
        }
    }

    /** Runs a query and returns all of its rows. */
    public List<ResultRow> query(String sql) throws MySqlException {
        try {
            packets.command(COM_QUERY, sql.getBytes(StandardCharsets.UTF_8));
            return readResult(sql);
        } catch (MySqlException e) {
            throw e;
        } catch (SocketTimeoutException e) {
            throw MySqlException.retryable(
                    "the server " + address + " did not answer within " + timeout + ": " + sql,
                    "check the server and its load",
                    e);
        } catch (IOException e) {
            throw MySqlException.retryable(
                    "the connection to " + address + (closed ? " was closed" : " was lost (" + ErrorText.of(e) + ")")
                            + " while running: " + sql,
                    closed ? "" : "check the server and its log",
                    e);
        }
    }

    /** Runs a statement that has no rows. */
    public void execute(String sql) throws MySqlException {
        query(sql);
    }

    /** What the server says of itself now. */
    public ServerInfo info() throws MySqlException {
        return ServerInfoQuery.run(this);
    }

    public ServerAddress address() {
        return address;
    }

    /** The server's version as it says it, such as {@code 9.7.4} or {@code 10.11.19-MariaDB-deb12}. */
    public String version() {
        return session.version();
    }

    public ServerFlavor flavor() {
        return ServerFlavor.ofVersion(session.version());
    }

    /** Whether the server's version is this one or later. */
    boolean isVersionAtLeast(int major, int minor) {
        String[] parts = session.version().split("[^0-9]+");
        int serverMajor = Integer.parseInt(parts[0]);
        return serverMajor > major || serverMajor == major && Integer.parseInt(parts[1]) >= minor;
    }

    /** Puts a text between quotes for use in a statement. */
    public static String quote(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    @Override
    public void close() {
        closed = true;
        Sockets.closeQuietly(session.tcp());
    }

    PacketIo packets() {
        return packets;
    }

    /** How long a read may wait from now on. */
    void setReadTimeout(Duration readTimeout) throws IOException {
        session.socket().setSoTimeout((int) readTimeout.toMillis());
    }

    private List<ResultRow> readResult(String sql) throws IOException {
        PacketReader first = next(sql);
        if (first.peek() == 0x00) {
            return List.of();
        }
        if (first.peek() == 0xfb) {
            throw MySqlException.fatal(
                    "the server " + address + " asks for a local file, which is refused, while running: " + sql,
                    "check that it is the server it should be");
        }
        int count = (int) first.lengthEncoded();
        Map<String, Integer> columns = new HashMap<>();
        for (int i = 0; i < count; i++) {
            columns.put(columnName(next(sql)).toLowerCase(Locale.ROOT), i);
        }
        if (!next(sql).isEof()) {
            throw new IOException("the columns of a result do not end where they should");
        }
        List<ResultRow> rows = new ArrayList<>();
        for (PacketReader row = next(sql); !row.isEof(); row = next(sql)) {
            String[] values = new String[count];
            for (int i = 0; i < count; i++) {
                values[i] = row.nullableText();
            }
            rows.add(new ResultRow(columns, values));
        }
        return rows;
    }

    private PacketReader next(String sql) throws IOException {
        byte[] packet = packets.read();
        if (packet.length == 0) {
            throw new IOException("the server sent an empty packet");
        }
        if ((packet[0] & 0xff) == 0xff) {
            throw ServerErrors.of(packet, "running on " + address + ": " + sql);
        }
        return new PacketReader(packet);
    }

    /** Column definition: catalog, schema, table, original table, name, ... */
    private static String columnName(PacketReader definition) throws IOException {
        for (int i = 0; i < 4; i++) {
            definition.nullableText();
        }
        return definition.nullableText();
    }
}
