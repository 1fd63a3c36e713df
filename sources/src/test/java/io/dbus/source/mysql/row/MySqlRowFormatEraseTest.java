package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.LayoutColumn;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.PhysicalType;
import io.dbus.event.RowFormats;
import io.dbus.event.RowImage;
import io.dbus.event.RowLayout;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.event.ColumnType;
import java.util.HexFormat;
import java.util.List;
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

    private static LayoutColumn column(Kind kind, int code, int meta, int charset) {
        return new LayoutColumn(LogicalType.of(kind), new PhysicalType(code, meta, charset));
    }
}
