package io.dbus.source.mysql.connection;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.position.BinlogPosition;
import org.junit.jupiter.api.Test;

class BinlogStreamITCase {
    private final MySqlServer server = SharedServers.mysql();
    private final ServerAddress address = new ServerAddress(server.hostname(), server.port());
    private final ConnectionSettings settings =
            ConnectionSettings.of(server.rootUser(), server.password()).withHeartbeat(java.time.Duration.ofMillis(300));

    @Test
    void checksums() throws Exception {
        try (MySqlServer own = MySqlServer.builder().start()) {
            ServerAddress at = new ServerAddress(own.hostname(), own.port());
            own.execute("CREATE DATABASE d", "CREATE TABLE d.t (id INT PRIMARY KEY)", "INSERT INTO d.t VALUES (1)");
            String first = own.binlogPosition().file();
            own.execute("SET GLOBAL binlog_checksum = 'NONE'", "INSERT INTO d.t VALUES (2)", "FLUSH BINARY LOGS");
            print(at, first);
            own.execute("SET GLOBAL binlog_checksum = 'CRC32'", "INSERT INTO d.t VALUES (3)");
            print(at, first);
        }
    }

    private void print(ServerAddress at, String first) throws Exception {
        try (BinlogStream stream =
                BinlogStream.open(at, settings, BinlogPosition.ofFile("", first, 4), ServerIds.probe())) {
            System.out.println("checksum " + stream.info().checksum());
            int type = 0;
            while (type != 27 && type != 41) {
                RawEvent event = stream.next();
                EventHeader header = EventHeader.parse(event.bytes(), event.offset());
                type = header.type();
                System.out.println(header + (type == 4 ? new String(event.bytes()).replaceAll("[^ -~]", ".") : ""));
            }
        }
    }
}
