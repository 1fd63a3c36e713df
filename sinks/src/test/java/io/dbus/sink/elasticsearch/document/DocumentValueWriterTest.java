package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.ValueReceiver;
import io.dbus.reject.RejectReason;
import io.dbus.sink.format.JsonOut;
import java.math.BigDecimal;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DocumentValueWriterTest {
    @Test
    void numbersAreExact() {
        assertThat(written(v -> v.int64(Long.MIN_VALUE))).isEqualTo("-9223372036854775808");
        assertThat(written(v -> v.uint64(-1))).isEqualTo("18446744073709551615");
        assertThat(written(v -> v.float32(0.1f))).isEqualTo("0.1");
        assertThat(written(v -> v.float64(0.1))).isEqualTo("0.1");
        BigDecimal decimal = new BigDecimal("-12345678901234567890123456789012345.123456789012345678901234567890");
        assertThat(written(v -> v.decimal(decimal))).isEqualTo("\"" + decimal.toPlainString() + "\"");
        assertThat(written(v -> v.decimal(decimal), "decimal.handling.mode", "number"))
                .isEqualTo(decimal.toPlainString());
        assertThat(written(v -> v.decimal(new BigDecimal("1E+30")), "decimal.handling.mode", "number"))
                .isEqualTo("1" + "0".repeat(30));
    }

    @Test
    void bitsAreATruthValueOrANumber() {
        assertThat(written(v -> v.bits(1, 1))).isEqualTo("true");
        assertThat(written(v -> v.bits(0, 1))).isEqualTo("false");
        assertThat(written(v -> v.bits(513, 10))).isEqualTo("513");
        assertThat(written(v -> v.bits(-1, 64))).isEqualTo("18446744073709551615");
    }

    @ParameterizedTest
    @CsvSource({
        "2024, 2, 29, \"2024-02-29\"",
        "9999, 12, 31, \"9999-12-31\"",
        "0, 0, 0, \"0000-00-00\"",
        "2023, 2, 29, \"2023-02-29\"",
        "2023, 0, 15, \"2023-00-15\""
    })
    void aDateIsItsText(int year, int month, int day, String expected) {
        assertThat(written(v -> v.date(year, month, day))).isEqualTo(expected);
        boolean real = year > 2023;
        assertThat(written(v -> v.date(year, month, day), "zero-date", "null")).isEqualTo(real ? expected : "null");
    }

    @Test
    void timesAndInstantsAreTheirText() {
        assertThat(written(v -> v.datetime(2018, 6, 20, 13, 37, 3, 120_000, 2)))
                .isEqualTo("\"2018-06-20T13:37:03.12\"");
        assertThat(written(v -> v.timestamp(1_529_501_823L, 7, 6))).isEqualTo("\"2018-06-20T13:37:03.000007Z\"");
        assertThat(written(v -> v.timestamp(0, 0, 0))).isEqualTo("\"0000-00-00T00:00:00Z\"");
        assertThat(written(v -> v.timestamp(0, 0, 0), "zero-date", "null")).isEqualTo("null");
        assertThat(written(v -> v.time(-3_020_399_000_000L, 0))).isEqualTo("\"-838:59:59\"");
        assertThat(written(v -> v.time(-1_500L, 6))).isEqualTo("\"-00:00:00.001500\"");
        assertThat(written(v -> v.time(54_000_000_000L, 0))).isEqualTo("\"15:00:00\"");
    }

    @Test
    void aSetIsAnArrayOfItsLabels() {
        assertThat(set("a,b c,d")).isEqualTo("[\"a\",\"b c\",\"d\"]");
        assertThat(set("a")).isEqualTo("[\"a\"]");
        assertThat(set("")).isEqualTo("[]");
    }

    private static String set(String labels) {
        JsonOut json = new JsonOut();
        DocumentValueWriter writer = writer(json);
        writer.expectSet(true);
        byte[] utf8 = labels.getBytes(UTF_8);
        writer.text(utf8, 0, utf8.length);
        return new String(json.take(), UTF_8);
    }

    @Test
    void bytesAreBase64OrHexadecimal() {
        byte[] bytes = {0, (byte) 0xFB, (byte) 0xFF, 9};
        assertThat(written(v -> v.binary(bytes, 1, 2))).isEqualTo("\"+/8=\"");
        assertThat(written(v -> v.binary(bytes, 1, 2), "binary.handling.mode", "hex"))
                .isEqualTo("\"fbff\"");
        assertThat(written(v -> v.binary(bytes, 1, 2), "binary.handling.mode", "base64-url-safe"))
                .isEqualTo("\"-_8=\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"a\": 1.10, \"b\": {\"c\": 18446744073709551615}}",
                "[1, {\"a\": []}]",
                "\"text\"",
                "null",
                "-0.1e400",
                "\"\\u0000\\n\\\"\""
            })
    void jsonStaysAsItIs(String document) {
        assertThat(json(document)).isEqualTo(document);
        assertThat(json(document, "json.handling.mode", "flattened")).isEqualTo(document);
    }

    @Test
    void jsonIsOneLine() {
        assertThat(json("{\n  \"a\": \"\\n\"\r\n}")).isEqualTo("{   \"a\": \"\\n\"  }");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "{}}", "1 2", "{} , \"x\": {}", "nul", "\"a", "{\"a\":1},\"injected\":2"})
    void whatIsNoJsonNeverGetsIntoADocument(String document) {
        assertThatThrownBy(() -> json(document))
                .isInstanceOfSatisfying(
                        DocumentException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.CONVERSION));
    }

    @Test
    void jsonAsTextIsAString() {
        assertThat(json("{\"a\": 1}", "json.handling.mode", "text")).isEqualTo("\"{\\\"a\\\": 1}\"");
    }

    @Test
    void geometriesAreGeoJsonWithLongitudeBeforeLatitude() {
        // As SELECT ST_AsWKB shows them.
        assertThat(geometry("01010000009A99999999992B400000000000404A40"))
                .isEqualTo("{\"type\":\"Point\",\"coordinates\":[13.8,52.5]}");
        assertThat(geometry("0000000001402B99999999999A404A400000000000"))
                .isEqualTo("{\"type\":\"Point\",\"coordinates\":[13.8,52.5]}");
        String point = "01010000000000000000000840000000000000F0BF";
        String two = "0200000000000000000000000000000000000000000000000000F03F0000000000000040";
        assertThat(geometry("0102000000" + two))
                .isEqualTo("{\"type\":\"LineString\",\"coordinates\":[[0.0,0.0],[1.0,2.0]]}");
        assertThat(geometry("010300000001000000" + two))
                .isEqualTo("{\"type\":\"Polygon\",\"coordinates\":[[[0.0,0.0],[1.0,2.0]]]}");
        assertThat(geometry("010400000001000000" + point))
                .isEqualTo("{\"type\":\"MultiPoint\",\"coordinates\":[[3.0,-1.0]]}");
        assertThat(geometry("0105000000010000000102000000" + two))
                .isEqualTo("{\"type\":\"MultiLineString\",\"coordinates\":[[[0.0,0.0],[1.0,2.0]]]}");
        assertThat(geometry("010600000001000000010300000001000000" + two))
                .isEqualTo("{\"type\":\"MultiPolygon\",\"coordinates\":[[[[0.0,0.0],[1.0,2.0]]]]}");
        assertThat(geometry("010700000001000000" + point))
                .isEqualTo(
                        "{\"type\":\"GeometryCollection\",\"geometries\":[{\"type\":\"Point\",\"coordinates\":[3.0,-1.0]}]}");
        assertThat(geometry("010700000000000000")).isEqualTo("{\"type\":\"GeometryCollection\",\"geometries\":[]}");
    }

    @Test
    void coordinatesThatAreNoDegreesAndWhatIsNoWkbAreRefused() {
        for (String wkb : List.of(
                "0101000000000000000088B3400000000000404A40",
                "0101000000000000000000F87F0000000000404A40",
                "01010000009A99999999992B40",
                "01010000009A99999999992B400000000000404A4000",
                "02010000009A99999999992B400000000000404A40",
                "01110000009A99999999992B400000000000404A40",
                "0102000000FFFFFFFF",
                "")) {
            assertThatThrownBy(() -> geometry(wkb))
                    .as(wkb)
                    .isInstanceOfSatisfying(
                            DocumentException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.CONVERSION));
        }
    }

    @Test
    void geometriesAsWkbKeepAllBytesAndTheirReferenceSystem() {
        byte[] wkb = {9, 1, 2, 3, 9};
        assertThat(written(v -> v.geometry(3857, wkb, 1, 3), "geometry.handling.mode", "wkb"))
                .isEqualTo("{\"wkb\":\"AQID\",\"srid\":3857}");
    }

    private static String geometry(String hex) {
        byte[] wkb = HexFormat.of().parseHex(hex);
        return written(v -> v.geometry(4326, wkb, 0, wkb.length));
    }

    private static String json(String document, String... options) {
        byte[] utf8 = document.getBytes(UTF_8);
        return written(v -> v.json(utf8, 0, utf8.length), options);
    }

    private static String written(Consumer<ValueReceiver> value, String... options) {
        JsonOut json = new JsonOut();
        value.accept(writer(json, options));
        return new String(json.take(), UTF_8);
    }

    private static DocumentValueWriter writer(JsonOut json, String... options) {
        return new DocumentValueWriter(json, Options.settings(options).form());
    }
}
