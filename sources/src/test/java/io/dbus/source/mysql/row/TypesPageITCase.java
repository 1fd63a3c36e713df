package io.dbus.source.mysql.row;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueReceiver;
import io.dbus.event.ValueText;
import io.dbus.pattern.TableSelector;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.ServerTables;
import io.dbus.source.mysql.connection.TestStreams;
import io.dbus.source.mysql.row.BinlogFile.Row;
import io.dbus.types.TypesPage;
import io.dbus.types.TypesPage.Charset;
import io.dbus.types.TypesPage.Value;
import java.lang.reflect.Proxy;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Each row of the page of types reads as what SELECT shows, and goes to the method of the receiver that the page says. {@link Path} is how rows come; one that reads them in another way runs the same rows.
 */
@RequiresServers
class TypesPageITCase {
    /** A way by which rows come from a server. */
    private interface Path {
        /** The one row of a table. */
        ReadRow row(TableId table) throws Exception;
    }

    /** A row with its schema. */
    private record ReadRow(TableSchema schema, RowImage image) {
        String text(String column) {
            return ValueText.of(image, schema.indexOf(column).orElseThrow());
        }
    }

    private enum Server {
        MYSQL,
        MARIADB;

        DatabaseServer shared() {
            return this == MYSQL ? SharedServers.mysql() : SharedServers.mariadb();
        }
    }

    @ParameterizedTest
    @CsvSource({"MYSQL, FULL", "MYSQL, MINIMAL", "MARIADB, FULL", "MARIADB, MINIMAL"})
    void eachTypeReadsAsSelectShowsIt(Server which, String metadata) throws Exception {
        TypesPage page = TypesPage.read();
        List<Value> values = new ArrayList<>(which == Server.MYSQL ? page.mySql() : page.mariaDb());
        assertThat(values).hasSizeGreaterThan(50);
        DatabaseServer server = which.shared();
        String database = server.createDatabase("page");
        Map<TableId, List<String>> statements = new LinkedHashMap<>();
        values.forEach(value -> {
            TableId table = new TableId(database, "v" + value.line());
            statements.put(table, value.statements(table.toString()));
        });
        BinlogPosition start = write(server, metadata, statements);

        Path path = binlog(server, start, database);
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            prepare(statement);
            for (Value value : values) {
                TableId table = new TableId(database, "v" + value.line());
                ReadRow row = path.row(table);
                int position = row.schema().indexOf(value.column()).orElseThrow();
                assertThat(receiverOf(row.image(), position))
                        .as(value.toString())
                        .isEqualTo(value.logical());
                Kind kind =
                        row.schema().type(row.schema().columns().get(position)).kind();
                assertThat(normalized(kind, ours(row.image(), position)))
                        .as(value.toString())
                        .isEqualTo(normalized(kind, selected(statement, table, kind, value.column())));
            }
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachCharsetOfTheServerReadsAsSelectShowsIt(Server which) throws Exception {
        DatabaseServer server = which.shared();
        List<Charset> charsets = TypesPage.read().charsets();
        List<String> ofServer = server
                .query("SELECT CHARACTER_SET_NAME n FROM information_schema.CHARACTER_SETS"
                        + " WHERE CHARACTER_SET_NAME NOT IN ('binary', 'filename')")
                .stream()
                .map(row -> row.get("n").toString())
                .toList();
        assertThat(charsets).extracting(Charset::name).containsAll(ofServer);

        String database = server.createDatabase("charsets");
        Map<TableId, List<String>> statements = new LinkedHashMap<>();
        for (Charset charset : charsets) {
            if (ofServer.contains(charset.name())) {
                TableId table = new TableId(database, charset.name());
                String text = "'" + charset.text() + "'";
                String set = " CHARACTER SET " + charset.name();
                statements.put(
                        table,
                        List.of(
                                "CREATE TABLE " + table + " (c CHAR(20)" + set + ", v VARCHAR(300)" + set
                                        + ", tt TINYTEXT"
                                        + set + ", t TEXT" + set + ", mt MEDIUMTEXT" + set + ", lt LONGTEXT" + set
                                        + ", e ENUM('x'," + text + ")" + set + ", s SET('x'," + text + ")" + set
                                        + ", n VARCHAR(20)" + set + ")",
                                "INSERT INTO " + table + " VALUES (" + (text + ",").repeat(7) + "'x," + charset.text()
                                        + "', 'a\\0b')"));
            }
        }
        for (String metadata : List.of("FULL", "MINIMAL")) {
            BinlogPosition start = write(server, metadata, statements);
            Path path = binlog(server, start, database);
            for (Charset charset : charsets) {
                if (ofServer.contains(charset.name())) {
                    ReadRow row = path.row(new TableId(database, charset.name()));
                    for (String column : List.of("c", "v", "tt", "t", "mt", "lt")) {
                        assertThat(row.text(column)).as(charset + " " + column).isEqualTo(charset.text());
                    }
                    assertThat(row.text("n")).as(charset.toString()).isEqualTo("a\0b");
                    if (metadata.equals("MINIMAL")
                            && charset.text().chars().anyMatch(c -> Character.isSurrogate((char) c))) {
                        for (String column : List.of("e", "s")) {
                            assertThatThrownBy(() -> row.text(column))
                                    .as(charset + " " + column)
                                    .isInstanceOf(RowDecodeException.class)
                                    .hasMessageContaining("SET GLOBAL binlog_row_metadata=FULL");
                        }
                    } else {
                        assertThat(row.text("e")).as(charset.toString()).isEqualTo(charset.text());
                        assertThat(row.text("s")).as(charset.toString()).isEqualTo("x," + charset.text());
                    }
                    server.execute("DROP TABLE " + database + "." + charset.name());
                }
            }
        }
    }

    /** Writes with what the binlog says of columns; gives where it begins. */
    private static BinlogPosition write(DatabaseServer server, String metadata, Map<TableId, List<String>> statements)
            throws Exception {
        server.execute("SET GLOBAL binlog_row_metadata=" + metadata);
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            prepare(statement);
            BinlogPosition start = server.binlogPosition();
            for (List<String> ofTable : statements.values()) {
                for (String sql : ofTable) {
                    statement.execute(sql);
                }
            }
            return start;
        } finally {
            server.execute("SET GLOBAL binlog_row_metadata=FULL");
        }
    }

    private static Path binlog(DatabaseServer server, BinlogPosition start, String database) throws Exception {
        Map<TableId, TableDefinition> definitions;
        try (MySqlConnection connection =
                MySqlConnection.open(TestStreams.address(server), TestStreams.settings(server))) {
            definitions = ServerTables.read(connection, TableSelector.parse(List.of(database + ".*")));
        }
        return table -> {
            Optional<TableDefinition> definition = Optional.of(definitions.get(table));
            List<Row> rows = BinlogFile.rows(server, start, table, definition);
            assertThat(rows).as(table.toString()).hasSize(1);
            Row row = rows.get(0);
            TableSchema schema = row.map().hasNames()
                    ? SchemaFactory.fromMetadata(row.map(), definition, List.of())
                    : SchemaFactory.fromServer(row.map(), definition.get(), List.of());
            return new ReadRow(schema, row.after(schema.layout()));
        };
    }

    /** A session that takes what strict mode would refuse, in UTC. */
    private static void prepare(Statement statement) throws Exception {
        statement.execute("SET SESSION sql_mode='', time_zone='+00:00'");
        statement.execute("SET NAMES utf8mb4");
    }

    private static String receiverOf(RowImage image, int position) {
        List<String> called = new ArrayList<>();
        image.read(position, (ValueReceiver) Proxy.newProxyInstance(
                ValueReceiver.class.getClassLoader(),
                new Class<?>[] {ValueReceiver.class},
                (proxy, method, arguments) -> {
                    called.add(method.getName());
                    return null;
                }));
        return String.join(", ", called);
    }

    private static String ours(RowImage image, int position) {
        ServerText text = new ServerText();
        image.read(position, text);
        return text.text();
    }

    private static String selected(Statement statement, TableId table, Kind kind, String column) throws Exception {
        try (ResultSet result =
                statement.executeQuery("SELECT " + ServerText.select(kind, column) + " FROM " + table)) {
            assertThat(result.next()).isTrue();
            byte[] text = result.getBytes(1);
            return text == null ? null : new String(text, UTF_8);
        }
    }

    /** Numbers as numbers: ZEROFILL shows zeros that are not part of them, and a FLOAT is asked for as a DOUBLE. */
    private static String normalized(Kind kind, String text) {
        if (text == null) {
            return null;
        }
        return switch (kind) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, DECIMAL -> new BigDecimal(text).toPlainString();
            case FLOAT, DOUBLE -> Double.toString(Double.parseDouble(text.startsWith("f") ? text.substring(1) : text));
            default -> text;
        };
    }
}
