package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.MariaDbServer;
import io.dbus.embedded.SharedServers;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.charset.ServerCharset;
import io.dbus.source.mysql.row.BinlogFile.Row;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class MariaDbTypesITCase {
    private final MariaDbServer server = SharedServers.mariadb();
    private final String database = server.createDatabase("maria");
    private final TableId table = new TableId(database, "t");

    @Test
    void mariaDbSaysNamesSignsCharsetsLabelsAndKeyAsMySqlDoes() throws Exception {
        server.execute("CREATE TABLE " + table + " (a BIGINT UNSIGNED PRIMARY KEY, b VARCHAR(5) CHARACTER SET latin1,"
                + " e ENUM('it''s','é') CHARACTER SET latin1, s SET('x','y'), d DECIMAL(65,30), bi BINARY(3),"
                + " t TIMESTAMP(2) NULL, ti TIME(3), dt DATETIME(6), j JSON, g POINT, y YEAR, bt BIT(9), f FLOAT,"
                + " tx MEDIUMTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_unicode_nopad_ci, bl BLOB, c CHAR(255))");
        BinlogPosition start = server.binlogPosition();
        server.execute(
                "SET time_zone='+00:00'",
                "INSERT INTO " + table
                        + " VALUES (18446744073709551615, '€', 'é', 'x,y', -1.5, X'01', '2024-01-02 03:04:05.67',"
                        + " '-00:00:00.250', '2024-01-02 03:04:05.678901', '{\"a\": 1}', POINT(1, 2), 0, b'100000001', 1.5, '😀',"
                        + " X'00FF', REPEAT('é', 255))");

        assertThat(read(start))
                .containsEntry("a", "18446744073709551615")
                .containsEntry("b", "€")
                .containsEntry("e", "é")
                .containsEntry("s", "x,y")
                .containsEntry("d", "-1.500000000000000000000000000000")
                .containsEntry("bi", "base64:AQAA")
                .containsEntry("t", "2024-01-02T03:04:05.67Z")
                .containsEntry("ti", "-00:00:00.250")
                .containsEntry("dt", "2024-01-02T03:04:05.678901")
                .containsEntry("j", "{\"a\": 1}")
                .containsEntry("y", "0")
                .containsEntry("bt", "257")
                .containsEntry("f", "1.5")
                .containsEntry("tx", "😀")
                .containsEntry("bl", "base64:AP8=")
                .containsEntry("c", "é".repeat(255));
    }

    @Test
    void compressedEventsAreUnpacked() throws Exception {
        server.execute("CREATE TABLE " + table + " (a INT PRIMARY KEY, b LONGTEXT)");
        BinlogPosition start = server.binlogPosition();
        server.execute("SET GLOBAL log_bin_compress=ON", "SET GLOBAL log_bin_compress_min_len=10");
        try {
            server.execute("INSERT INTO " + table + " VALUES (1, REPEAT('abc', 1000))");
        } finally {
            server.execute("SET GLOBAL log_bin_compress=OFF");
        }

        assertThat(read(start)).containsEntry("b", "abc".repeat(1000));
    }

    @Test
    void randomUuidsAndAddressesReadAsTheServerPrintsThem() throws Exception {
        server.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, u UUID, s INET6, f INET4)");
        BinlogPosition start = server.binlogPosition();
        Random random = new Random(5);
        StringBuilder insert = new StringBuilder("INSERT INTO " + table + " VALUES ");
        for (int i = 0; i < 500; i++) {
            byte[] address = new byte[16];
            for (int at = 0; at < address.length; at++) {
                // Runs of zeros, which are what is shortened, and of ones, which map an address of four bytes.
                address[at] =
                        (byte) (random.nextInt(3) == 0 ? random.nextInt() : i % 3 == 0 && at < 12 && at > 9 ? -1 : 0);
            }
            if (i % 3 == 0) {
                Arrays.fill(address, 0, 10, (byte) 0);
            }
            String hex = HexFormat.of().formatHex(address);
            // Other versions the server refuses; those up to 5 it stores in another order of bytes than those above.
            long version = 1L + random.nextInt(7);
            String uuid = new UUID(
                            random.nextLong() & ~0xF000L | version << 12, random.nextLong() & ~(3L << 62) | 1L << 63)
                    .toString();
            insert.append(i == 0 ? "" : ", ")
                    .append("(" + i + ", '" + uuid + "', CAST(X'" + hex + "' AS INET6), CAST(X'" + hex.substring(24)
                            + "' AS INET4))");
        }
        server.execute(insert.toString());

        TableDefinition definition = new TableDefinition(
                table,
                List.of(
                        new ColumnDefinition("id", "int(11)", "", false),
                        new ColumnDefinition("u", "uuid", "", true),
                        new ColumnDefinition("s", "inet6", "", true),
                        new ColumnDefinition("f", "inet4", "", true)),
                List.of("id"));
        List<Row> rows = BinlogFile.rows(server, start, table);
        TableSchema schema = SchemaFactory.fromMetadata(rows.get(0).map(), Optional.of(definition), List.of());
        List<Map<String, Object>> selected =
                server.query("SELECT CAST(id AS CHAR) id, CAST(u AS CHAR) u, CAST(s AS CHAR) s,"
                        + " CAST(f AS CHAR) f FROM " + table + " ORDER BY 0 + id");
        assertThat(rows).hasSameSizeAs(selected);
        for (int i = 0; i < rows.size(); i++) {
            assertThat(ValueText.of(schema, rows.get(i).after(schema.layout()))).isEqualTo(selected.get(i));
        }
    }

    @Test
    void theHashThatTheServerKeepsOfALongUniqueKeyIsNoColumn() throws Exception {
        server.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, u BLOB NOT NULL, UNIQUE KEY (u))");
        BinlogPosition start = server.binlogPosition();
        server.execute("INSERT INTO " + table + " VALUES (1, X'01')");

        assertThat(read(start)).containsOnlyKeys("id", "u");
    }

    @Test
    void everyCollationOfTheServerIsKnownByItsId() {
        List<Map<String, Object>> collations = server.query("SELECT ID i, CHARACTER_SET_NAME c, FULL_COLLATION_NAME n"
                + " FROM information_schema.COLLATION_CHARACTER_SET_APPLICABILITY WHERE ID > 0");

        assertThat(collations).hasSizeGreaterThan(400).allSatisfy(row -> {
            int id = ((Number) row.get("i")).intValue();
            assertThat(ServerCharset.ofCollation(id).name())
                    .as("%s %s", id, row.get("n"))
                    .isEqualTo(row.get("c"));
        });
    }

    private Map<String, String> read(BinlogPosition start) throws Exception {
        List<Row> rows = BinlogFile.rows(server, start, table);
        assertThat(rows).hasSize(1);
        TableSchema schema = SchemaFactory.fromMetadata(rows.get(0).map(), List.of());
        assertThat(schema.key()).hasSize(1);
        return ValueText.of(schema, rows.get(0).after(schema.layout()));
    }
}
