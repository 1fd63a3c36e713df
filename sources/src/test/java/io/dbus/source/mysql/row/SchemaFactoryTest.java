package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Column;
import io.dbus.event.ColumnDefinition;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowDecodeException;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.TableMapBuilder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SchemaFactoryTest {
    private final TableMapBuilder map = new TableMapBuilder("shop", "orders")
            .column(ColumnType.LONGLONG)
            .notNull()
            .column(ColumnType.VARCHAR, 80, 0)
            .column(ColumnType.NEWDECIMAL, 10, 2)
            .column(ColumnType.STRING, ColumnType.ENUM, 1)
            .column(ColumnType.STRING, ColumnType.STRING, 4)
            .column(ColumnType.DATETIME2, 3);

    private final List<ColumnDefinition> columns = List.of(
            new ColumnDefinition("id", "bigint unsigned", "", false),
            new ColumnDefinition("name", "varchar(20)", "utf8mb4", true),
            new ColumnDefinition("price", "decimal(10,2)", "", true),
            new ColumnDefinition("state", "enum('new','it''s')", "latin1", true),
            new ColumnDefinition("hash", "binary(4)", "", true),
            new ColumnDefinition("at", "datetime(3)", "", true));

    @Test
    void fullMetadataMakesTheWholeSchema() {
        TableSchema schema = SchemaFactory.fromMetadata(
                map.field(1, 0b1000_0000)
                        .field(2, 63, 0, 0xFC, 255, 0)
                        .names("id", "name", "price", "state", "hash", "at")
                        .field(6, 2, 3, 'n', 'e', 'w', 2, 'b', 0xE9)
                        .field(8, 0)
                        .field(10, 8)
                        .build(),
                List.of());

        assertThat(schema.table()).isEqualTo(new TableId("shop", "orders"));
        assertThat(schema.columns())
                .extracting(Column::name)
                .containsExactly("id", "name", "price", "state", "hash", "at");
        assertThat(schema.columns())
                .extracting(schema::type)
                .containsExactly(
                        LogicalType.unsigned(Kind.BIGINT),
                        LogicalType.of(Kind.VARCHAR, 20),
                        LogicalType.decimal(10, 2),
                        LogicalType.labelled(Kind.ENUM, List.of("new", "bé")),
                        LogicalType.of(Kind.BINARY, 4),
                        LogicalType.temporal(Kind.DATETIME, 3));
        assertThat(schema.key()).extracting(Column::name).containsExactly("id");
    }

    @Test
    void theColumnsThatTheUserNamesAreTheKey() {
        TableDefinition server = new TableDefinition(new TableId("shop", "orders"), columns, List.of("id"));

        assertThat(SchemaFactory.fromServer(map.build(), server, List.of("at", "name"))
                        .key())
                .extracting(Column::name)
                .containsExactly("at", "name");
        assertThatThrownBy(() -> SchemaFactory.fromServer(map.build(), server, List.of("nmae")))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("nmae");
    }

    @Test
    void withoutNamesTheCureIsNamed() {
        assertThatThrownBy(() -> SchemaFactory.fromMetadata(map.build(), List.of()))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("SET GLOBAL binlog_row_metadata=FULL");
    }

    @Test
    void theServerGivesNamesSignsCharsetsLabelsAndKey() {
        TableSchema schema = SchemaFactory.fromServer(
                map.build(), new TableDefinition(new TableId("shop", "orders"), columns, List.of("id")), List.of());

        assertThat(schema.columns())
                .extracting(schema::type)
                .containsExactly(
                        LogicalType.unsigned(Kind.BIGINT),
                        LogicalType.of(Kind.VARCHAR, 20),
                        LogicalType.decimal(10, 2),
                        LogicalType.labelled(Kind.ENUM, List.of("new", "it's")),
                        LogicalType.of(Kind.BINARY, 4),
                        LogicalType.temporal(Kind.DATETIME, 3));
        assertThat(schema.key()).extracting(Column::name).containsExactly("id");
        assertThat(schema.layout().column(3).physical().charset()).isEqualTo(8);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "0 | bigint | - | true | NOT NULL",
                "0 | int unsigned | - | false | BIGINT",
                "1 | varchar(21) | utf8mb4 | true | VARCHAR",
                "1 | varchar(20) | latin1 | true | VARCHAR",
                "1 | text | utf8mb4 | true | VARCHAR",
                "2 | decimal(10,3) | - | true | DECIMAL",
                "3 | set('new','it''s') | latin1 | true | ENUM",
                "4 | binary(5) | - | true | BINARY",
                "4 | char(4) | utf8mb4 | true | CHAR",
                "5 | datetime | - | true | DATETIME",
                "5 | timestamp(3) | - | true | DATETIME",
            })
    void aDifferenceIsNamedWithTableColumnAndCure(
            int index, String type, String charset, boolean nullable, String inBinlog) {
        List<ColumnDefinition> changed = new ArrayList<>(columns);
        String name = columns.get(index).name();
        changed.set(index, new ColumnDefinition(name, type, charset.equals("-") ? "" : charset, nullable));
        TableDefinition server = new TableDefinition(new TableId("shop", "orders"), changed, List.of("id"));

        assertThatThrownBy(() -> SchemaFactory.fromServer(map.build(), server, List.of()))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("Column " + (index + 1) + " (" + name + ") of table shop.orders")
                .hasMessageContaining(inBinlog)
                .hasMessageContaining("SET GLOBAL binlog_row_metadata=FULL");
    }

    @Test
    void signsAndCharsetsAreComparedWhereTheBinlogHasThem() {
        TableDefinition server = new TableDefinition(new TableId("shop", "orders"), columns, List.of("id"));
        TableMapBuilder signed = new TableMapBuilder("shop", "orders").column(ColumnType.LONGLONG);
        TableDefinition one = new TableDefinition(
                server.table(), List.of(new ColumnDefinition("id", "bigint unsigned", "", true)), List.of());
        assertThatThrownBy(() -> SchemaFactory.fromServer(signed.field(1, 0).build(), one, List.of()))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("signed");

        TableMapBuilder text = new TableMapBuilder("shop", "orders").column(ColumnType.BLOB, 2);
        TableDefinition latin1 = new TableDefinition(
                server.table(), List.of(new ColumnDefinition("x", "text", "latin1", true)), List.of());
        assertThatThrownBy(
                        () -> SchemaFactory.fromServer(text.field(2, 255 - 223).build(), latin1, List.of()))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("charset");
    }

    @Test
    void anotherNumberOfColumnsIsNamed() {
        TableDefinition server = new TableDefinition(new TableId("shop", "orders"), columns.subList(0, 5), List.of());
        assertThatThrownBy(() -> SchemaFactory.fromServer(map.build(), server, List.of()))
                .isInstanceOf(SchemaMismatchException.class)
                .hasMessageContaining("6 columns in the binlog but 5");
    }

    @Test
    void aTypeThatCannotBeReadIsNamedWithTableAndColumn() {
        TableMapBuilder none =
                new TableMapBuilder("shop", "orders").column(ColumnType.NULL).names("c");
        assertThatThrownBy(() -> SchemaFactory.fromMetadata(none.build(), List.of()))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("Column c of table shop.orders")
                .hasMessageContaining("NULL");
    }

    @Test
    void labelsAreUnquoted() {
        assertThat(ServerType.parse("enum('a','b')").labels()).containsExactly("a", "b");
        assertThat(ServerType.parse("enum('it''s','d,e',')')").labels()).containsExactly("it's", "d,e", ")");
        assertThat(ServerType.parse("set('b\\\\c','\\n','')").labels()).containsExactly("b\\c", "\n", "");
    }

    @Test
    void aTypeThatIsNotUnderstoodIsAnError() {
        for (String text : List.of("enum('a", "enum(a)", "enum('a'", "decimal(10", "decimal(x)")) {
            assertThatThrownBy(() -> ServerType.parse(text)).isInstanceOf(SchemaMismatchException.class);
        }
        assertThat(ServerType.parse("double unsigned").unsigned()).isTrue();
        assertThat(ServerType.parse("int(10) unsigned zerofill").argument(0, 0)).isEqualTo(10);
    }
}
