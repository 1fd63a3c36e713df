package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.LayoutColumn;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.PhysicalType;
import io.dbus.event.RowFormats;
import io.dbus.event.RowImage;
import io.dbus.event.RowLayout;
import io.dbus.event.RowOverlay;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.event.ColumnType;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlRowFormatEraseTest {
    private static final LayoutColumn INT = column(Kind.INT, ColumnType.LONG, 0, 0);

    /** Columns: int, the erased one, int. What is behind it is found only while its size is still there. */
    @ParameterizedTest
    @CsvSource({
        "VARCHAR, 15, 80, 33, 03616263, 03000000",
        "VARCHAR, 15, 1000, 33, 0300616263, 0300000000",
        "CHAR, 254, 80, 33, 03616263, 03000000",
        "BLOB, 252, 2, 63, 0200abcd, 02000000",
        "TEXT, 252, 4, 33, 0100000041, 0100000000",
        "JSON, 245, 4, 0, 020000000401, 020000000000",
        "GEOMETRY, 255, 4, 0, 04000000ffffffff, 0400000000000000",
        "INT, 3, 0, 0, 07000000, 00000000",
        "BIGINT, 8, 0, 0, 0700000000000080, 0000000000000000",
        "DECIMAL, 246, 522, 0, 8000000c1e, 0000000000",
        "DATETIME, 18, 0, 0, 99b2850000, 0000000000",
        "ENUM, 247, 1, 0, 02, 00",
        "BIT, 16, 256, 0, ff, 00",
        "DOUBLE, 5, 8, 0, 0102030405060708, 0000000000000000",
    })
    void nothingOfAnErasedValueIsLeftAndWhatIsBehindItIsFound(
            Kind kind, int code, int meta, int charset, String value, String erased) {
        RowLayout layout = new RowLayout(
                RowFormats.named(MySqlRowFormat.NAME), List.of(INT, column(kind, code, meta, charset), INT));
        byte[] bytes = HexFormat.of().parseHex("00" + "01000000" + value + "02000000");
        RowImage image = RowImage.full(layout, bytes, 0, bytes.length);

        layout.format().erase(layout.column(1), bytes, 5);

        assertThat(HexFormat.of().formatHex(bytes)).isEqualTo("00" + "01000000" + erased + "02000000");
        assertThat(ValueText.of(image, 0)).isEqualTo("1");
        assertThat(ValueText.of(image, 2)).isEqualTo("2");
    }

    /** Ten columns, so that the bitmap of those present and that of the NULLs have two bytes each, and one new column behind them. */
    @Test
    void newValuesLieOverAnImageOfSomeColumnsWithNullsAmongThem() {
        RowLayout layout = new RowLayout(RowFormats.named(MySqlRowFormat.NAME), Collections.nCopies(10, INT));
        // Present are the columns 0, 1, 2, 4, 5, 6, 7, 8, 9; NULL are 1 and 9, the second and the ninth of them.
        byte[] bytes = HexFormat.of()
                .parseHex("0201" + "01000000" + "03000000" + "05000000" + "06000000" + "07000000" + "08000000"
                        + "09000000");
        RowImage image = RowImage.partial(layout, new byte[] {(byte) 0xF7, 0x03}, bytes, 0, bytes.length);
        RowOverlay overlay = RowOverlay.of(
                layout, List.of(0, 1, 2, 3, 4, 5, 6, 7, 9), List.of(8), List.of(LogicalType.of(Kind.TEXT)));
        overlay.values().text("new");

        RowImage made = overlay.over(image);

        assertThat(made.isPresent(3)).isFalse();
        assertThat(made.isNull(1)).isTrue();
        assertThat(made.isNull(9)).isTrue();
        for (int position : List.of(0, 2, 4, 5, 6, 7)) {
            assertThat(ValueText.of(made, position)).isEqualTo(String.valueOf(position + 1));
        }
        assertThat(ValueText.of(made, 8)).as("erased").isEqualTo("0");
        assertThat(ValueText.of(image, 8)).isEqualTo("9");
        assertThat(ValueText.of(made, overlay.added(0))).isEqualTo("new");
        assertThat(made.layout().format().name()).isEqualTo("layered:mysql");
    }

    private static LayoutColumn column(Kind kind, int code, int meta, int charset) {
        return new LayoutColumn(LogicalType.of(kind), new PhysicalType(code, meta, charset));
    }
}
