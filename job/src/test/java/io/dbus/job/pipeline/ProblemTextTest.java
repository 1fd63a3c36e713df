package io.dbus.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.plugin.Problem;
import org.junit.jupiter.api.Test;

class ProblemTextTest {
    @Test
    void a_problem_becomes_one_line_however_its_sentences_begin_and_end() {
        assertThat(ProblemText.of(
                        "sinks.out", Problem.ofOption("format", "there is no format 'x'.", "Take plain-json.")))
                .isEqualTo("sinks.out.format: there is no format 'x'; take plain-json");
        assertThat(ProblemText.of("sources.db", Problem.of("the binlog is off", "set log_bin in my.cnf")))
                .isEqualTo("sources.db: the binlog is off; set log_bin in my.cnf");
    }

    @Test
    void names_keep_their_case() {
        assertThat(ProblemText.of("s", Problem.of("x", "Kafka must allow it"))).endsWith("; Kafka must allow it");
        assertThat(ProblemText.of("s", Problem.of("x", "GRANT SELECT ON *.* TO 'dbus'")))
                .endsWith("; GRANT SELECT ON *.* TO 'dbus'");
        assertThat(ProblemText.of("s", Problem.of("x", "MySQL's manual says how")))
                .endsWith("; MySQL's manual says how");
    }
}
