package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.RowDecodeException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BinaryDecimalTest {
    /** The first is the example of the server's source (decimal2bin): 1234567890.1234 as DECIMAL(14,4). */
    @ParameterizedTest
    @CsvSource({
        "14, 4, 810dfb38d204d2, 1234567890.1234",
        "14, 4, 7ef204c72dfb2d, -1234567890.1234",
        "5, 2, 83e763, 999.99",
        "5, 2, 80 0000, 0.00",
        "5, 2, 7ffffe, -0.01",
        "9, 0, bb9ac9ff, 999999999",
        "9, 0, 44653600, -999999999",
        "19, 9, 8000000000 00000001, 0.000000001",
        "18, 0, bb9ac9ff3b9ac9ff, 999999999999999999",
        "1, 1, 89, 0.9",
        "1, 1, 76, -0.9",
    })
    void digitsAndScaleAreExact(int precision, int scale, String hex, String text) {
        byte[] bytes = HexFormat.of().parseHex(hex.replace(" ", ""));

        assertThat(BinaryDecimal.read(bytes, 0, precision, scale).toPlainString())
                .isEqualTo(text);
    }

    @Test
    void thirtyDigitsAfterThePointKeepTheirScale() {
        byte[] bytes = HexFormat.of().parseHex("80" + "00".repeat(29));

        assertThat(BinaryDecimal.read(bytes, 0, 65, 30).scale()).isEqualTo(30);
        assertThat(BinaryDecimal.read(bytes, 0, 65, 30).signum()).isZero();
    }

    @Test
    void aGroupOfMoreThanItsDigitsIsRefused() {
        assertThatThrownBy(() -> BinaryDecimal.read(HexFormat.of().parseHex("ffffffff"), 0, 9, 0))
                .isInstanceOf(RowDecodeException.class);
        assertThatThrownBy(() -> BinaryDecimal.read(HexFormat.of().parseHex("80000000"), 0, 9, 31))
                .isInstanceOf(RowDecodeException.class);
    }
}
