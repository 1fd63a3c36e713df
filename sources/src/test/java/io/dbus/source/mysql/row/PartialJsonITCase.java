package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.row.BinlogFile.Row;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates that a server logs as differences ({@code binlog_row_value_options=PARTIAL_JSON}) read as what SELECT shows. */
@RequiresServers
class PartialJsonITCase {
    private static final List<String> SCALARS = List.of(
            "1",
            "-40000",
            "3000000000",
            "18446744073709551615",
            "0.1e0",
            "'x'",
            "''",
            "REPEAT('long ', 60)",
            "CAST('true' AS JSON)",
            "NULL",
            "CAST(1.50 AS DECIMAL(5,2))",
            "CAST('2015-01-15' AS DATE)",
            "CAST('2015-01-15 23:24:25.123' AS DATETIME(3))",
            "CAST('-23:24:25.12' AS TIME(3))",
            "X'CAFE'",
            "CAST('{}' AS JSON)",
            "CAST('[]' AS JSON)",
            "JSON_ARRAY(1, 'two', CAST('[3, {\"four\": 4}]' AS JSON))",
            "JSON_OBJECT('k', 70000, 'long name', JSON_ARRAY())");

    private final MySqlServer server = SharedServers.mysql();
    private TableId table;
    private Connection connection;
    private Statement statement;
    private BinlogPosition start;
    private final List<Map<String, String>> shown = new ArrayList<>();

    @BeforeEach
    void createTable() throws SQLException {
        table = new TableId(server.createDatabase("partial"), "t");
        server.execute("CREATE TABLE " + table + " (id INT PRIMARY KEY, a JSON, n INT, b JSON, v VARCHAR(20), c JSON)");
        connection = server.connect();
        statement = connection.createStatement();
        statement.execute("SET SESSION binlog_row_value_options='PARTIAL_JSON', time_zone='+00:00'");
        start = server.binlogPosition();
    }

    @AfterEach
    void close() throws SQLException {
        connection.close();
    }

    @Test
    void everyFormOfChangeGivesTheDocumentThatSelectShows() throws Exception {
        String filler = "\"filler\": \"" + "f".repeat(300) + "\"";
        insert(
                1,
                "'{\"a\": \"aaaaaaaaaa\", \"b\": [1, 2, [3, 4, {\"x\": 5}]], \"c\": {\"d\": {\"e\": null}}, \"\": 0, \"k\\\\\"q\": 1,"
                        + " \"a b\": 2, \"ü\": 3, \"1x\": 4, \"$\": 5, " + filler + "}'");
        for (String change : List.of(
                "JSON_SET(a, '$.a', 'short')",
                "JSON_SET(a, '$.a', REPEAT('longer', 20))",
                "JSON_REPLACE(a, '$.b[0]', 70000)",
                "JSON_REPLACE(a, '$.b[2][2].x', 'nested')",
                "JSON_REPLACE(a, '$.b[last]', CAST('[]' AS JSON))",
                "JSON_SET(a, '$.b[20]', CAST(1.50 AS DECIMAL(5,2)))",
                "JSON_SET(a, '$.b[20]', 'at the end', '$.b[21]', 'and after that')",
                "JSON_REMOVE(a, '$.b[0]', '$.b[0]')",
                "JSON_REMOVE(a, '$.b[last]')",
                "JSON_SET(a, '$.c.d.new', CAST('2015-01-15' AS DATE), '$.c.z', 1, '$.c.aa', 2)",
                "JSON_REMOVE(a, '$.c.d.e')",
                "JSON_SET(a, '$.\"\"', 'empty name')",
                "JSON_SET(a, '$.\"k\\\\\"q\"', 'quoted name', '$.\"a b\"', 'space', '$.ü', 'umlaut', '$.\"1x\"', 'digit', '$.\"$\"', 'dollar')",
                "JSON_SET(a, '$.\"\\\\u0001 \\\\t.[*]\"', 'control', '$.\"😀\"', 'emoji')",
                "JSON_REMOVE(a, '$.\"\\\\u0001 \\\\t.[*]\"')",
                "JSON_SET(a, '$.a[0]', 'wrapped')",
                "JSON_SET(a, '$.a[1]', 'made an array')",
                "JSON_SET(a, '$.c', JSON_OBJECT('whole', JSON_ARRAY(1, -1, 40000, -40000, 3000000000)))",
                "JSON_SET(a, '$.none.x', 1)",
                "JSON_SET(a, '$.a', JSON_EXTRACT(a, '$.a'))",
                "JSON_SET(JSON_REMOVE(JSON_REPLACE(a, '$.b[0]', 'x'), '$.ü'), '$.zz', X'CAFE')")) {
            update("a = " + change, 1);
        }
        assertSameAsSelect(15);
    }

    @Test
    void documentsGrowIntoTheirLargeFormAndBack() throws Exception {
        insert(
                1,
                "JSON_OBJECT('small', 1, 'n', JSON_ARRAY(-1, 40000, -40000, 3000000000, true), 's', REPEAT('s', 60000))");
        update("a = JSON_SET(a, '$.more', REPEAT('m', 10000))", 1);
        update("a = JSON_SET(a, '$.n[1]', -2, '$.n[4]', 70000)", 1);
        update("a = JSON_SET(a, '$.deep', JSON_ARRAY(JSON_OBJECT('x', REPEAT('y', 70000), 'i', -40000)))", 1);
        update("a = JSON_SET(a, '$.deep[0].i', -5, '$.deep[0].j', 40000)", 1);
        update("a = JSON_REMOVE(a, '$.deep[0].x')", 1);
        update("a = JSON_REMOVE(a, '$.s')", 1);
        update("a = JSON_REMOVE(a, '$.more')", 1);
        update("a = JSON_SET(a, '$.last', 1)", 1);
        insert(
                2,
                "(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 900)"
                        + " SELECT JSON_ARRAYAGG(JSON_OBJECT('i', i, 's', REPEAT('s', 100))) FROM n)");
        update("a = JSON_SET(a, '$[500].i', 'changed', '$[899].new', 1)", 2);
        update("a = JSON_REMOVE(a, '$[0]')", 2);
        assertSameAsSelect(8);
    }

    @Test
    void severalColumnsAndRowsOfOneStatementAreEachWhatTheyBecame() throws Exception {
        String document = "JSON_OBJECT('k', 1, 'filler', REPEAT('f', 200))";
        for (int id = 1; id <= 20; id++) {
            insert(id, document);
        }
        statement.execute("UPDATE " + table + " SET b = a, c = a WHERE id <> 3");
        select("1 = 1");
        for (String set : List.of(
                "a = JSON_SET(a, '$.k', id), n = id",
                "b = JSON_SET(b, '$.k', id), v = 'b'",
                "a = JSON_SET(a, '$.x', 1), b = JSON_REMOVE(b, '$.k'), c = JSON_REPLACE(c, '$.k', 'c')",
                "c = JSON_SET(c, '$.k', id), a = '{\"whole\": true}'",
                "n = n + 1",
                "c = NULL, b = JSON_SET(b, '$.y', n)",
                "b = JSON_SET(c, '$.k', 1)",
                "a = JSON_SET(a, '$.k', IF(id % 2, 1, JSON_EXTRACT(a, '$.k')))")) {
            statement.execute("UPDATE " + table + " SET " + set);
            select("1 = 1");
        }
        assertSameRows();
    }

    @Test
    void randomChangesOfRandomDocumentsGiveWhatSelectShows() throws Exception {
        Random random = new Random(11);
        for (int id = 1; id <= 8; id++) {
            insert(id, container(random, 4));
        }
        for (int i = 0; i < 400; i++) {
            int id = 1 + random.nextInt(8);
            update(random.nextInt(8) == 0 ? "a = " + container(random, 4) : "a = " + change(random), id);
        }
        assertSameAsSelect(200);
    }

    @Test
    void aDifferenceToAValueThatTheImageBeforeLacksIsRefusedWithTheCure() throws Exception {
        insert(1, "JSON_OBJECT('k', 1, 'filler', REPEAT('f', 200))");
        start = server.binlogPosition();
        statement.execute("SET SESSION binlog_row_image='MINIMAL'");
        statement.execute("UPDATE " + table + " SET a = JSON_SET(a, '$.k', 2) WHERE id = 1");
        assertThat(partialEvents()).isEqualTo(1);
        assertThatThrownBy(() -> BinlogFile.rows(server, start, table))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining(table.toString())
                .hasMessageContaining("column a ")
                .hasMessageContaining("binlog_row_value_options=''");
    }

    @Test
    void underNoblobTheImageBeforeHasTheDocumentsThatChanged() throws Exception {
        insert(1, "JSON_OBJECT('k', 1, 'filler', REPEAT('f', 200))");
        statement.execute("SET SESSION binlog_row_image='NOBLOB'");
        update("a = JSON_SET(a, '$.k', 2)", 1);
        List<Row> rows = BinlogFile.rows(server, start, table);
        TableSchema schema = SchemaFactory.fromMetadata(rows.get(0).map(), List.of());
        assertThat(partialEvents()).isEqualTo(1);
        assertThat(ValueText.of(schema, rows.get(1).after(schema.layout())))
                .containsEntry("a", shown.get(1).get("a"));
    }

    @Test
    void aMinimalImageWithTheWholeDocumentIsRead() throws Exception {
        insert(1, "JSON_OBJECT('k', 1)");
        start = server.binlogPosition();
        statement.execute("SET SESSION binlog_row_image='MINIMAL'");
        statement.execute("UPDATE " + table + " SET a = '[1]' WHERE id = 1");
        statement.execute("UPDATE " + table + " SET a = NULL WHERE id = 1");
        List<Row> rows = BinlogFile.rows(server, start, table);
        TableSchema schema = SchemaFactory.fromMetadata(rows.get(0).map(), List.of());
        Map<String, String> none = new LinkedHashMap<>();
        none.put("a", null);
        assertThat(rows)
                .extracting(row -> ValueText.of(schema, row.after(schema.layout())))
                .containsExactly(Map.of("a", "[1]"), none);
    }

    private void insert(int id, String document) throws SQLException {
        statement.execute("INSERT INTO " + table + " (id, a) VALUES (" + id + ", " + document + ")");
        select("id = " + id);
    }

    /** What the update changed is noted as SELECT shows it; where it changes nothing there is no row of it. */
    private void update(String set, int id) throws SQLException {
        statement.execute("UPDATE " + table + " SET n = IFNULL(n, 0) + 1, " + set + " WHERE id = " + id);
        select("id = " + id);
    }

    private void select(String where) throws SQLException {
        try (ResultSet rows =
                statement.executeQuery("SELECT id, CAST(a AS CHAR) a, n, CAST(b AS CHAR) b, v, CAST(c AS CHAR) c FROM "
                        + table + " WHERE " + where + " ORDER BY id")) {
            while (rows.next()) {
                Map<String, String> row = new LinkedHashMap<>();
                for (String column : List.of("id", "a", "n", "b", "v", "c")) {
                    row.put(column, rows.getString(column));
                }
                shown.add(row);
            }
        }
    }

    private void assertSameAsSelect(int partialEvents) throws Exception {
        List<Row> rows = BinlogFile.rows(server, start, table);
        TableSchema schema = SchemaFactory.fromMetadata(rows.get(0).map(), List.of());
        assertThat(rows).hasSameSizeAs(shown);
        for (int i = 0; i < shown.size(); i++) {
            assertThat(ValueText.of(schema, rows.get(i).after(schema.layout())))
                    .as("row %d", i)
                    .isEqualTo(shown.get(i));
        }
        assertThat(partialEvents()).isGreaterThanOrEqualTo(partialEvents);
    }

    /** As {@link #assertSameAsSelect}, where a statement leaves some rows as they were, of which the binlog says nothing. */
    private void assertSameRows() throws Exception {
        List<Row> rows = BinlogFile.rows(server, start, table);
        TableSchema schema = SchemaFactory.fromMetadata(rows.get(0).map(), List.of());
        Map<String, Map<String, String>> last = new LinkedHashMap<>();
        List<Map<String, String>> changes = new ArrayList<>();
        for (Map<String, String> row : shown) {
            if (!row.equals(last.put(row.get("id"), row))) {
                changes.add(row);
            }
        }
        assertThat(rows)
                .extracting(row -> ValueText.of(schema, row.after(schema.layout())))
                .containsExactlyElementsOf(changes);
        assertThat(partialEvents()).isGreaterThanOrEqualTo(5);
    }

    private long partialEvents() throws Exception {
        return BinlogFile.events(server, start).stream()
                .filter(event -> event.header().type() == EventType.PARTIAL_UPDATE_ROWS)
                .count();
    }

    private static String change(Random random) {
        StringBuilder sql = new StringBuilder("a");
        int calls = 1 + random.nextInt(3);
        for (int i = 0; i < calls; i++) {
            String path = path(random);
            switch (random.nextInt(4)) {
                case 0 ->
                    sql.insert(0, "JSON_REMOVE(").append(", '").append(path).append("')");
                case 1 ->
                    sql.insert(0, "JSON_REPLACE(")
                            .append(", '")
                            .append(path)
                            .append("', ")
                            .append(value(random, 2))
                            .append(")");
                default ->
                    sql.insert(0, "JSON_SET(")
                            .append(", '")
                            .append(path)
                            .append("', ")
                            .append(value(random, 2))
                            .append(", '")
                            .append(path(random))
                            .append("', ")
                            .append(value(random, 1))
                            .append(")");
            }
        }
        return sql.toString();
    }

    private static String path(Random random) {
        StringBuilder path = new StringBuilder("$");
        int legs = 1 + random.nextInt(3);
        for (int i = 0; i < legs; i++) {
            path.append(
                    switch (random.nextInt(6)) {
                        case 0 -> "[" + random.nextInt(6) + "]";
                        case 1 -> random.nextBoolean() ? "[last]" : "[last-1]";
                        default -> "." + name(random);
                    });
        }
        return path.toString();
    }

    private static String name(Random random) {
        return List.of("a", "b", "cc", "\"a b\"", "ü", "ddd", "e", "\"\"").get(random.nextInt(8));
    }

    private static String value(Random random, int depth) {
        return depth == 0 || random.nextInt(3) > 0
                ? SCALARS.get(random.nextInt(SCALARS.size()))
                : container(random, depth);
    }

    private static String container(Random random, int depth) {
        boolean object = random.nextInt(3) > 0;
        List<String> parts = new ArrayList<>();
        int count = random.nextInt(7);
        for (int i = 0; i < count; i++) {
            String name = name(random);
            String key = name.startsWith("\"") ? name.substring(1, name.length() - 1) : name;
            parts.add((object ? "'" + key + "', " : "") + value(random, depth - 1));
        }
        if (object) {
            parts.add("'filler', REPEAT('f', 400)");
        }
        return (object ? "JSON_OBJECT(" : "JSON_ARRAY(") + String.join(", ", parts) + ")";
    }
}
