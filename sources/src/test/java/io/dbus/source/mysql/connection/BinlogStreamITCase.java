package io.dbus.source.mysql.connection;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.position.BinlogPosition;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class BinlogStreamITCase {
    private final MySqlServer server = SharedServers.mysql();
    private final ServerAddress address = new ServerAddress(server.hostname(), server.port());
    private final ConnectionSettings settings = ConnectionSettings.of(server.rootUser(), server.password());

    @Test
    void smoke() throws Exception {
        GtidSet before = GtidSet.parse(server.gtidExecuted());
        server.execute(
                "CREATE DATABASE IF NOT EXISTS smoke",
                "DROP TABLE IF EXISTS smoke.t",
                "CREATE TABLE smoke.t (id INT PRIMARY KEY, b LONGBLOB)",
                "INSERT INTO smoke.t VALUES (1, REPEAT('x', 17 * 1024 * 1024)), (2, REPEAT('x', 33554382))");
        List<Integer> types = new ArrayList<>();
        try (BinlogStream stream =
                BinlogStream.open(address, settings, BinlogPosition.ofGtids(before), ServerIds.probe())) {
            int type = 0;
            while (type != 16) {
                RawEvent event = stream.next();
                EventHeader header = EventHeader.parse(event.bytes(), event.offset());
                type = header.type();
                types.add(type);
                System.out.println(header);
            }
        }
        System.out.println(types);
        assertThat(types).contains(16);
    }
}
