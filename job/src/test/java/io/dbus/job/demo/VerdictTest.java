package io.dbus.job.demo;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void a_line_of_millions_of_changes_fits_a_terminal_of_100_columns() {
        Verdict.Line line = new Verdict.Line("north", "sales.order_items", 999_999, 999_999, 9_999_999, 9_999_998, "");

        assertThat(line.toString()).endsWith("DIFFERENT").hasSizeLessThanOrEqualTo(100);
    }
}
