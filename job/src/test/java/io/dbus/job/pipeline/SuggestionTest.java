package io.dbus.job.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class SuggestionTest {
    private static final List<String> WORDS = List.of("hostname", "port", "password", "tables");

    @Test
    void a_slip_of_the_finger_finds_its_word() {
        assertThat(Suggestion.nearest("hostnme", WORDS)).contains("hostname");
        assertThat(Suggestion.nearest("Prot", WORDS)).contains("port");
        assertThat(Suggestion.nearest("table", WORDS)).contains("tables");
    }

    @Test
    void another_word_finds_none() {
        assertThat(Suggestion.nearest("username", List.of("port", "tables"))).isEmpty();
        assertThat(Suggestion.nearest("xyz", WORDS)).isEmpty();
    }

    @Test
    void two_neighbours_swapped_are_one_step() {
        assertThat(Suggestion.distance("evn", "env")).isEqualTo(1);
        assertThat(Suggestion.distance("kitten", "sitting")).isEqualTo(3);
        assertThat(Suggestion.distance("", "abc")).isEqualTo(3);
    }
}
