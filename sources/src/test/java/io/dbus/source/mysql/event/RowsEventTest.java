package io.dbus.source.mysql.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Operation;
import io.dbus.event.RowFormat;
import org.junit.jupiter.api.Test;

class RowsEventTest {
    /** Two columns of one byte and one of text. */
    private final TableMapBuilder table = new TableMapBuilder("a", "t")
            .column(ColumnType.TINY)
            .column(ColumnType.TINY)
            .column(ColumnType.VARCHAR, 10, 0);

    private final TableMap map = table.build();

    @Test
    void numberAndEndOfStatementAreReadWithoutTheRest() {
        byte[] b = table.rows(true, 3);

        assertThat(RowsEvent.tableNumber(b, 0, b.length)).isEqualTo(7);
        assertThat(RowsEvent.endsStatement(b, 0, b.length)).isTrue();
        b[6] = 0;
        assertThat(RowsEvent.endsStatement(b, 0, b.length)).isFalse();
    }

    @Test
    void aDeleteHasTheImageBefore() {
        byte[] b = table.rows(false, 3, 7, 0, 5, 6, 1, 'x', 2, 9, 0);
        RowsEvent rows = RowsEvent.open(EventType.DELETE_ROWS_V1, b, 0, b.length, map);

        assertThat(rows.operation()).isEqualTo(Operation.DELETE);
        assertThat(rows.beforePresent()).isEmpty();
        assertThat(rows.next()).isTrue();
        assertThat(rows.beforeStart()).isEqualTo(10);
        assertThat(rows.beforeLength()).isEqualTo(5);
        assertThat(rows.beforeStarts()).containsExactly(11, 12, 13);
        assertThat(rows.next()).isTrue();
        assertThat(rows.row()).isEqualTo(1);
        assertThat(rows.beforeStarts()).containsExactly(16, RowFormat.NULL, 17);
        assertThat(rows.next()).isFalse();
    }

    @Test
    void extraDataOfVersion2IsSkipped() {
        byte[] b = table.rows(true, 9, 9, 9, 3, 7, 0, 5, 6, 0);
        b[8] = 5;
        RowsEvent rows = RowsEvent.open(EventType.WRITE_ROWS, b, 0, b.length, map);

        assertThat(rows.next()).isTrue();
        assertThat(rows.afterStarts()).containsExactly(16, 17, 18);
        assertThat(rows.next()).isFalse();
    }

    @Test
    void aMinimalUpdateHasTheKeyBeforeAndWhatChangedAfter() {
        byte[] b = table.rows(true, 3, 0b001, 0b110, 0, 5, 0b01, 1, 'x');
        RowsEvent rows = RowsEvent.open(EventType.UPDATE_ROWS, b, 0, b.length, map);

        assertThat(rows.beforePresent()).containsExactly(0b001);
        assertThat(rows.afterPresent()).containsExactly(0b110);
        assertThat(rows.next()).isTrue();
        assertThat(rows.beforeStarts()).containsExactly(14, RowFormat.ABSENT, RowFormat.ABSENT);
        assertThat(rows.afterStarts()).containsExactly(RowFormat.ABSENT, RowFormat.NULL, 16);
        assertThat(rows.next()).isFalse();
    }

    @Test
    void bitsAfterTheLastColumnDoNotCount() {
        byte[] b = table.rows(true, 3, 0xFF, 0, 5, 6, 0);
        assertThat(RowsEvent.open(EventType.WRITE_ROWS, b, 0, b.length, map).afterPresent())
                .isEmpty();
    }

    @Test
    void aRowOfDefaultsInAMinimalImageIsARow() {
        byte[] b = table.rows(true, 3, 0);
        RowsEvent rows = RowsEvent.open(EventType.WRITE_ROWS, b, 0, b.length, map);

        assertThat(rows.next()).isTrue();
        assertThat(rows.afterLength()).isZero();
        assertThat(rows.afterStarts()).containsOnly(RowFormat.ABSENT);
        assertThat(rows.next()).isFalse();
    }

    @Test
    void anEventWithoutRowsHasNone() {
        byte[] b = table.rows(true, 3, 7);
        assertThat(RowsEvent.open(EventType.WRITE_ROWS, b, 0, b.length, map).next())
                .isFalse();
    }

    @Test
    void rowsWithoutColumnsDoNotGoOnForEver() {
        byte[] b = table.rows(true, 3, 0, 0);
        RowsEvent rows = RowsEvent.open(EventType.DELETE_ROWS, b, 0, b.length, map);
        assertThatThrownBy(rows::next).isInstanceOf(BinlogFormatException.class).hasMessageContaining("a.t");
    }

    @Test
    void anEventOfAnotherTableOrWidthIsRefused() {
        byte[] other = new TableMapBuilder("a", "t").number(8).rows(true, 3, 7);
        assertThatThrownBy(() -> RowsEvent.open(EventType.WRITE_ROWS, other, 0, other.length, map))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("number 8");
        byte[] wider = table.rows(true, 4, 15);
        assertThatThrownBy(() -> RowsEvent.open(EventType.WRITE_ROWS, wider, 0, wider.length, map))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("4 columns");
    }

    @Test
    void aRowThatIsCutOffIsNamedByItsColumn() {
        byte[] b = table.rows(true, 3, 7, 0, 5, 6, 9, 'x');
        RowsEvent rows = RowsEvent.open(EventType.WRITE_ROWS, b, 0, b.length, map);
        assertThatThrownBy(rows::next)
                .isInstanceOf(BinlogFormatException.class)
                .hasMessage("A WRITE_ROWS event of table a.t ends inside column 3 of row 0");
    }

    @Test
    void compressedRowsOfMariaDbAreUnpacked() {
        // 0, 5, 6, 1, 'x' by zlib's "stored" blocks.
        byte[] b = table.rows(
                false, 3, 7, 0x81, 5, 0x78, 0x01, 0x01, 5, 0, 0xFA, 0xFF, 0, 5, 6, 1, 'x', 0x00, 0xA5, 0x00, 0x85);
        RowsEvent rows = RowsEvent.open(EventType.MARIADB_WRITE_ROWS_COMPRESSED_V1, b, 0, b.length, map);

        assertThat(rows.next()).isTrue();
        assertThat(rows.bytes()).containsExactly(0, 5, 6, 1, 'x');
        assertThat(rows.afterStarts()).containsExactly(1, 2, 3);
        assertThat(rows.next()).isFalse();
    }
}
