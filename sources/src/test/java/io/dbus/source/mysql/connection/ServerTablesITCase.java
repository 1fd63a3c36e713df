package io.dbus.source.mysql.connection;

import static io.dbus.source.mysql.connection.TestStreams.address;
import static io.dbus.source.mysql.connection.TestStreams.settings;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

@RequiresServers
class ServerTablesITCase {
    private final MySqlServer server = SharedServers.mysql();

    @Test
    void columnsAndKeysComeInTheTablesOwnOrder() throws Exception {
        String database = server.createDatabase("tables");
        server.execute(
                "CREATE TABLE " + database
                        + ".`It's \\ a \"t\"` (z INT UNSIGNED, `a b` VARCHAR(10) CHARACTER SET latin1 NOT NULL, "
                        + "e ENUM('x','y''z'), g INT AS (z + 1) VIRTUAL, h INT INVISIBLE, d DECIMAL(10,2) NOT NULL, "
                        + "PRIMARY KEY (d, `a b`(3)))",
                "CREATE TABLE " + database + ".nokey (j JSON)",
                "CREATE TABLE " + database + ".nokey_tmp (j JSON)",
                "CREATE VIEW " + database + ".v AS SELECT 1");
        Map<TableId, TableDefinition> tables = read(database + ".*", "!" + database + ".*_tmp");

        TableId odd = new TableId(database, "It's \\ a \"t\"");
        assertThat(tables.keySet()).containsExactly(odd, new TableId(database, "nokey"));
        assertThat(tables.get(odd))
                .isEqualTo(new TableDefinition(
                        odd,
                        List.of(
                                new ColumnDefinition("z", "int unsigned", "", true),
                                new ColumnDefinition("a b", "varchar(10)", "latin1", false),
                                new ColumnDefinition("e", "enum('x','y''z')", "utf8mb4", true),
                                new ColumnDefinition("g", "int", "", true, false, true, false, "", ""),
                                new ColumnDefinition("h", "int", "", true, false, false, true, "", ""),
                                new ColumnDefinition("d", "decimal(10,2)", "", false)),
                        List.of("d", "a b"),
                        "utf8mb4",
                        ""));
        assertThat(tables.get(new TableId(database, "nokey")).key()).isEmpty();
    }

    @Test
    void aKeyThatTheServerMadeItselfIsSeenEvenWhereItIsHidden() throws Exception {
        String database = server.createDatabase("gipk");
        server.execute(
                "SET SESSION sql_generate_invisible_primary_key = ON",
                "CREATE TABLE " + database + ".t (v INT)",
                "SET GLOBAL show_gipk_in_create_table_and_information_schema = OFF");
        try {
            TableDefinition table = read(database + ".t").get(new TableId(database, "t"));
            assertThat(table.columns()).extracting(ColumnDefinition::name).containsExactly("my_row_id", "v");
            assertThat(table.key()).containsExactly("my_row_id");
        } finally {
            server.execute("SET GLOBAL show_gipk_in_create_table_and_information_schema = ON");
        }
    }

    @Test
    void theServersOwnTablesAreLeftOut() throws Exception {
        assertThat(read("mysql.*", "sys.*", "performance_schema.*", "information_schema.*"))
                .isEmpty();
    }

    private Map<TableId, TableDefinition> read(String... patterns) throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address(server), settings(server))) {
            return ServerTables.read(connection, TableSelector.parse(List.of(patterns)));
        }
    }
}
