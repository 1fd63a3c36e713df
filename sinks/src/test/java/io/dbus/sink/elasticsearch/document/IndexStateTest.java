package io.dbus.sink.elasticsearch.document;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IndexStateTest {
    private static final ObjectMapper JSON = new ObjectMapper();

    @ParameterizedTest
    @CsvSource({"60s,PT60S", "2m,PT2M", "1h,PT1H", "1d,P1D", "500ms,PT0.5S", "120000,PT2M", "-1,PT0S", "5micros,PT0S"})
    void aTimeIsReadAsElasticsearchWritesIt(String text, Duration expected) {
        assertThat(IndexState.time(text)).contains(expected);
    }

    @ParameterizedTest
    @CsvSource({"''", "s", "1.5h", "never"})
    void whatIsNoTimeIsNone(String text) {
        assertThat(IndexState.time(text)).isEmpty();
    }

    @Test
    void behindAnAliasTheIndexThatForgetsFirstCountsAndAFieldMustBeInAll() throws IOException {
        IndexState state = state(
                "{\"a-1\":{\"settings\":{\"index.gc_deletes\":\"2m\"},\"mappings\":{\"properties\":"
                        + "{\"x\":{\"type\":\"long\"},\"o\":{\"properties\":{\"p\":{\"type\":\"date\"}}}}}},"
                        + "\"a-2\":{\"settings\":{\"index.gc_deletes\":\"70s\"},\"mappings\":{\"properties\":"
                        + "{\"x\":{\"type\":\"long\"},\"y\":{\"type\":\"text\"},\"o\":{\"properties\":{\"p\":{\"type\":\"date\"}}}}}}}");
        assertThat(state.gcDeletes()).contains(Duration.ofSeconds(70));
        ObjectNode wanted = (ObjectNode)
                JSON.readTree("{\"x\":{\"type\":\"keyword\"},\"y\":{\"type\":\"text\"},\"o.p\":{\"type\":\"date\"}}");
        assertThat(state.missing(wanted)).hasToString("{\"y\":{\"type\":\"text\"}}");
        assertThat(state.clashes(wanted)).allSatisfy(clash -> assertThat(clash).hasToString("x is long, not keyword"));
        assertThat(state.clashes(wanted)).isNotEmpty();
        assertThat(state.isDataStream()).isFalse();
    }

    @Test
    void aDataStreamIsSeen() throws IOException {
        assertThat(state("{\".ds-x-000001\":{\"data_stream\":\"x\"}}").isDataStream())
                .isTrue();
    }

    @Test
    void whatIsNoAnswerOfElasticsearchFails() {
        assertThatThrownBy(() -> state("{}")).isInstanceOf(IOException.class).hasMessageContaining("index a");
        assertThatThrownBy(() -> state("[]")).isInstanceOf(IOException.class);
    }

    private static IndexState state(String json) throws IOException {
        return IndexState.of("a", JSON.readTree(json));
    }
}
