package io.dbus.source.mysql.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.TableId;
import io.dbus.source.mysql.event.TableMap.KeyColumn;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

class TableMapTest {
    private static final int SIGNEDNESS = 1;
    private static final int DEFAULT_CHARSET = 2;
    private static final int COLUMN_CHARSET = 3;
    private static final int ENUM_STR_VALUE = 6;
    private static final int SET_STR_VALUE = 5;

    @Test
    void numberAndNameAreReadWithoutTheRest() {
        byte[] body = new TableMapBuilder("shop", "orders")
                .number(0x0102030405L)
                .column(99)
                .body();

        assertThat(TableMap.tableNumber(body, 0, body.length)).isEqualTo(0x0102030405L);
        assertThat(TableMap.table(body, 0, body.length)).isEqualTo(new TableId("shop", "orders"));
    }

    @Test
    void aTypeThatIsNotKnownIsNamedWithItsTable() {
        byte[] body = new TableMapBuilder("shop", "orders").column(99).body();

        assertThatThrownBy(() -> TableMap.parse(body, 0, body.length))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("shop.orders")
                .hasMessageContaining("type 99");
    }

    @Test
    void theSameEventIsRecognizedByItsBytes() {
        byte[] body = new TableMapBuilder("a", "t").column(ColumnType.LONG).body();
        TableMap map = TableMap.parse(body, 0, body.length);
        byte[] shifted = new byte[body.length + 3];
        System.arraycopy(body, 0, shifted, 3, body.length);

        assertThat(map.isSameAs(shifted, 3, shifted.length)).isTrue();
        shifted[shifted.length - 1] ^= 1;
        assertThat(map.isSameAs(shifted, 3, shifted.length)).isFalse();
        assertThat(map.isSameAs(body, 0, body.length - 1)).isFalse();
    }

    @Test
    void theMapDoesNotFollowTheBufferItWasReadFrom() {
        byte[] body = new TableMapBuilder("a", "t")
                .column(ColumnType.LONG)
                .names("id")
                .body();
        TableMap map = TableMap.parse(body, 0, body.length);
        Arrays.fill(body, (byte) 0);

        assertThat(map.names()).containsExactly("id");
        assertThat(map.isNullable(0)).isTrue();
    }

    @Test
    void charsOfMoreThan255BytesHaveTheirLengthInTheTypeByte() {
        // CHAR(255) of utf8mb4: 1020 bytes.
        TableMap map = new TableMapBuilder("a", "t")
                .column(ColumnType.STRING, 0xCE, 0xFC)
                .column(ColumnType.STRING, ColumnType.STRING, 0xFF)
                .column(ColumnType.STRING, ColumnType.ENUM, 2)
                .column(ColumnType.STRING, ColumnType.SET, 8)
                .build();

        assertThat(map.type(0)).isEqualTo(ColumnType.STRING);
        assertThat(map.meta(0)).isEqualTo(1020);
        assertThat(map.meta(1)).isEqualTo(255);
        assertThat(map.type(2)).isEqualTo(ColumnType.ENUM);
        assertThat(map.meta(2)).isEqualTo(2);
        assertThat(map.type(3)).isEqualTo(ColumnType.SET);
        assertThat(map.meta(3)).isEqualTo(8);
    }

    @Test
    void withoutMetadataNothingIsSaidOfNamesSignsAndCharsets() {
        TableMap map = new TableMapBuilder("a", "t")
                .column(ColumnType.VARCHAR, 10, 0)
                .notNull()
                .build();

        assertThat(map.hasNames()).isFalse();
        assertThat(map.hasSignedness()).isFalse();
        assertThat(map.collation(0)).isEmpty();
        assertThat(map.labels(0)).isEmpty();
        assertThat(map.primaryKey()).isEmpty();
        assertThat(map.isVisible(0)).isTrue();
        assertThat(map.isNullable(0)).isFalse();
    }

    @Test
    void signBitsCountNumbersOnlyHighestBitFirst() {
        TableMapBuilder builder = new TableMapBuilder("a", "t")
                .column(ColumnType.LONG)
                .column(ColumnType.VARCHAR, 10, 0)
                .column(ColumnType.YEAR)
                .column(ColumnType.NEWDECIMAL, 5, 2)
                .column(ColumnType.BIT, 1, 0)
                .column(ColumnType.LONGLONG);
        TableMap map = builder.field(SIGNEDNESS, 0b0101_0000).build();

        assertThat(map.hasSignedness()).isTrue();
        assertThat(map.isUnsigned(0)).isFalse();
        assertThat(map.isUnsigned(2)).isTrue();
        assertThat(map.isUnsigned(3)).isFalse();
        assertThat(map.isUnsigned(5)).isTrue();
    }

    @Test
    void charsetsCountVectorButNotJsonGeometryEnum() {
        TableMap map = new TableMapBuilder("a", "t")
                .column(ColumnType.JSON, 4)
                .column(ColumnType.VECTOR, 4)
                .column(ColumnType.GEOMETRY, 4)
                .column(ColumnType.STRING, ColumnType.ENUM, 1)
                .column(ColumnType.BLOB, 2)
                .column(ColumnType.VARCHAR, 10, 0)
                .field(COLUMN_CHARSET, 63, 8, 0xFC, 0xFF, 0)
                .build();

        assertThat(map.collation(0)).isEmpty();
        assertThat(map.collation(1)).hasValue(63);
        assertThat(map.collation(2)).isEmpty();
        assertThat(map.collation(3)).isEmpty();
        assertThat(map.collation(4)).hasValue(8);
        assertThat(map.collation(5)).hasValue(255);
    }

    @Test
    void charsetsOfMariaDbCountGeometryToo() {
        byte[] body = new TableMapBuilder("a", "t")
                .column(ColumnType.GEOMETRY, 4)
                .column(ColumnType.VARCHAR, 10, 0)
                .field(DEFAULT_CHARSET, 63, 1, 8)
                .body();

        assertThat(TableMap.parse(body, 0, body.length, true).collation(1)).hasValue(8);
    }

    @Test
    void exceptionsFromTheDefaultCharsetCountTextColumns() {
        TableMap map = new TableMapBuilder("a", "t")
                .column(ColumnType.LONG)
                .column(ColumnType.VARCHAR, 10, 0)
                .column(ColumnType.LONG)
                .column(ColumnType.BLOB, 2)
                .field(DEFAULT_CHARSET, 8, 1, 63)
                .build();

        assertThat(map.collation(1)).hasValue(8);
        assertThat(map.collation(3)).hasValue(63);
    }

    @Test
    void labelsAreInTheCharsetOfTheirColumnEvenWhereThatComesAfterThem() {
        TableMap map = new TableMapBuilder("a", "t")
                .column(ColumnType.STRING, ColumnType.SET, 1)
                .column(ColumnType.STRING, ColumnType.ENUM, 1)
                .field(SET_STR_VALUE, 1, 1, 0x80)
                .field(ENUM_STR_VALUE, 2, 1, 'x', 2, 0xD6, 0xD0)
                .field(11, 8, 28)
                .build();

        assertThat(map.labels(0)).containsExactly("€");
        assertThat(map.labels(1)).containsExactly("x", "中");
    }

    @Test
    void theKeyHasItsOrderAndPrefixes() {
        TableMapBuilder builder =
                new TableMapBuilder("a", "t").column(ColumnType.LONG).column(ColumnType.VARCHAR, 10, 0);
        assertThat(builder.field(9, 1, 5, 0, 0).build().primaryKey())
                .containsExactly(new KeyColumn(1, 5), new KeyColumn(0, 0));

        TableMap simple = new TableMapBuilder("a", "t")
                .column(ColumnType.LONG)
                .column(ColumnType.LONG)
                .field(8, 1, 0)
                .field(12, 0b1000_0000)
                .build();
        assertThat(simple.primaryKey()).containsExactly(new KeyColumn(1, 0), new KeyColumn(0, 0));
        assertThat(simple.isVisible(0)).isTrue();
        assertThat(simple.isVisible(1)).isFalse();
    }

    @Test
    void fieldsOfLaterServersArePassedOver() {
        assertThat(new TableMapBuilder("a", "t")
                        .column(ColumnType.VECTOR, 4)
                        .field(99, 1, 2, 3)
                        .field(13, 4)
                        .names("v")
                        .build()
                        .names())
                .containsExactly("v");
    }
}
