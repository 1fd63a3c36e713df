package io.dbus.source.mysql.connection;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.MySqlServer;
import io.dbus.source.mysql.event.Checksum;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.event.HeartbeatEvent;
import io.dbus.source.mysql.position.BinlogPosition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** What tests read from streams: the rows' statements, which a server logs when asked to, and the GTIDs. */
public final class TestStreams {
    /** Makes a session log its statements beside the rows. */
    public static final String LOG_STATEMENTS = "SET SESSION binlog_rows_query_log_events = ON";

    private TestStreams() {}

    public static ServerAddress address(DatabaseServer server) {
        return new ServerAddress(server.hostname(), server.port());
    }

    /** As root, with a heartbeat so short that a silent server is soon heard of. */
    public static ConnectionSettings settings(DatabaseServer server) {
        return ConnectionSettings.of(server.rootUser(), server.password()).withHeartbeat(Duration.ofMillis(500));
    }

    public static BinlogStream open(DatabaseServer server, BinlogPosition from) throws MySqlException {
        return BinlogStream.open(address(server), settings(server), from, ServerIds.probe());
    }

    /** Runs statements in one session, logged beside their rows. */
    public static void write(DatabaseServer server, String... statements) {
        List<String> all = new ArrayList<>(List.of(LOG_STATEMENTS));
        all.addAll(List.of(statements));
        server.execute(all.toArray(new String[0]));
    }

    /** A transaction of a stream: where it begins, its GTID (empty when it has none) and its rows' statements. */
    public record Group(String file, long start, String gtid, long commitMicros, List<String> statements) {}

    /** The groups of a stream from a position up to the end of what the server has written. */
    public static List<Group> groups(DatabaseServer server, BinlogPosition from) throws MySqlException {
        try (BinlogStream stream = open(server, from)) {
            return groups(server, stream);
        }
    }

    /** As {@link #groups(DatabaseServer, BinlogPosition)}, of an open stream; every event's checksum is verified. */
    public static List<Group> groups(DatabaseServer server, BinlogStream stream) throws MySqlException {
        io.dbus.embedded.BinlogPosition written = written(server);
        List<Group> groups = new ArrayList<>();
        Checksum checksum = stream.firstChecksum();
        String file = "";
        while (true) {
            RawEvent raw = stream.next();
            EventHeader header = EventHeader.parse(raw.bytes(), raw.offset());
            int body = raw.offset() + EventHeader.LENGTH;
            int end = raw.offset() + raw.length();
            if (header.type() == EventType.FORMAT_DESCRIPTION) {
                checksum = FormatDescription.parse(raw.bytes(), body, end).checksum();
            }
            checksum.verify(raw.bytes(), raw.offset(), raw.length());
            end -= checksum.length();
            switch (header.type()) {
                case EventType.HEARTBEAT, EventType.HEARTBEAT_V2 -> {
                    // Also sent before the end, for transactions that are left out.
                    HeartbeatEvent heartbeat = HeartbeatEvent.parse(header, raw.bytes(), body, end);
                    if (heartbeat.file().equals(written.file()) && heartbeat.position() >= written.position()) {
                        return groups;
                    }
                }
                case EventType.ROTATE -> file = new String(raw.bytes(), body + 8, end - body - 8, UTF_8);
                case EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED, EventType.MARIADB_GTID -> {
                    GtidEvent event = GtidEvent.parse(header, raw.bytes(), body, end);
                    long start = header.nextPosition() - raw.length();
                    groups.add(new Group(file, start, event.gtid(), event.commitMicros(header), new ArrayList<>()));
                }
                case EventType.ROWS_QUERY ->
                    groups.get(groups.size() - 1)
                            .statements()
                            .add(new String(raw.bytes(), body + 1, end - body - 1, UTF_8));
                default -> {
                    // Of no interest to tests of the stream.
                }
            }
        }
    }

    private static io.dbus.embedded.BinlogPosition written(DatabaseServer server) {
        return server instanceof MySqlServer mySql ? mySql.binlogPosition() : ((MariaDbServer) server).binlogPosition();
    }

    /** All statements of groups. */
    public static List<String> statements(List<Group> groups) {
        return groups.stream().flatMap(group -> group.statements().stream()).toList();
    }

    /** The error that ends a stream, which must come before the stream has been quiet for many heartbeats. */
    public static MySqlException failure(BinlogStream stream) {
        int heartbeats = 0;
        try {
            while (heartbeats < 60) {
                int type = nextHeader(stream).type();
                heartbeats += type == EventType.HEARTBEAT || type == EventType.HEARTBEAT_V2 ? 1 : 0;
            }
        } catch (MySqlException e) {
            return e;
        }
        throw new AssertionError("the stream goes on, where it should have ended with an error");
    }

    /** The header of the next event. */
    public static EventHeader nextHeader(BinlogStream stream) throws MySqlException {
        RawEvent raw = stream.next();
        return EventHeader.parse(raw.bytes(), raw.offset());
    }
}
