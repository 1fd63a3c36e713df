package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowDecodeException;
import io.dbus.source.mysql.event.ColumnType;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinaryJsonTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "04 00 | null",
                "04 01 | true",
                "05 ffff | -1",
                "06 ffff | 65535",
                "07 00000080 | -2147483648",
                "08 ffffffff | 4294967295",
                "09 ffffffffffffffff | -1",
                "0a ffffffffffffffff | 18446744073709551615",
                "0b 000000000000f03f | 1.0",
                "0c 05 61220a5c1f | \"a\\\"\\n\\\\\\u001f\"",
                "02 0000 0400 | []",
                "00 0000 0400 | {}",
                // An array of a small integer, true and null: all in their entries.
                "02 0300 0d00 05 ffff 04 0100 04 0000 | [-1, true, null]",
                // An object of one member: {"k": "v"}.
                "00 0100 0e00 0b00 0100 0c 0c00 6b 01 76 | {\"k\": \"v\"}",
                // A large array of one integer of four bytes in its entry.
                "03 01000000 0d000000 07 feffffff | [-2]",
                "0f f6 04 0402 8a 0b | 10.11",
                "0f 0f 02 cafe | \"base64:type15:yv4=\"",
            })
    void documentsReadAsTheServerPrintsThem(String hex, String text) {
        assertThat(json(hex)).isEqualTo(text);
    }

    @Test
    void anEmptyValueIsJsonNull() {
        assertThat(json("")).isEqualTo("null");
    }

    @Test
    void partsThatLieInEachOtherAreRefusedBeforeTheyGrow() {
        // Each of the two elements of every array is the array itself.
        assertThatThrownBy(() -> json("02 0200 0a00 02 0000 02 0000"))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("lie in each other");
        // A string of which all elements of the array are made.
        StringBuilder hex = new StringBuilder("02 0010 0440");
        for (int i = 0; i < 0x1000; i++) {
            hex.append("0c0430");
        }
        hex.append("ff20").append("61".repeat(4095));
        assertThatThrownBy(() -> json(hex.toString())).isInstanceOf(RowDecodeException.class);
    }

    @ParameterizedTest
    @CsvSource({
        "0d",
        "04 07",
        "05 ff",
        "0c 05 6161",
        "0c ffffffff7f",
        "0c ffffffffff7f",
        "02 0100 ff00 05 0000",
        "02 ffff 0500 05 0000",
        "0b 000000000000f07f",
        "0f f6 02 6001",
        "0f 0a 03 000000",
        "0f 0a 08 ffffffffffffffff",
    })
    void damagedDocumentsAreRefused(String hex) {
        assertThatThrownBy(() -> json(hex))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageStartingWith("A JSON document ");
    }

    @Test
    void aDocumentDeeperThanTheServerAllowsIsRefused() {
        StringBuilder hex = new StringBuilder();
        int depth = 150;
        for (int i = depth; i > 0; i--) {
            int size = 7 * i;
            hex.append(String.format("0100%02x%02x020700", size & 255, size >> 8));
        }
        assertThatThrownBy(() -> json("02" + hex))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("deeper than 100");
    }

    @ParameterizedTest
    @CsvSource({
        "1e300, 1e300",
        "1e-7, 0.0000001",
        "0.1, 0.1",
        "1e14, 100000000000000.0",
        "1e15, 1e15",
        "-1.2345678901234568e20, -1.2345678901234568e20",
        "1e-15, 0.000000000000001",
        "1.5e-16, 1.5e-16",
        "3181734000823536.5, 3181734000823536.5",
        "2e-3, 0.002",
        "2.2250738585072014e-308, 2.2250738585072014e-308",
        // The nearest of 16 digits is another number, its neighbour is not.
        "7.1202363472230444E-307, 7.120236347223045e-307",
        "1e23, 1e23",
        "-0.0, -0.0",
    })
    void doublesHaveTheFewestDigits(double value, String text) {
        assertThat(JsonNumbers.print(value)).isEqualTo(text);
    }

    private static String json(String hex) {
        String digits = hex.replace(" ", "");
        int length = digits.length() / 2;
        byte[] size = {(byte) length, (byte) (length >> 8), (byte) (length >> 16), 0};
        return ImageBytes.read(
                LogicalType.of(Kind.JSON), ColumnType.JSON, 4, 0, HexFormat.of().formatHex(size) + digits);
    }
}
