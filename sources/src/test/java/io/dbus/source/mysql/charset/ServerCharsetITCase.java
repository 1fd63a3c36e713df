package io.dbus.source.mysql.charset;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.MySqlServer;
import io.dbus.embedded.SharedServers;
import io.dbus.event.RowDecodeException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ServerCharsetITCase {
    private static final int BATCH = 400;

    private final MySqlServer server = SharedServers.mysql();

    static List<String> charsets() {
        return ServerCharsets.names().stream()
                .filter(name -> !name.equals("binary"))
                .sorted()
                .toList();
    }

    @Test
    void everyCollationOfTheServerIsKnownByItsId() throws Exception {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(
                        "SELECT id, character_set_name, collation_name FROM information_schema.collations")) {
            int count = 0;
            while (rows.next()) {
                assertThat(ServerCharset.ofCollation(rows.getInt(1)).name())
                        .as(rows.getString(3))
                        .isEqualTo(rows.getString(2));
                count++;
            }
            assertThat(count).isGreaterThan(200);
        }
    }

    @ParameterizedTest
    @MethodSource("charsets")
    void everyCodeOfACharsetReadsAsTheServerConvertsIt(String name) throws Exception {
        ServerCharset charset = ServerCharset.named(name).orElseThrow();
        List<byte[]> codes = codes(charset);
        int compared = 0;
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            for (int from = 0; from < codes.size(); from += BATCH) {
                List<byte[]> batch = codes.subList(from, Math.min(codes.size(), from + BATCH));
                try (ResultSet row = statement.executeQuery(conversions(name, batch))) {
                    row.next();
                    for (int i = 0; i < batch.size(); i++) {
                        compared += compare(charset, batch.get(i), row.getString(i + 1));
                    }
                }
            }
        }
        assertThat(compared).isGreaterThan(90);
    }

    private static int compare(ServerCharset charset, byte[] code, String serverHex) {
        String theirs = serverHex == null ? "" : new String(HexFormat.of().parseHex(serverHex), UTF_8);
        String ours;
        try {
            ours = charset.decode(code, 0, code.length);
        } catch (RowDecodeException e) {
            ours = "";
        }
        // The server puts ? for what is no character. Where ours knows a character, the server could not have stored
        // it.
        boolean question = code[code.length - 1] == '?';
        if (theirs.isEmpty() || theirs.contains("?") && !question) {
            assertThat(code.length > 1 || ours.isEmpty())
                    .as("%s %s", charset, HexFormat.of().formatHex(code))
                    .isTrue();
            return 0;
        }
        assertThat(ours).as("%s %s", charset, HexFormat.of().formatHex(code)).isEqualTo(theirs);
        return 1;
    }

    private static String conversions(String charset, List<byte[]> codes) {
        StringBuilder sql = new StringBuilder("SELECT ");
        String separator = "";
        for (byte[] code : codes) {
            sql.append(separator)
                    .append("HEX(CONVERT(CONVERT(X'")
                    .append(HexFormat.of().formatHex(code))
                    .append("' USING ")
                    .append(charset)
                    .append(") USING utf8mb4))");
            separator = ", ";
        }
        return sql.toString();
    }

    /** All codes of one and two bytes, those of three of EUC-JP, those of four of GB 18030 in the basic plane, samples else. */
    private static List<byte[]> codes(ServerCharset charset) {
        List<byte[]> codes = new ArrayList<>();
        int unit = charset.name().startsWith("utf32") ? 4 : charset.name().matches("ucs2|utf16.*") ? 2 : 1;
        for (int i = 0; unit == 1 && i < (charset.isUtf8() ? 128 : 256); i++) {
            codes.add(new byte[] {(byte) i});
        }
        if (unit > 1) {
            for (int i = 1; i < 0x10000; i += 61) {
                if (i < 0xD800 || i > 0xDFFF) {
                    byte[] code = new byte[unit];
                    boolean little = charset.name().equals("utf16le");
                    code[unit - 1] = (byte) (little ? i >> 8 : i);
                    code[unit - 2] = (byte) (little ? i : i >> 8);
                    codes.add(code);
                }
            }
        } else if (charset.maxLength() > 1 && !charset.isUtf8()) {
            multiByte(charset, codes);
        }
        return codes;
    }

    private static void multiByte(ServerCharset charset, List<byte[]> codes) {
        for (int high = 0x81; high < 0xFF; high++) {
            for (int low = 0x40; low < 0xFF; low++) {
                codes.add(new byte[] {(byte) high, (byte) low});
                if (charset.maxLength() == 3 && high > 0xA0 && low > 0xA0) {
                    codes.add(new byte[] {(byte) 0x8F, (byte) high, (byte) low});
                }
            }
        }
        for (int first = 0x81; charset.maxLength() == 4 && first <= 0x84; first++) {
            for (int second = '0'; second <= '9'; second++) {
                for (int third = 0x81; third < 0xFF; third++) {
                    for (int fourth = '0'; fourth <= '9'; fourth++) {
                        codes.add(new byte[] {(byte) first, (byte) second, (byte) third, (byte) fourth});
                    }
                }
            }
        }
    }
}
