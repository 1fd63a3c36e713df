package io.dbus.source.mysql.charset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.RowDecodeException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ServerCharsetTest {
    @ParameterizedTest
    @CsvSource({
        "8, latin1, 809fff, €Ÿÿ",
        "28, gbk, 815c41, 乗A",
        "248, gb18030, 9439fc3641, 😀A",
        "13, sjis, 93fa967bb6, 日本ｶ",
        "13, sjis, 815c, ―",
        "12, ujis, 8fa2b7, ~",
        "95, cp932, 8740, ①",
        "1, big5, a4a4, 中",
        "19, euckr, b0a1, 가",
        "12, ujis, 8fb0a1, 丂",
        "97, eucjpms, ada1, ①",
        "35, ucs2, 007a03a9, zΩ",
        "54, utf16, d83dde000078, 😀x",
        "56, utf16le, 3dd800de7800, 😀x",
        "60, utf32, 0001f600, 😀",
        "7, koi8r, d0d2, пр",
        "10, swe7, 5b5c5d, ÄÖÅ",
        "11, ascii, 41, A",
        "33, utf8mb3, c3bc, ü",
        "255, utf8mb4, f09f9880, 😀",
        "1057, utf8mb3, c3bc, ü",
        "1032, latin1, 80, €",
        "2304, utf8mb4, c3bc, ü",
    })
    void textOfEveryKindOfCharset(int collation, String name, String hex, String text) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        ServerCharset charset = ServerCharset.ofCollation(collation);

        assertThat(charset.name()).isEqualTo(name);
        assertThat(charset.decode(bytes, 0, bytes.length)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "28, 81",
        "28, ff",
        "248, 9439fc",
        "54, d83d",
        "54, de00",
        "54, 41",
        "60, 00110000",
        "60, 0000d800",
        "11, e9",
        "26, 81",
        "12, 8fb0",
        "12, 8f41ff",
        "255, 80",
        "255, 6162636465666768ff",
        "255, c3",
        "255, c0af",
        "255, e08080",
        "255, eda080",
        "255, f08fbfbf",
        "255, f4908080",
        "255, f0908080f09080",
        "33, c328",
    })
    void bytesThatAreNoTextAreAnErrorThatNamesTheCharset(int collation, String hex) {
        byte[] bytes = HexFormat.of().parseHex(hex);
        ServerCharset charset = ServerCharset.ofCollation(collation);

        assertThatThrownBy(() -> charset.decode(bytes, 0, bytes.length))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining(charset.name());
    }

    @Test
    void utf8IsCheckedAsJavaChecksIt() {
        Random random = new Random(11);
        int valid = 0;
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(20)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) (random.nextInt(4) == 0 ? 0x80 + random.nextInt(0x80) : random.nextInt(0x80));
            }
            if (random.nextBoolean()) {
                int codePoint = random.nextInt(Character.MAX_CODE_POINT + 1);
                byte[] character = new byte[4];
                int size = Utf8.put(codePoint, character, 0);
                bytes = Arrays.copyOf(character, size);
            }
            byte[] again = new String(bytes, UTF_8).getBytes(UTF_8);
            boolean ok = Arrays.equals(bytes, again);
            assertThat(Utf8.malformed(bytes, 0, bytes.length) == bytes.length)
                    .as(HexFormat.of().formatHex(bytes))
                    .isEqualTo(ok);
            valid += ok ? 1 : 0;
        }
        assertThat(valid).isBetween(50_000, 190_000);
    }

    @Test
    void aCollationThatIsNotKnownIsAnError() {
        for (int id : new int[] {-1, 0, 999, 5000}) {
            assertThatThrownBy(() -> ServerCharset.ofCollation(id))
                    .isInstanceOf(RowDecodeException.class)
                    .hasMessageContaining(Integer.toString(id));
        }
    }

    @Test
    void charsetsAreFoundByName() {
        assertThat(ServerCharset.named("utf8")).contains(ServerCharset.ofCollation(33));
        assertThat(ServerCharset.named("latin1").orElseThrow().collation()).isEqualTo(8);
        assertThat(ServerCharset.named("klingon")).isEmpty();
    }
}
