package io.dbus.sink.elasticsearch.document;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class UnreachableIndicesTest {
    @Test
    void aClusterThatDoesNotAnswerIsToldWithTheSinkTheIndexAndWhatToDo() {
        Indices indices = Options.settings().indices(new Down(), "search", null, Duration.ofSeconds(45));

        assertThatThrownBy(() -> indices.ensure("shop-orders", Rows.schema(1, LogicalType.of(Kind.INT))))
                .isInstanceOf(IOException.class)
                .hasMessage(
                        "Sink search, index shop-orders: no host says what is there; see whether the hosts of the sink"
                                + " run and can be reached: GET /shop-orders got no answer");
    }

    /** No host of it runs. */
    private static final class Down implements ElasticsearchConnection {
        @Override
        public CompletableFuture<Answer> send(String method, String path, Map<String, String> parameters, byte[] json) {
            return CompletableFuture.failedFuture(new IOException(method + " " + path + " got no answer"));
        }

        @Override
        public CompletableFuture<Answer> bulk(byte[] lines, int length, Map<String, String> parameters) {
            throw new AssertionError("no document is written before its index is known");
        }

        @Override
        public void close() {}
    }
}
