package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.MySqlServer;
import io.dbus.event.Column;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.event.MySqlGtidEvent;
import io.dbus.source.mysql.event.QueryEvent;
import io.dbus.source.mysql.event.RowsQueryEvent;
import io.dbus.source.mysql.event.XaPrepareEvent;
import io.dbus.source.mysql.row.BinlogFile.Event;
import io.dbus.source.mysql.row.BinlogFile.Row;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A server of its own, since its sessions and options change: without full metadata, compressed, minimal, tagged. */
class BinlogOfAServerITCase {
    private static MySqlServer server;

    private String database;
    private TableId table;

    @BeforeAll
    static void start() {
        server = MySqlServer.builder()
                .option("binlog_row_metadata", "MINIMAL")
                .option("secure_file_priv", "")
                .start();
    }

    @AfterAll
    static void stop() {
        server.close();
    }

    @BeforeEach
    void createDatabase() {
        database = server.createDatabase("rows");
        table = new TableId(database, "t");
    }

    @Test
    void withoutFullMetadataTheSchemaOfTheServerReadsTheSameRows() throws Exception {
        server.execute("CREATE TABLE " + table + " (b VARCHAR(5) CHARACTER SET latin1 NOT NULL, a BIGINT UNSIGNED,"
                + " e ENUM('it''s','b\\\\c','é') CHARACTER SET latin1, s SET('x','d;e'), d DECIMAL(10,3), bi BINARY(3),"
                + " t TIMESTAMP(2) NULL, j JSON, g POINT, v VECTOR(2), y YEAR, bt BIT(9), f FLOAT, x DOUBLE UNSIGNED,"
                + " tx MEDIUMTEXT, hidden INT INVISIBLE DEFAULT 7, gen INT AS (a + 1), c CHAR(255), i8 TINYINT(1),"
                + " PRIMARY KEY (b, bi))");
        BinlogPosition start = server.binlogPosition();
        server.execute("INSERT INTO " + table + " (b, a, e, s, d, bi, t, j, y, tx, c, i8) VALUES ('é', 5, 'b\\\\c',"
                + " 'd;e', -1.5, X'0100', NULL, '[1]', 2024, 'ü', 'c', -1)");
        List<Row> rows = BinlogFile.rows(server, start, table);

        assertThat(rows.get(0).map().hasNames()).isFalse();
        TableSchema schema = SchemaFactory.fromServer(rows.get(0).map(), serverTable(), List.of());
        assertThat(schema.key()).extracting(Column::name).containsExactly("b", "bi");
        Map<String, String> values = ValueText.of(schema, rows.get(0).after(schema.layout()));
        assertThat(values)
                .containsEntry("b", "é")
                .containsEntry("a", "5")
                .containsEntry("e", "b\\c")
                .containsEntry("s", "d;e")
                .containsEntry("d", "-1.500")
                .containsEntry("bi", "base64:AQAA")
                .containsEntry("t", null)
                .containsEntry("j", "[1]")
                .containsEntry("y", "2024")
                .containsEntry("tx", "ü")
                .containsEntry("hidden", "7")
                .containsEntry("gen", "6")
                .containsEntry("i8", "-1");
    }

    @Test
    void aTableThatWasAlteredSinceItsSchemaWasReadIsRefused() throws Exception {
        server.execute("CREATE TABLE " + table + " (a INT PRIMARY KEY, b INT)");
        TableDefinition before = serverTable();
        server.execute("ALTER TABLE " + table + " MODIFY b BIGINT");
        BinlogPosition start = server.binlogPosition();
        server.execute("INSERT INTO " + table + " VALUES (1, 2)");
        List<Row> rows = BinlogFile.rows(server, start, table);

        assertThatThrownBy(() -> SchemaFactory.fromServer(rows.get(0).map(), before, List.of()))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("Column 2 (b) of table " + table + " is BIGINT")
                .hasMessageContaining("SET GLOBAL binlog_row_metadata=FULL");
    }

    @Test
    void minimalImagesHaveTheColumnsThatWereWrittenAndRowsOfDefaultsAreRows() throws Exception {
        server.execute("CREATE TABLE " + table + " (a INT DEFAULT 5, b INT DEFAULT 6)");
        BinlogPosition start = server.binlogPosition();
        server.executeInTransaction(
                "SET SESSION binlog_row_image=MINIMAL",
                "INSERT INTO " + table + " () VALUES ()",
                "INSERT INTO " + table + " (b) VALUES (1)",
                "SET SESSION binlog_row_image=FULL");
        List<Row> rows = BinlogFile.rows(server, start, table);
        TableSchema schema = SchemaFactory.fromServer(rows.get(0).map(), serverTable(), List.of());

        assertThat(rows)
                .extracting(row -> ValueText.of(schema, row.after(schema.layout())))
                .containsExactly(Map.of(), Map.of("b", "1"));
    }

    @Test
    void theEventsOfACompressedTransactionAreUnpacked() throws Exception {
        server.execute("CREATE TABLE " + table + " (a INT PRIMARY KEY, b LONGTEXT)");
        BinlogPosition start = server.binlogPosition();
        server.executeInTransaction(
                "SET SESSION binlog_transaction_compression=ON",
                "INSERT INTO " + table + " VALUES (1, REPEAT('x', 5000000)), (2, 'y')",
                "UPDATE " + table + " SET b = 'z' WHERE a = 2");
        server.execute("SET SESSION binlog_transaction_compression=OFF");
        List<Row> rows = BinlogFile.rows(server, start, table);

        assertThat(rows).hasSize(3);
        assertThat(rows.get(0).afterLength()).isGreaterThan(5_000_000);
    }

    @Test
    void gtidsTaggedOrNotAreThoseOfTheServer() throws Exception {
        server.execute("CREATE TABLE " + table + " (a INT PRIMARY KEY)");
        String uuid = server.serverUuid();
        BinlogPosition start = server.binlogPosition();
        long before = System.currentTimeMillis();
        server.execute(
                "SET GTID_NEXT='AUTOMATIC:dbus'", "INSERT INTO " + table + " VALUES (1)", "SET GTID_NEXT='AUTOMATIC'");
        server.execute("INSERT INTO " + table + " VALUES (2)");
        List<MySqlGtidEvent> gtids = new ArrayList<>();
        long length = 0;
        for (Event event : BinlogFile.events(server, start)) {
            length += event.header().eventSize();
            if (event.header().type() == EventType.GTID || event.header().type() == EventType.GTID_TAGGED) {
                MySqlGtidEvent gtid = (MySqlGtidEvent)
                        GtidEvent.parse(event.header(), event.bytes(), event.bodyStart(), event.bodyEnd());
                gtids.add(gtid);
                assertThat(gtid.commitMicros(event.header()) / 1000).isBetween(before - 1000, before + 600_000);
            }
        }

        assertThat(gtids).hasSize(2);
        assertThat(gtids.get(0).gtid()).startsWith(uuid + ":dbus:");
        assertThat(gtids.get(1).gtid()).startsWith(uuid + ":").doesNotContain("dbus");
        assertThat(gtids.get(0).transactionLength() + gtids.get(1).transactionLength())
                .isEqualTo(length);
    }

    @Test
    void loadDataLoggedAsAStatementIsRead() throws Exception {
        server.execute("CREATE TABLE " + table + " (a VARCHAR(20))");
        Path file = Files.writeString(server.dataDirectory().resolve(database).resolve("load.txt"), "x\n");
        BinlogPosition start = server.binlogPosition();
        server.execute("SET SESSION binlog_format=STATEMENT", "LOAD DATA INFILE '" + file + "' INTO TABLE " + table);
        List<QueryEvent> read = new ArrayList<>();
        for (Event event : BinlogFile.events(server, start)) {
            if (event.header().type() == EventType.EXECUTE_LOAD_QUERY) {
                read.add(QueryEvent.parse(event.header(), event.bytes(), event.bodyStart(), event.bodyEnd()));
            }
        }

        assertThat(read).hasSize(1);
        assertThat(read.get(0).sql()).startsWith("LOAD DATA INFILE").contains(database);
        assertThat(read.get(0).database()).isEmpty();
    }

    @Test
    void statementsOfTheSessionAreRead() throws Exception {
        server.execute("CREATE TABLE " + table + " (a INT PRIMARY KEY)");
        BinlogPosition start = server.binlogPosition();
        server.execute(
                "SET SESSION binlog_rows_query_log_events=ON",
                "INSERT INTO " + table + " VALUES (1) /* ü */",
                "USE " + database,
                "SET NAMES gbk",
                "ALTER TABLE t ADD b INT COMMENT 'x'",
                "XA START 'g','b',7",
                "INSERT INTO " + table + " VALUES (2, 2)",
                "XA END 'g','b',7",
                "XA PREPARE 'g','b',7",
                "XA COMMIT 'g','b',7");
        List<Object> read = new ArrayList<>();
        for (Event event : BinlogFile.events(server, start)) {
            switch (event.header().type()) {
                case EventType.QUERY ->
                    read.add(QueryEvent.parse(event.header(), event.bytes(), event.bodyStart(), event.bodyEnd())
                            .sql());
                case EventType.ROWS_QUERY ->
                    read.add(RowsQueryEvent.parse(event.header(), event.bytes(), event.bodyStart(), event.bodyEnd())
                            .sql());
                case EventType.XA_PREPARE ->
                    read.add(XaPrepareEvent.parse(event.bytes(), event.bodyStart(), event.bodyEnd()));
                default -> {}
            }
        }

        assertThat(read)
                .contains(
                        "BEGIN",
                        "INSERT INTO " + table + " VALUES (1) /* ü */",
                        "ALTER TABLE t ADD b INT COMMENT 'x'",
                        new XaPrepareEvent(false, "X'67',X'62',7"),
                        "XA COMMIT X'67',X'62',7");
    }

    private TableDefinition serverTable() {
        List<ColumnDefinition> columns = server
                .query("SELECT COLUMN_NAME n, CAST(COLUMN_TYPE AS CHAR) t, IFNULL(CHARACTER_SET_NAME, '') c,"
                        + " IS_NULLABLE y FROM information_schema.columns WHERE table_schema = '" + database
                        + "' AND table_name = 't' ORDER BY ORDINAL_POSITION")
                .stream()
                .map(row -> new ColumnDefinition(
                        row.get("n").toString(),
                        row.get("t").toString(),
                        row.get("c").toString(),
                        row.get("y").equals("YES")))
                .toList();
        List<String> key = server
                .query("SELECT COLUMN_NAME n FROM information_schema.statistics WHERE table_schema = '" + database
                        + "' AND table_name = 't' AND index_name = 'PRIMARY' ORDER BY SEQ_IN_INDEX")
                .stream()
                .map(row -> row.get("n").toString())
                .toList();
        return new TableDefinition(table, columns, key);
    }
}
