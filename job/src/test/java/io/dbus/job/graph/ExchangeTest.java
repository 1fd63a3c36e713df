package io.dbus.job.graph;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.Pipelines;
import org.junit.jupiter.api.Test;

class ExchangeTest {
    private static final String THREE_SERVERS = """
            name: x
            sources:
              many: {type: test-source, hostname: h, servers: {a: [x], b: [y]}}
              one: {type: test-source, hostname: h}
            operators:
              op: {type: test-pass, inputs: [many, one]}
            sinks:
              out: {type: test-sink, inputs: [op], into: x}
            pipeline:
              exchange: auto
            """;

    @Test
    void fewer_servers_than_lanes_are_spread() throws Exception {
        assertThat(Exchange.of(Pipelines.read(THREE_SERVERS), 4))
                .isEqualTo(new Exchange(true, "3 servers for 4 lanes"));
    }

    @Test
    void servers_enough_for_the_lanes_are_not() throws Exception {
        assertThat(Exchange.of(Pipelines.read(THREE_SERVERS), 3))
                .isEqualTo(new Exchange(false, "no operator keeps state by key, and there are 3 servers for 3 lanes"));
    }

    @Test
    void an_operator_with_state_by_key_asks_for_it() throws Exception {
        assertThat(Exchange.of(Pipelines.read(THREE_SERVERS.replace("test-pass", "test-count")), 3))
                .isEqualTo(new Exchange(true, "the operator op keeps state by key"));
    }

    @Test
    void one_lane_needs_none() throws Exception {
        assertThat(Exchange.of(Pipelines.read(THREE_SERVERS.replace("test-pass", "test-count")), 1)
                        .keyed())
                .isFalse();
    }

    @Test
    void the_file_s_word_is_final() throws Exception {
        assertThat(Exchange.of(Pipelines.read(THREE_SERVERS.replace("auto", "none")), 64)
                        .keyed())
                .isFalse();
        assertThat(Exchange.of(Pipelines.read(THREE_SERVERS.replace("auto", "keyed")), 1)
                        .keyed())
                .isTrue();
    }
}
