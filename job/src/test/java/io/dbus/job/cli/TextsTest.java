package io.dbus.job.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine.TypeConversionException;

class TextsTest {
    @ParameterizedTest
    @CsvSource({
        "-5, 0 ms",
        "999, 999 ms",
        "59999, 59 s",
        "60000, 1 min",
        "185000, 3 min 5 s",
        "7800000, 2 h 10 min",
        "86399999, 23 h 59 min",
        "442800000, 5 d 3 h"
    })
    void a_time_has_the_units_that_matter(long millis, String text) {
        assertThat(Texts.time(Duration.ofMillis(millis))).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0 B",
        "999, 999 B",
        "1000, 1.0 kB",
        "2250000, 2.3 MB",
        "123456789, 123 MB",
        "5000000000000000, 5000 TB"
    })
    void a_size_has_two_or_three_digits(long bytes, String text) {
        assertThat(Texts.bytes(bytes)).isEqualTo(text);
    }

    @Test
    void a_table_s_columns_are_as_wide_as_their_widest_cell_and_numbers_end_in_line() {
        TextTable table = new TextTable("name", "rows", "where").right(1);
        table.row("north", "1,234", "here");
        table.row("s", "5", "");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        table.print(new PrintStream(out, true, StandardCharsets.UTF_8), "  ");

        assertThat(out.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("  name    rows  where", "  north  1,234  here", "  s          5");
    }

    @Test
    void a_length_of_time_is_read_as_people_write_it() throws Exception {
        assertThat(new TimeConverter().convert("90s")).isEqualTo(Duration.ofSeconds(90));
        assertThat(new TimeConverter().convert("10m")).isEqualTo(Duration.ofMinutes(10));
        assertThat(new TimeConverter().convert("1h")).isEqualTo(Duration.ofHours(1));
        assertThatThrownBy(() -> new TimeConverter().convert("soon"))
                .isInstanceOf(TypeConversionException.class)
                .hasMessage("'soon' is no length of time: write 90s, 10m or 1h");
        assertThatThrownBy(() -> new TimeConverter().convert("0s")).hasMessageContaining("too short");
    }
}
