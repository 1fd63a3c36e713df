package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowDecodeException;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.event.TableMapBuilder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MariaDbColumnsTest {
    private static final int COLLATIONS = 3;

    private final TableMapBuilder builder = new TableMapBuilder("shop", "orders");

    @Test
    void aUuidIsKnownByTheNameOfItsColumnWhateverItsPlace() {
        TableMap map = mariaDb(builder.column(ColumnType.STRING, ColumnType.STRING, 16)
                .column(ColumnType.STRING, ColumnType.STRING, 16)
                .field(COLLATIONS, 63, 63)
                .names("b", "u"));

        assertThat(MariaDbColumns.areIn(map)).isTrue();
        TableSchema schema = SchemaFactory.fromMetadata(map, server("u", "uuid", "b", "binary(16)"), List.of());
        assertThat(schema.type(schema.columns().get(0)).kind()).isEqualTo(Kind.BINARY);
        assertThat(schema.type(schema.columns().get(1)).kind()).isEqualTo(Kind.CHAR);
    }

    @Test
    void whatTheServerSaysCountsOnlyWhereTheBinlogLooksLikeIt() {
        TableMap map = mariaDb(builder.column(ColumnType.STRING, ColumnType.STRING, 4)
                .field(COLLATIONS, 63)
                .names("u"));
        TableSchema schema = SchemaFactory.fromMetadata(map, server("u", "uuid"), List.of());
        assertThat(schema.type(schema.columns().get(0)).kind()).isEqualTo(Kind.BINARY);

        TableMap text = mariaDb(new TableMapBuilder("shop", "orders")
                .column(ColumnType.STRING, ColumnType.STRING, 16)
                .field(COLLATIONS, 8)
                .names("u"));
        assertThat(MariaDbColumns.areIn(text)).isFalse();
        TableSchema latin1 = SchemaFactory.fromMetadata(text, server("u", "uuid"), List.of());
        assertThat(latin1.layout().column(0).physical().charset()).isEqualTo(8);
    }

    @Test
    void mySqlIsTakenAtItsWord() {
        TableMap map = builder.column(ColumnType.STRING, ColumnType.STRING, 16)
                .column(ColumnType.TIME)
                .field(COLLATIONS, 63)
                .names("u", "t")
                .build();
        assertThat(MariaDbColumns.areIn(map)).isFalse();
        assertThat(MariaDbColumns.withFractions(map, Optional.empty())).isSameAs(map);
        TableSchema schema = SchemaFactory.fromMetadata(map, server("u", "uuid"), List.of());
        assertThat(schema.type(schema.columns().get(0)).kind()).isEqualTo(Kind.BINARY);
    }

    @Test
    void theDigitsOfAnOldTimeAreTheServers() {
        TableMap map = mariaDb(builder.column(ColumnType.LONG)
                .column(ColumnType.TIME)
                .column(ColumnType.DATETIME)
                .column(ColumnType.TIMESTAMP)
                .names("z", "t", "d", "s"));
        TableMap known = MariaDbColumns.withFractions(
                map, server("t", "time(3) /* mariadb-5.3 */", "d", "datetime(6)", "s", "timestamp", "z", "int(11)"));
        assertThat(List.of(known.meta(0), known.meta(1), known.meta(2), known.meta(3)))
                .containsExactly(0, 3, 6, 0);
    }

    @Test
    void anOldTimeWhoseDigitsAreNotKnownIsAnErrorWithACure() {
        TableMap map = mariaDb(builder.column(ColumnType.TIME).names("t"));
        for (Optional<TableDefinition> server :
                List.of(Optional.<TableDefinition>empty(), server("other", "time(3)"), server("t", "datetime(3)"))) {
            assertThatThrownBy(() -> MariaDbColumns.withFractions(map, server))
                    .isInstanceOf(SchemaMismatchException.class)
                    .hasMessageContaining("shop.orders")
                    .hasMessageContaining("GRANT SELECT");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "05 8a03846161", // says 900 bytes in 2
                "07 8c7fffff006161", // two gigabytes
                "05 8affff6161", // more than deflate can pack
                "02 9105", // no known method
                "02 8105", // nothing behind the size
                "06 890361616161", // no deflate
                "04 89c84b4c1c1e00", // cut off
                "08 89144b4c4c4c4c0100", // too few bytes
            })
    void aDamagedCompressedValueIsAnError(String hex) {
        assertThatThrownBy(() -> ImageBytes.read(
                        LogicalType.of(Kind.VARBINARY, 100), ColumnType.MARIADB_VARCHAR_COMPRESSED, 101, 63, hex))
                .isInstanceOf(RowDecodeException.class);
    }

    @Test
    void aCompressedValueThatHoldsMoreThanItSaysIsAnError() {
        assertThat(ImageBytes.read(
                        LogicalType.of(Kind.VARBINARY, 300),
                        ColumnType.MARIADB_VARCHAR_COMPRESSED,
                        301,
                        63,
                        "0800 89c84b4c1c1e0000"))
                .isNotNull();
        assertThatThrownBy(() -> ImageBytes.read(
                        LogicalType.of(Kind.VARBINARY, 300),
                        ColumnType.MARIADB_VARCHAR_COMPRESSED,
                        301,
                        63,
                        "0800 89c74b4c1c1e0000"))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("more than the 199 bytes");
    }

    @ParameterizedTest
    @CsvSource({
        "00, ::",
        "10 00000000000000000000000000000001, ::1",
        "10 20010db8000000010001000100010001, 2001:db8::1:1:1:1:1",
        "10 20010db8000000000001000000000001, 2001:db8::1:0:0:1",
        "10 00010000000000000001000000000001, 1::1:0:0:1",
        "10 00000000000000000000ffff7f000001, ::ffff:127.0.0.1",
        "10 00000000000000000000000001020304, ::1.2.3.4",
        "02 0001, 1::",
        "10 00010002000300040005000600070000, 1:2:3:4:5:6:7::",
        "10 ffffffffffffffffffffffffffffffff, ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff",
    })
    void anInet6IsShortenedAtTheFirstOfItsLongestRunsOfZeros(String hex, String expected) {
        assertThat(ImageBytes.read(
                        LogicalType.of(Kind.VARCHAR, AddressText.INET6_LENGTH), ColumnType.MARIADB_INET6, 16, 63, hex))
                .isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({
        "TIME, 11, 3, ffffffffff",
        "TIME, 11, 3, 0000000000",
        "DATETIME, 12, 6, ffffffffffffffff",
        "DATETIME, 12, 1, ffffffffffff",
        "TIMESTAMP, 7, 2, 0000000164"
    })
    void aNumberBeyondTheRangeOfAnOldTypeIsAnError(Kind kind, int code, int digits, String hex) {
        assertThatThrownBy(() -> ImageBytes.read(LogicalType.temporal(kind, digits), code, digits, 0, hex))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining(kind + "(" + digits + ")");
    }

    private static TableMap mariaDb(TableMapBuilder builder) {
        byte[] body = builder.body();
        return TableMap.parse(body, 0, body.length, true);
    }

    private static Optional<TableDefinition> server(String... namesAndTypes) {
        List<ColumnDefinition> columns = new ArrayList<>();
        for (int i = 0; i < namesAndTypes.length; i += 2) {
            columns.add(new ColumnDefinition(namesAndTypes[i], namesAndTypes[i + 1], "", true));
        }
        return Optional.of(new TableDefinition(new TableId("shop", "orders"), columns, List.of()));
    }
}
