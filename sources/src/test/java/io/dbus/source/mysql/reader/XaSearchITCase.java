package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ServerAddress;
import java.util.Optional;
import org.junit.jupiter.api.Test;

@RequiresServers
class XaSearchITCase {
    @Test
    void theLastGroupThatPreparedItIsFoundUnlessItWasDecidedSince() throws Exception {
        find(SharedServers.mysql());
    }

    @Test
    void itIsFoundOnMariaDbToo() throws Exception {
        find(SharedServers.mariadb());
    }

    private static void find(DatabaseServer server) throws MySqlException {
        String db = server.createDatabase("xasearch");
        server.execute("CREATE TABLE " + db + ".t (id INT PRIMARY KEY)");
        // Longer than 256 bytes in all: MariaDB compresses such statements where it may.
        String large = "x".repeat(64) + "', '" + "y".repeat(64);
        try {
            prepare(server, db, "s1", 1);
            BinlogPosition between = server.binlogPosition();
            server.execute("XA COMMIT 's1'");
            BinlogPosition second = server.binlogPosition();
            prepare(server, db, "s1", 2);
            prepare(server, db, large, 3);
            server.execute("XA COMMIT '" + large + "'", "FLUSH BINARY LOGS", "FLUSH BINARY LOGS");
            server.execute("INSERT INTO " + db + ".t VALUES (4)");
            BinlogPosition end = server.binlogPosition();
            assertThat(search(server, "X'7331',X'',1", end))
                    .contains(new XaSearch.Place(second.file(), second.position()));
            assertThat(search(server, "X'7331',X'',1", second)).isEmpty();
            assertThat(search(server, "X'7331',X'',1", between)).isPresent();
            assertThat(search(server, "X'" + "78".repeat(64) + "',X'" + "79".repeat(64) + "',1", end))
                    .isEmpty();
            assertThat(search(server, "X'6e6f6e65',X'',1", end)).isEmpty();
        } finally {
            server.execute("XA ROLLBACK 's1'");
        }
    }

    private static Optional<XaSearch.Place> search(DatabaseServer server, String xid, BinlogPosition before)
            throws MySqlException {
        return new XaSearch(
                        new ServerAddress(server.hostname(), server.port()),
                        ConnectionSettings.of(server.rootUser(), server.password()),
                        xid,
                        unheeded -> {})
                .before(before.file(), before.position());
    }

    private static void prepare(DatabaseServer server, String db, String xid, int id) {
        server.execute(
                "XA START '" + xid + "'",
                "INSERT INTO " + db + ".t VALUES (" + id + ")",
                "XA END '" + xid + "'",
                "XA PREPARE '" + xid + "'");
    }
}
