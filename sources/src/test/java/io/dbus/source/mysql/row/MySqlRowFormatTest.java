package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowFormats;
import io.dbus.source.mysql.event.ColumnType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MySqlRowFormatTest {

    @Test
    void theFormatIsFoundByItsName() {
        assertThat(RowFormats.named("mysql")).isInstanceOf(MySqlRowFormat.class);
    }

    @ParameterizedTest
    @CsvSource({
        "TINYINT, 1, ff, -1, 255",
        "TINYINT, 1, 80, -128, 128",
        "SMALLINT, 2, ff7f, 32767, 32767",
        "SMALLINT, 2, 0080, -32768, 32768",
        "MEDIUMINT, 9, 000080, -8388608, 8388608",
        "MEDIUMINT, 9, ffffff, -1, 16777215",
        "INT, 3, 00000080, -2147483648, 2147483648",
        "INT, 3, ffffffff, -1, 4294967295",
        "BIGINT, 8, ffffffffffffffff, -1, 18446744073709551615",
        "BIGINT, 8, 0000000000000080, -9223372036854775808, 9223372036854775808",
    })
    void integersOfAllSizes(Kind kind, int code, String hex, String signed, String unsigned) {
        assertThat(ImageBytes.read(LogicalType.of(kind), code, 0, 0, hex)).isEqualTo(signed);
        assertThat(ImageBytes.read(LogicalType.unsigned(kind), code, 0, 0, hex)).isEqualTo(unsigned);
    }

    @ParameterizedTest
    @CsvSource({"00, 0", "01, 1901", "ff, 2155", "7b, 2023"})
    void yearZeroIsTheYearZero(String hex, String year) {
        assertThat(ImageBytes.read(LogicalType.of(Kind.YEAR), ColumnType.YEAR, 0, 0, hex))
                .isEqualTo(year);
    }

    @ParameterizedTest
    @CsvSource({"1, 01, 1", "0x0100, ff, 255", "0x0201, 010001, 65537", "0x0800, ffffffffffffffff, 18446744073709551615"
    })
    void bitsAreOneUnsignedNumber(String meta, String hex, String value) {
        int m = Integer.decode(meta);
        assertThat(ImageBytes.read(LogicalType.of(Kind.BIT, (m >> 8) * 8 + (m & 255)), ColumnType.BIT, m, 0, hex))
                .isEqualTo(value);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 7fffff, -00:00:01",
        "0, 800000, 00:00:00",
        "0, b46efb, 838:59:59",
        "0, 4b9105, -838:59:59",
        "1, 7ffffff6, -00:00:00.1",
        "2, 7fffffff, -00:00:00.01",
        "2, 7ffffe9d, -00:00:01.99",
        "3, 7ffffffff6, -00:00:00.001",
        "6, 7fffffffffff, -00:00:00.000001",
        "6, 7efdfbffd875, -16:08:04.010123",
        "6, 800000000001, 00:00:00.000001",
    })
    void timeIsASignedDuration(int digits, String hex, String text) {
        assertThat(ImageBytes.read(LogicalType.temporal(Kind.TIME, digits), ColumnType.TIME2, digits, 0, hex))
                .isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 8000000000, 0000-00-00T00:00:00",
        "0, 99b2850000, 2024-02-02T16:00:00",
        "1, 8cb24200005a, 1000-01-01T00:00:00.9",
        "6, fef3ff7efb0f423f, 9999-12-31T23:59:59.999999",
    })
    void datetimesHaveNoZone(int digits, String hex, String text) {
        assertThat(ImageBytes.read(LogicalType.temporal(Kind.DATETIME, digits), ColumnType.DATETIME2, digits, 0, hex))
                .isEqualTo(text);
    }

    @Test
    void datesKeepTheirZeroParts() {
        LogicalType date = LogicalType.of(Kind.DATE);
        assertThat(ImageBytes.read(date, ColumnType.DATE, 0, 0, "000000")).isEqualTo("0000-00-00");
        assertThat(ImageBytes.read(date, ColumnType.DATE, 0, 0, "0fce0f")).isEqualTo("2023-00-15");
        assertThat(ImageBytes.read(date, ColumnType.DATE, 0, 0, "9f1f4e")).isEqualTo("9999-12-31");
    }

    @Test
    void theZeroTimestampIsNotTheFirstOne() {
        LogicalType type = LogicalType.temporal(Kind.TIMESTAMP, 4);
        assertThat(ImageBytes.read(type, ColumnType.TIMESTAMP2, 4, 0, "000000000000"))
                .startsWith("0000-00-00T00:00:00");
        assertThat(ImageBytes.read(type, ColumnType.TIMESTAMP2, 4, 0, "000000010001"))
                .isEqualTo("1970-01-01T00:00:01.0001Z");
        assertThat(ImageBytes.read(type, ColumnType.TIMESTAMP2, 4, 0, "ffffffff0000"))
                .isEqualTo("2106-02-07T06:28:15.0000Z");
    }

    @Test
    void temporalsOfBeforeMySql56() {
        assertThat(ImageBytes.read(LogicalType.of(Kind.TIME), ColumnType.TIME, 0, 0, "a7f57f"))
                .isEqualTo("838:59:59");
        assertThat(ImageBytes.read(LogicalType.of(Kind.TIME), ColumnType.TIME, 0, 0, "590a80"))
                .isEqualTo("-838:59:59");
        assertThat(ImageBytes.read(LogicalType.of(Kind.DATETIME), ColumnType.DATETIME, 0, 0, "a4296d2656120000"))
                .isEqualTo("2016-12-21T17:57:16");
        assertThat(ImageBytes.read(LogicalType.of(Kind.TIMESTAMP), ColumnType.TIMESTAMP, 0, 0, "01000000"))
                .isEqualTo("1970-01-01T00:00:01Z");
        assertThatThrownBy(() ->
                        ImageBytes.read(LogicalType.of(Kind.DATETIME), ColumnType.DATETIME, 0, 0, "ffffffffffffff00"))
                .isInstanceOf(RowDecodeException.class);
    }

    @Test
    void aFractionThatIsNoneIsRefused() {
        assertThatThrownBy(() -> ImageBytes.read(
                        LogicalType.temporal(Kind.TIMESTAMP, 6), ColumnType.TIMESTAMP2, 6, 0, "00000001ffffff"))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("fraction");
    }

    @Test
    void binaryHasItsFullLengthAndVarbinaryItsOwn() {
        assertThat(ImageBytes.read(LogicalType.of(Kind.BINARY, 4), ColumnType.STRING, 4, 63, "02 0102"))
                .isEqualTo("base64:AQIAAA==");
        assertThat(ImageBytes.read(LogicalType.of(Kind.BINARY, 4), ColumnType.STRING, 4, 63, "00"))
                .isEqualTo("base64:AAAAAA==");
        assertThat(ImageBytes.read(LogicalType.of(Kind.VARBINARY, 4), ColumnType.VARCHAR, 4, 63, "02 0102"))
                .isEqualTo("base64:AQI=");
    }

    @Test
    void textIsReadInTheCharsetOfItsColumn() {
        LogicalType text = LogicalType.of(Kind.VARCHAR, 10);
        assertThat(ImageBytes.read(text, ColumnType.VARCHAR, 10, 8, "02 8081")).isEqualTo("€\u0081");
        assertThat(ImageBytes.read(text, ColumnType.VARCHAR, 40, 255, "02 c3bc"))
                .isEqualTo("ü");
        assertThat(ImageBytes.read(text, ColumnType.VARCHAR, 400, 28, "0200 815c"))
                .isEqualTo("乗");
        assertThat(ImageBytes.read(LogicalType.of(Kind.TEXT), ColumnType.BLOB, 3, 54, "040000 d83dde00"))
                .isEqualTo("😀");
    }

    @Test
    void textThatIsNoneInItsCharsetIsAnErrorNotAGuess() {
        assertThatThrownBy(() ->
                        ImageBytes.read(LogicalType.of(Kind.VARCHAR, 10), ColumnType.VARCHAR, 10, 26, "03 418142"))
                .isInstanceOf(RowDecodeException.class)
                .hasMessage("The bytes X'81' are no character in the charset cp1250");
        assertThatThrownBy(
                        () -> ImageBytes.read(LogicalType.of(Kind.VARCHAR, 10), ColumnType.VARCHAR, 10, 999, "01 41"))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("999");
    }

    @Test
    void enumsAreLabelsAndZeroIsEmpty() {
        LogicalType type = LogicalType.labelled(Kind.ENUM, List.of("x", "ü😀"));
        assertThat(ImageBytes.read(type, ColumnType.ENUM, 1, 255, "02")).isEqualTo("ü😀");
        assertThat(ImageBytes.read(type, ColumnType.ENUM, 2, 255, "0000")).isEmpty();
        assertThatThrownBy(() -> ImageBytes.read(type, ColumnType.ENUM, 1, 255, "03"))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("3 of 2 labels");
    }

    @Test
    void setsAreLabelsInTheirDeclaredOrder() {
        LogicalType type = LogicalType.labelled(Kind.SET, List.of("b", "a", "ü"));
        assertThat(ImageBytes.read(type, ColumnType.SET, 1, 255, "07")).isEqualTo("b,a,ü");
        assertThat(ImageBytes.read(type, ColumnType.SET, 1, 255, "00")).isEmpty();
        assertThatThrownBy(() -> ImageBytes.read(type, ColumnType.SET, 1, 255, "08"))
                .isInstanceOf(RowDecodeException.class);
    }

    @Test
    void aGeometryIsItsSridAndWkb() {
        assertThat(ImageBytes.read(LogicalType.of(Kind.GEOMETRY), ColumnType.GEOMETRY, 4, 0, "06000000 e6100000 0101"))
                .contains("4326")
                .contains("AQE=");
        assertThatThrownBy(() ->
                        ImageBytes.read(LogicalType.of(Kind.GEOMETRY), ColumnType.GEOMETRY, 4, 0, "02000000 e610"))
                .isInstanceOf(RowDecodeException.class);
    }

    @Test
    void aTypeWithoutValuesIsNamed() {
        assertThatThrownBy(() -> ImageBytes.read(LogicalType.of(Kind.BLOB), ColumnType.TYPED_ARRAY, 2, 63, "0000"))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("TYPED_ARRAY");
    }
}
