package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class JsonMergeTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "{\"a\":1,\"b\":2} | {\"b\":3} | {\"a\":1,\"b\":3}",
                "{\"a\":1} | {\"b\":3} | {\"a\":1,\"b\":3}",
                "{} | {\"b\":3} | {\"b\":3}",
                "{\"a\":1} | {} | {\"a\":1}",
                "{ \"a\" : 1.10 , \"b\" : 1e400 } | {\"c\":-0.0} | {\"a\":1.10,\"b\":1e400,\"c\":-0.0}",
                "{\"a\":18446744073709551615,\"b\":123456789012345678901234567890.123} | {\"c\":12} | "
                        + "{\"a\":18446744073709551615,\"b\":123456789012345678901234567890.123,\"c\":12}",
                "{\"a\":\"x, }\\\"y\",\"b\":\"\"} | {\"c\":\"ü\"} | {\"a\":\"x, }\\\"y\",\"b\":\"\",\"c\":\"ü\"}",
                "{\"a\":{\"b\":[1, {\"c\":2}]},\"d\":null} | {\"e\":true} | {\"a\":{\"b\":[1, {\"c\":2}]},\"d\":null,\"e\":true}",
                "{\"a\":{\"b\":1}} | {\"a\":{\"c\":2}} | {\"a\":{\"c\":2}}",
                "{\"a\\\"b\":false} | {\"a\\\"b\":null} | {\"a\\\"b\":null}",
                "{\"a\":[],\"b\":{}} | {\"a\":[1]} | {\"a\":[1],\"b\":{}}"
            })
    void fields_of_the_second_replace_those_of_the_first_and_no_value_changes_its_form(
            String stored, String present, String merged) throws Exception {
        assertThat(new String(JsonMerge.merge(stored.getBytes(UTF_8), present.getBytes(UTF_8)), UTF_8))
                .isEqualTo(merged);
    }

    @org.junit.jupiter.api.Test
    void line_breaks_between_values_do_not_break_the_lines_of_a_bulk() throws Exception {
        byte[] stored = "{\n \"a\": {\r\n  \"b\": 1\n },\n \"c\": \"x\\ny\"\n}\n".getBytes(UTF_8);
        assertThat(new String(JsonMerge.merge(stored, "{\"d\":2}".getBytes(UTF_8)), UTF_8))
                .isEqualTo("{\"a\":{    \"b\": 1  },\"c\":\"x\\ny\",\"d\":2}");
    }
}
