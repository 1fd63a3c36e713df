package io.dbus.source.mysql.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.RowFormat;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** PARTIAL_UPDATE_ROWS of a table {@code (id INT, a JSON, b JSON)}. */
class PartialImagesTest {
    /** {@code [true]}. */
    private static final int[] ARRAY = {0x02, 1, 0, 7, 0, 0x04, 1, 0};
    /** In it, {@code $[0]} becomes false. */
    private static final int[] DIFFERENCE = {0, 4, '$', '[', '0', ']', 2, 0x04, 2};

    private final TableMapBuilder table = new TableMapBuilder("a", "t")
            .column(ColumnType.LONG)
            .column(ColumnType.JSON, 4)
            .column(ColumnType.JSON, 4)
            .names("id", "a", "b");
    private final TableMap map = table.build();

    @Test
    void aDifferenceBecomesTheWholeValueAndWhatStandsAroundItStays() {
        RowsEvent rows = open(7, 7, row(json(ARRAY), 1, 2, json(DIFFERENCE)));
        assertThat(rows.next()).isTrue();
        assertThat(Arrays.copyOfRange(rows.bytes(), rows.afterStart(), rows.afterStart() + rows.afterLength()))
                .containsExactly(0, 7, 0, 0, 0, 2, 0, 0, 0, 0x04, 0x01, 8, 0, 0, 0, 0x02, 1, 0, 7, 0, 0x04, 2, 0);
        assertThat(rows.afterStarts())
                .containsExactly(rows.afterStart() + 1, rows.afterStart() + 5, rows.afterStart() + 11);
        assertThat(Arrays.copyOfRange(rows.bytes(), rows.beforeStart(), rows.beforeStart() + rows.beforeLength()))
                .containsExactly(0, 7, 0, 0, 0, 2, 0, 0, 0, 0x04, 0x01, 8, 0, 0, 0, 0x02, 1, 0, 7, 0, 0x04, 1, 0);
        assertThat(rows.beforeStarts()).containsExactly(1, 5, 11);
        assertThat(rows.isAtEnd()).isTrue();
        assertThat(rows.next()).isFalse();
    }

    @Test
    void rowsWithoutADifferenceStandWhereTheyStood() {
        RowsEvent rows = open(7, 7, concat(row(json(ARRAY), 0, -1, json(ARRAY)), row(json(ARRAY), 1, 0, json(ARRAY))));
        for (int i = 0; i < 2; i++) {
            assertThat(rows.next()).isTrue();
            assertThat(rows.row()).isEqualTo(i);
            assertThat(rows.afterLength()).isEqualTo(rows.beforeLength());
            assertThat(rows.bytes()).hasSizeGreaterThan(80);
        }
        assertThat(rows.next()).isFalse();
    }

    @Test
    void rowsAreSkippedWithoutALookAtTheirDifferences() {
        int[] damaged = row(json(ARRAY), 1, 2, json(new int[] {9, 9, 9}));
        RowsEvent skipped = open(7, 7, concat(damaged, row(json(ARRAY), 1, 2, json(DIFFERENCE))));
        assertThat(skipped.skip()).isTrue();
        assertThat(skipped.next()).isTrue();
        assertThat(skipped.row()).isEqualTo(1);
        assertThat(skipped.next()).isFalse();
        assertThatThrownBy(open(7, 7, damaged)::next)
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("column b")
                .hasMessageContaining("a.t");
    }

    @Test
    void bitsCountTheJsonColumnsOfTheTableAlsoWhereTheImagesLackThem() {
        RowsEvent rows = open(5, 5, image(json(ARRAY)), 1, 2, image(json(DIFFERENCE)));
        assertThat(rows.next()).isTrue();
        assertThat(rows.afterStarts()).containsExactly(rows.afterStart() + 1, RowFormat.ABSENT, rows.afterStart() + 5);
        assertThat(rows.bytes()[rows.bytes().length - 2]).isEqualTo((byte) 2);
    }

    @Test
    void aDifferenceToAnAbsentColumnIsRefusedWithTheCureAndOneToNullAsDamage() {
        assertThatThrownBy(open(1, 5, new int[] {0, 7, 0, 0, 0}, 1, 2, image(json(DIFFERENCE)))::next)
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("column b")
                .hasMessageContaining("binlog_row_value_options=''")
                .hasMessageContaining("binlog_row_image=FULL");
        assertThatThrownBy(open(5, 5, new int[] {2, 7, 0, 0, 0}, 1, 2, image(json(DIFFERENCE)))::next)
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("NULL");
    }

    @Test
    void otherOptionsAndRowsThatAreCutOffAreRefused() {
        int[] other = row(json(ARRAY), 2, 0, json(ARRAY));
        assertThatThrownBy(open(7, 7, other)::skip)
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("options 2");
        int[] whole = row(json(ARRAY), 1, 2, json(DIFFERENCE));
        for (int length = 1; length < whole.length; length++) {
            RowsEvent rows = open(7, 7, Arrays.copyOf(whole, length));
            assertThatThrownBy(rows::next).isInstanceOf(BinlogFormatException.class);
        }
    }

    private RowsEvent open(int present, int presentAfter, int[] row) {
        byte[] b = table.rows(true, concat(new int[] {3, present, presentAfter}, row));
        return RowsEvent.open(EventType.PARTIAL_UPDATE_ROWS, b, 0, b.length, map);
    }

    private RowsEvent open(int present, int presentAfter, int[] before, int options, int bits, int[] after) {
        return open(present, presentAfter, concat(concat(before, new int[] {options, bits}), after));
    }

    /** Both images with the column a as it is; bits are left out where they are -1. */
    private static int[] row(int[] before, int options, int bits, int[] after) {
        int[] head = {0, 7, 0, 0, 0, 2, 0, 0, 0, 0x04, 0x01};
        int[] between = bits < 0 ? new int[] {options} : new int[] {options, bits};
        return concat(concat(concat(head, before), between), concat(head, after));
    }

    /** An image of the columns id and b. */
    private static int[] image(int[] value) {
        return concat(new int[] {0, 7, 0, 0, 0}, value);
    }

    private static int[] json(int[] value) {
        return concat(new int[] {value.length, 0, 0, 0}, value);
    }

    private static int[] concat(int[] first, int[] second) {
        int[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }
}
