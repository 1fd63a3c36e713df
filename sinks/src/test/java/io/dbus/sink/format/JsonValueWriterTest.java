package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.event.ValueReceiver;
import io.dbus.reject.RejectReason;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JsonValueWriterTest {
    private static final ObjectMapper MAPPER =
            new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

    @Test
    void integersAreNumbersToTheLastDigit() {
        assertThat(written(v -> v.int64(Long.MIN_VALUE))).isEqualTo("-9223372036854775808");
        assertThat(written(v -> v.int64(Long.MAX_VALUE))).isEqualTo("9223372036854775807");
        assertThat(written(v -> v.int64(0))).isEqualTo("0");
    }

    @Test
    void anUnsignedBigintIsNeverNegative() {
        assertThat(written(v -> v.uint64(-1))).isEqualTo("18446744073709551615");
        assertThat(written(v -> v.uint64(Long.MIN_VALUE))).isEqualTo("9223372036854775808");
        assertThat(written(v -> v.uint64(Long.MAX_VALUE))).isEqualTo("9223372036854775807");
        assertThat(written(Map.of("bigint.unsigned.handling.mode", "string"), v -> v.uint64(-1)))
                .isEqualTo("\"18446744073709551615\"");
        Map<String, String> precise = Map.of("bigint.unsigned.handling.mode", "precise");
        assertThat(written(precise, v -> v.uint64(-1))).isEqualTo("\"AP//////////\"");
        assertThat(written(precise, v -> v.uint64(1))).isEqualTo("\"AQ==\"");
    }

    @Test
    void aBigintThatALongCannotHoldIsRefusedWhereLongsAreAskedFor() {
        Map<String, String> longs = Map.of("bigint.unsigned.handling.mode", "long");
        assertThat(written(longs, v -> v.uint64(Long.MAX_VALUE))).isEqualTo("9223372036854775807");
        for (long bits : new long[] {-1, Long.MIN_VALUE}) {
            assertThatThrownBy(() -> written(longs, v -> v.uint64(bits)))
                    .isInstanceOfSatisfying(
                            EncodeException.class, e -> assertThat(e.reason()).isEqualTo(RejectReason.CONVERSION))
                    .hasMessageContaining(Long.toUnsignedString(bits))
                    .hasMessageContaining("set bigint.unsigned.handling.mode to number");
        }
        assertThat(written(longs, v -> v.bits(-1, 64))).isEqualTo("\"//////////8=\"");
    }

    @Test
    void aDecimalAsANumberHasAllItsDigits() {
        Map<String, String> numbers = Map.of("decimal.handling.mode", "number");
        assertThat(written(numbers, v -> v.decimal(new BigDecimal("10.50")))).isEqualTo("10.50");
        assertThat(written(numbers, v -> v.decimal(new BigDecimal("1E+3")))).isEqualTo("1000");
        BigDecimal longest = new BigDecimal("-99999999999999999999999999999999999.999999999999999999999999999999");
        assertThat(written(numbers, v -> v.decimal(longest))).isEqualTo(longest.toPlainString());
    }

    @Test
    void aZeroDateIsRefusedWhereThatIsAskedFor() {
        Map<String, String> reject = Map.of("zero-date", "reject");
        for (Consumer<ValueReceiver> date : List.<Consumer<ValueReceiver>>of(
                v -> v.date(0, 0, 0), v -> v.datetime(2023, 0, 15, 1, 2, 3, 0, 0), v -> v.timestamp(0, 0, 0))) {
            assertThatThrownBy(() -> written(reject, date))
                    .isInstanceOf(EncodeException.class)
                    .hasMessageContaining("is in no calendar")
                    .hasMessageContaining("set zero-date to string or null");
        }
        assertThat(written(reject, v -> v.date(1970, 1, 1))).isEqualTo("0");
        assertThat(written(reject, v -> v.timestamp(1, 0, 0))).isEqualTo("\"1970-01-01T00:00:01Z\"");
    }

    @Test
    void theFormerNameOfZeroDateIsUnderstood() {
        assertThat(written(Map.of("zero.date.handling.mode", "null"), v -> v.date(0, 0, 0)))
                .isEqualTo("null");
    }

    @Test
    void nanosecondsThatDoNotFitAreRefused() {
        Map<String, String> nanos = Map.of("time.precision.mode", "nanoseconds");
        assertThat(written(nanos, v -> v.datetime(2262, 4, 11, 23, 47, 16, 854_775, 6)))
                .isEqualTo("9223372036854775000");
        assertThat(written(nanos, v -> v.time(-3_020_399_999_999L, 6))).isEqualTo("-3020399999999000");
        assertThatThrownBy(() -> written(nanos, v -> v.datetime(2262, 4, 11, 23, 47, 16, 854_776, 6)))
                .isInstanceOf(EncodeException.class)
                .hasMessageContaining("set time.precision.mode to microseconds");
    }

    @Test
    void aDecimalIsItsExactTextUnlessAskedOtherwise() {
        BigDecimal value = new BigDecimal("-12345678901234567890123456789012345.678901234567890123456789012300");
        assertThat(written(v -> v.decimal(value))).isEqualTo('"' + value.toPlainString() + '"');
        assertThat(written(v -> v.decimal(new BigDecimal("0.00")))).isEqualTo("\"0.00\"");
        assertThat(written(v -> v.decimal(new BigDecimal("1E+3")))).isEqualTo("\"1000\"");
        Map<String, String> precise = Map.of("decimal.handling.mode", "precise");
        assertThat(written(precise, v -> v.decimal(new BigDecimal("123.45")))).isEqualTo("\"MDk=\"");
        Map<String, String> asDouble = Map.of("decimal.handling.mode", "double");
        assertThat(written(asDouble, v -> v.decimal(new BigDecimal("123.45")))).isEqualTo("123.45");
    }

    @Test
    void floatsAreTheShortestThatReadBackTheSame() {
        assertThat(written(v -> v.float32(0.1f))).isEqualTo("0.1");
        assertThat(written(v -> v.float64(0.1))).isEqualTo("0.1");
        // Double.toString before JDK 19 writes more digits than it must (JDK-4511638).
        assertThat(written(v -> v.float64(8.41E21))).isEqualTo("8.41E21");
        assertThat(written(v -> v.float64(2.0E-3))).isEqualTo("0.002");
        assertThat(written(v -> v.float64(Double.MIN_VALUE))).isEqualTo("4.9E-324");
        assertThat(written(v -> v.float64(2.2E-322))).isEqualTo("2.2E-322");
        assertThat(written(v -> v.float32(1.17549435E-38f))).isEqualTo("1.1754944E-38");
        Random random = new Random(7);
        for (int i = 0; i < 10_000; i++) {
            double value = Double.longBitsToDouble(random.nextLong());
            if (Double.isFinite(value)) {
                assertThat(Double.parseDouble(written(v -> v.float64(value)))).isEqualTo(value);
            }
            float single = Float.intBitsToFloat(random.nextInt());
            if (Float.isFinite(single)) {
                assertThat(Float.parseFloat(written(v -> v.float32(single)))).isEqualTo(single);
            }
        }
    }

    @Test
    void bitsAreABooleanOrLittleEndianBytes() {
        assertThat(written(v -> v.bits(1, 1))).isEqualTo("true");
        assertThat(written(v -> v.bits(0, 1))).isEqualTo("false");
        assertThat(written(v -> v.bits(0x0102, 10))).isEqualTo("\"AgE=\"");
        assertThat(written(v -> v.bits(-1, 64))).isEqualTo("\"//////////8=\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "plain",
                "quotes \" and \\ back / slash",
                "tab\tnewline\nreturn\rbell\u0007nul\u0000escape\u001b delete\u007f",
                "{\"not\":[\"json\"]}",
                "Grüße, 日本語, \u2028\u2029\ufeff",
                "four bytes: \ud83d\ude00 \ud834\udd1e \udbff\udfff",
                "</script><!--"
            })
    void textReadsBackAsItWas(String text) throws Exception {
        byte[] utf8 = text.getBytes(UTF_8);
        assertThat(MAPPER.readTree(written(v -> v.text(utf8, 0, utf8.length))).textValue())
                .isEqualTo(text);
        assertThat(MAPPER.readTree(written(v -> v.json(utf8, 0, utf8.length))).textValue())
                .isEqualTo(text);
    }

    @Test
    void longTextOfEveryLengthAroundTheBufferReadsBackAsItWas() throws Exception {
        for (int length : new int[] {1_023, 7_999, 8_000, 8_001, 100_000, 3_000_000}) {
            String text = "\ud83d\ude00\"é".repeat(length / 3);
            byte[] utf8 = text.getBytes(UTF_8);
            assertThat(MAPPER.readTree(written(v -> v.text(utf8, 0, utf8.length)))
                            .textValue())
                    .isEqualTo(text);
        }
    }

    @Test
    void onlyThePartOfTheArrayThatIsTheValueIsWritten() {
        byte[] bytes = "xxabcxx".getBytes(UTF_8);
        assertThat(written(v -> v.text(bytes, 2, 3))).isEqualTo("\"abc\"");
        assertThat(written(v -> v.binary(bytes, 2, 3))).isEqualTo("\"YWJj\"");
        assertThat(written(Map.of("binary.handling.mode", "hex"), v -> v.binary(bytes, 2, 3)))
                .isEqualTo("\"616263\"");
        byte[] high = {0, (byte) 0xFB, (byte) 0xFF, (byte) 0xFE, 0};
        assertThat(written(v -> v.binary(high, 1, 3))).isEqualTo("\"+//+\"");
        assertThat(written(Map.of("binary.handling.mode", "base64-url-safe"), v -> v.binary(high, 1, 3)))
                .isEqualTo("\"-__-\"");
        assertThat(written(v -> v.binary(high, 0, 0))).isEqualTo("\"\"");
    }

    @ParameterizedTest
    @CsvSource({
        "1970, 1, 1, 0",
        "1969, 12, 31, -1",
        "1000, 1, 1, -354285",
        "9999, 12, 31, 2932896",
        "2024, 2, 29, 19782",
        "0, 0, 0, \"0000-00-00\"",
        "2023, 0, 15, \"2023-00-15\"",
        "2023, 2, 0, \"2023-02-00\"",
        "2023, 2, 29, \"2023-02-29\"",
        "2023, 13, 1, \"2023-13-01\""
    })
    void aDateIsDaysAndOneOfNoCalendarItsText(int year, int month, int day, String expected) {
        assertThat(written(v -> v.date(year, month, day))).isEqualTo(expected);
    }

    @Test
    void aZeroDateIsNullOnlyWhenAskedFor() {
        Map<String, String> nulls = Map.of("zero-date", "null");
        assertThat(written(nulls, v -> v.date(0, 0, 0))).isEqualTo("null");
        assertThat(written(nulls, v -> v.timestamp(0, 0, 0))).isEqualTo("null");
        assertThat(written(v -> v.timestamp(0, 0, 3))).isEqualTo("\"0000-00-00T00:00:00.000Z\"");
        assertThat(written(v -> v.datetime(0, 0, 0, 0, 0, 0, 0, 0))).isEqualTo("\"0000-00-00T00:00:00\"");
        assertThat(written(v -> v.datetime(2023, 0, 15, 1, 2, 3, 40, 6))).isEqualTo("\"2023-00-15T01:02:03.000040\"");
    }

    @Test
    void aTimeIsASignedDuration() {
        assertThat(written(v -> v.time(-3_020_399_000_001L, 6))).isEqualTo("-3020399000001");
        assertThat(written(v -> v.time(1_500, 3))).isEqualTo("1500");
        assertThat(written(Map.of("time.precision.mode", "adaptive"), v -> v.time(1_500, 3)))
                .isEqualTo("1");
        assertThat(written(Map.of("time.precision.mode", "adaptive"), v -> v.time(1_500, 4)))
                .isEqualTo("1500");
        assertThat(written(Map.of("time.precision.mode", "connect"), v -> v.time(1_500, 6)))
                .isEqualTo("1");
    }

    @Test
    void aDatetimeIsMillisecondsOrMicrosecondsByItsPrecision() {
        assertThat(written(v -> v.datetime(2018, 6, 20, 13, 37, 3, 123_000, 3))).isEqualTo("1529501823123");
        assertThat(written(v -> v.datetime(2018, 6, 20, 13, 37, 3, 123_456, 6))).isEqualTo("1529501823123456");
        assertThat(written(v -> v.datetime(1000, 1, 1, 0, 0, 0, 0, 0))).isEqualTo("-30610224000000");
        assertThat(written(v -> v.datetime(1969, 12, 31, 23, 59, 59, 999_999, 6)))
                .isEqualTo("-1");
        Map<String, String> connect = Map.of("time.precision.mode", "connect");
        assertThat(written(connect, v -> v.datetime(2018, 6, 20, 13, 37, 3, 123_456, 6)))
                .isEqualTo("1529501823123");
    }

    @Test
    void aTimestampIsTextInUtcWithTheDigitsOfItsColumn() {
        assertThat(written(v -> v.timestamp(1_529_501_823L, 0, 0))).isEqualTo("\"2018-06-20T13:37:03Z\"");
        assertThat(written(v -> v.timestamp(1_529_501_823L, 120_000, 2))).isEqualTo("\"2018-06-20T13:37:03.12Z\"");
        assertThat(written(v -> v.timestamp(1_529_501_823L, 7, 6))).isEqualTo("\"2018-06-20T13:37:03.000007Z\"");
        assertThat(written(v -> v.timestamp(0, 1, 6))).isEqualTo("\"1970-01-01T00:00:00.000001Z\"");
    }

    @Test
    void geometriesAndVectorsKeepAllTheirParts() throws Exception {
        byte[] wkb = {9, 1, 2, 3, 9};
        assertThat(written(v -> v.geometry(4326, wkb, 1, 3))).isEqualTo("{\"wkb\":\"AQID\",\"srid\":4326}");
        byte[] floats = ByteBuffer.allocate(12)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putFloat(0.1f)
                .putFloat(-3.4028235E38f)
                .putFloat(Float.NaN)
                .array();
        JsonNode vector = MAPPER.readTree(written(v -> v.vector(floats, 0, 3)));
        assertThat(vector.get(0).decimalValue()).isEqualByComparingTo("0.1");
        assertThat(vector.get(1).floatValue()).isEqualTo(-3.4028235E38f);
        assertThat(vector.get(2).textValue()).isEqualTo("NaN");
    }

    @Test
    void aNullIsNull() {
        assertThat(written(ValueReceiver::nullValue)).isEqualTo("null");
    }

    private static String written(Consumer<ValueReceiver> value) {
        return written(Map.of(), value);
    }

    private static String written(Map<String, String> options, Consumer<ValueReceiver> value) {
        JsonOut json = new JsonOut();
        value.accept(new JsonValueWriter(
                json,
                ValueOptions.of(Configuration.fromMap(options), ValueOptions.LIKE_DEBEZIUM),
                JsonValueWriter.Bits.AS_BYTES));
        return new String(json.take(), UTF_8);
    }
}
