package io.dbus.job.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class VerdictTest {
    @Test
    void a_line_of_millions_of_changes_fits_a_terminal_of_100_columns() {
        Verdict.Line line = Verdict.topicLine("north.sales.order_items", Map.of(), Map.of(), 99_999_999, 99_999_998);

        assertThat(line.toString().lines().findFirst().orElseThrow())
                .endsWith("DIFFERENT")
                .hasSizeLessThanOrEqualTo(100);
    }

    @Test
    void a_record_too_many_is_different_though_the_rows_are_equal() {
        Map<String, String> rows = Map.of("1", "id=1");

        assertThat(Verdict.topicLine("t", rows, rows, 3, 4).equal()).isFalse();
        assertThat(Verdict.topicLine("t", rows, rows, 4, 4).equal()).isTrue();
    }

    @Test
    void a_document_that_lacks_or_is_too_many_is_named() {
        assertThat(Verdict.indexLine("i", Map.of("1", "id=1"), Map.of(), 0).difference())
                .isEqualTo("key 1: MySQL has [id=1], Elasticsearch has [nothing]");
        assertThat(Verdict.indexLine("i", Map.of(), Map.of("1", "id=1"), 0).difference())
                .isEqualTo("key 1: MySQL has nothing, Elasticsearch has [id=1]");
    }

    @Test
    void an_index_says_how_many_rows_of_its_table_it_cannot_hold() {
        Map<String, String> rows = Map.of("1", "id=1");

        assertThat(Verdict.indexLine("i", rows, rows, 0).found()).isEqualTo("        1 documents");
        assertThat(Verdict.indexLine("i", rows, rows, 20).found())
                .isEqualTo("        1 documents; 20 rows can be none");
        assertThat(Verdict.indexLine("north-sales-order_items", Map.of(), Map.of(), 9_999)
                        .toString())
                .hasSizeLessThanOrEqualTo(100);
    }

    @Test
    void as_many_dead_letters_as_are_owed_are_wanted() {
        Verdict verdict = new Verdict();
        verdict.compareDeadLetters(3, 2);

        assertThat(verdict.holds()).isFalse();
    }
}
