package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.EventKey;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.event.TableMapBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyReaderTest {
    /** The key is (b, a), c is none of it. */
    private final TableMapBuilder table = new TableMapBuilder("shop", "orders")
            .column(ColumnType.TINY)
            .column(ColumnType.VARCHAR, 10, 0)
            .column(ColumnType.TINY)
            .field(1, 0)
            .field(2, 8)
            .names("a", "b", "c")
            .field(8, 1, 0);

    private final TableMap map = table.build();
    private final TableSchema schema = SchemaFactory.fromMetadata(map, List.of());
    private final KeyReader keys = new KeyReader("db", "", schema);

    @Test
    void aKeyIsItsPlaceAndItsColumnsInTheirOrder() {
        EventKey.Builder expected = new EventKey.Builder("db", "", "shop", "orders");
        expected.text(new byte[] {'x'}, 0, 1);
        expected.int64(5);

        RowsEvent rows = open(EventType.WRITE_ROWS, 3, 7, 0, 5, 1, 'x', 9);
        rows.next();
        assertThat(keys.keyAfter(rows)).isEqualTo(expected.build());
        assertThat(keys.key(RecordedEvents.after(schema, rows))).isEqualTo(keys.keyAfter(rows));
    }

    @Test
    void tablesAndServersDoNotShareKeys() {
        RowsEvent rows = open(EventType.WRITE_ROWS, 3, 7, 0, 5, 1, 'x', 9);
        rows.next();
        assertThat(new KeyReader("db", "eu1", schema).keyAfter(rows)).isNotEqualTo(keys.keyAfter(rows));
        assertThat(new KeyReader("db2", "", schema).keyAfter(rows)).isNotEqualTo(keys.keyAfter(rows));
    }

    @Test
    void anUpdateThatLeavesTheKeyHasTheSameKey() {
        RowsEvent rows = open(EventType.UPDATE_ROWS, 3, 7, 7, 0, 5, 1, 'x', 9, 0, 5, 1, 'x', 8);
        rows.next();
        assertThat(keys.sameKey(rows)).isTrue();
        assertThat(keys.keyBefore(rows)).isEqualTo(keys.keyAfter(rows));
    }

    @Test
    void anUpdateOfAnyPartOfTheKeyHasAnother() {
        RowsEvent first = open(EventType.UPDATE_ROWS, 3, 7, 7, 0, 5, 1, 'x', 9, 0, 5, 1, 'y', 9);
        first.next();
        assertThat(keys.sameKey(first)).isFalse();
        RowsEvent second = open(EventType.UPDATE_ROWS, 3, 7, 7, 0, 5, 1, 'x', 9, 0, 6, 1, 'x', 9);
        second.next();
        assertThat(keys.sameKey(second)).isFalse();
        RowsEvent toNull = open(EventType.UPDATE_ROWS, 3, 7, 7, 0, 5, 1, 'x', 9, 1, 1, 'x', 9);
        toNull.next();
        assertThat(keys.sameKey(toNull)).isFalse();
        assertThat(keys.keyBefore(toNull)).isNotEqualTo(keys.keyAfter(toNull));
    }

    @Test
    void keyColumnsThatAMinimalImageLacksAfterAnUpdateDidNotChange() {
        RowsEvent rows = open(EventType.UPDATE_ROWS, 3, 0b011, 0b110, 0, 5, 1, 'x', 0, 1, 'y', 9);
        rows.next();
        assertThat(keys.sameKey(rows)).isFalse();
        EventKey.Builder expected = new EventKey.Builder("db", "", "shop", "orders");
        expected.text(new byte[] {'y'}, 0, 1);
        expected.int64(5);
        assertThat(keys.keyAfter(rows)).isEqualTo(expected.build());

        RowsEvent unchanged = open(EventType.UPDATE_ROWS, 3, 0b011, 0b100, 0, 5, 1, 'x', 0, 9);
        unchanged.next();
        assertThat(keys.sameKey(unchanged)).isTrue();
    }

    @Test
    void anImageThatLacksTheKeyIsRefusedByName() {
        RowsEvent rows = open(EventType.DELETE_ROWS, 3, 0b101, 0, 5, 9);
        rows.next();
        assertThatThrownBy(() -> keys.keyBefore(rows))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("key column b")
                .hasMessageContaining("binlog_row_image=FULL");
        RowImage image = RecordedEvents.before(schema, rows);
        assertThatThrownBy(() -> keys.key(image)).isInstanceOf(RowDecodeException.class);
    }

    @Test
    void aKeyThatCannotBeReadLeavesNothingForTheNext() {
        TableMapBuilder two = new TableMapBuilder("shop", "orders")
                .column(ColumnType.TINY)
                .column(ColumnType.VARCHAR, 10, 0)
                .field(2, 26)
                .names("a", "b")
                .field(8, 0, 1);
        TableMap twoMap = two.build();
        TableSchema twoSchema = SchemaFactory.fromMetadata(twoMap, List.of());
        KeyReader reader = new KeyReader("db", "", twoSchema);
        byte[] b = two.rows(true, 2, 3, 0, 5, 1, 0x81, 0, 5, 1, 'x');
        RowsEvent rows = RowsEvent.open(EventType.WRITE_ROWS, b, 0, b.length, twoMap);
        rows.next();
        assertThatThrownBy(() -> reader.keyAfter(rows))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("cp1250");
        rows.next();
        assertThat(reader.keyAfter(rows)).isEqualTo(new KeyReader("db", "", twoSchema).keyAfter(rows));
    }

    @Test
    void aTableWithoutAKeyHasOneKey() {
        TableSchema none = new TableSchema(schema.table(), schema.layout(), schema.columns(), List.of());
        KeyReader reader = new KeyReader("db", "", none);
        RowsEvent rows = open(EventType.UPDATE_ROWS, 3, 7, 7, 0, 5, 1, 'x', 9, 0, 6, 1, 'y', 8);
        rows.next();
        assertThat(reader.sameKey(rows)).isTrue();
        assertThat(reader.keyAfter(rows)).isEqualTo(new EventKey.Builder("db", "", "shop", "orders").build());
    }

    private RowsEvent open(int type, int... tail) {
        byte[] b = table.rows(true, tail);
        return RowsEvent.open(type, b, 0, b.length, map);
    }
}
