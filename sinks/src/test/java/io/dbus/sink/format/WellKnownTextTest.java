package io.dbus.sink.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.RowDecodeException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WellKnownTextTest {
    private static final String ONE = "000000000000f03f";
    private static final String HALF = "000000000000e0bf";
    private static final String POINT = "0101000000" + ONE + HALF;
    private static final String RING = "04000000" + ONE + ONE + HALF + ONE + HALF + HALF + ONE + ONE;

    @Test
    void aPartMayHaveItsOwnByteOrder() {
        assertThat(text("00000000013ff0000000000000bfe0000000000000")).isEqualTo("POINT (1 -0.5)");
        assertThat(text("000000000400000002" + "0101000000" + ONE + HALF
                        + "00000000013ff0000000000000bfe0000000000000"))
                .isEqualTo("MULTIPOINT ((1 -0.5), (1 -0.5))");
    }

    @Test
    void everyTypeHasItsText() {
        assertThat(text(POINT)).isEqualTo("POINT (1 -0.5)");
        assertThat(text("010200000002000000" + ONE + HALF + HALF + ONE)).isEqualTo("LINESTRING (1 -0.5, -0.5 1)");
        assertThat(text("010300000002000000" + RING + RING))
                .isEqualTo("POLYGON ((1 1, -0.5 1, -0.5 -0.5, 1 1), (1 1, -0.5 1, -0.5 -0.5, 1 1))");
        assertThat(text("010400000002000000" + POINT + POINT)).isEqualTo("MULTIPOINT ((1 -0.5), (1 -0.5))");
        assertThat(text("010500000001000000" + "010200000002000000" + ONE + HALF + HALF + ONE))
                .isEqualTo("MULTILINESTRING ((1 -0.5, -0.5 1))");
        assertThat(text("010600000001000000" + "010300000001000000" + RING))
                .isEqualTo("MULTIPOLYGON (((1 1, -0.5 1, -0.5 -0.5, 1 1)))");
        assertThat(text("010700000002000000" + POINT + "010700000000000000"))
                .isEqualTo("GEOMETRYCOLLECTION (POINT (1 -0.5), GEOMETRYCOLLECTION EMPTY)");
    }

    @ParameterizedTest
    @CsvSource({
        "01010000, too soon",
        "0201000000, byte order 2",
        "0108000000, type 8",
        "0102000000ffffff7f, counts 2147483647",
        "0101000000000000000000f07f000000000000f07f, coordinate Infinity",
        "0101000000000000000000f03f000000000000f03f00, behind its end"
    })
    void bytesThatAreNoGeometrySayWhy(String hex, String why) {
        assertThatThrownBy(() -> text(hex))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining(why);
    }

    private static String text(String hex) {
        byte[] padded = HexFormat.of().parseHex("ff" + hex + "ff");
        return WellKnownText.of(padded, 1, padded.length - 2);
    }
}
