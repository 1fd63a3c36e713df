package io.dbus.job.demo;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.job.cli.Dbus;
import java.io.ByteArrayOutputStream;
import java.util.Map;
import org.junit.jupiter.api.Test;

class TopicsCommandTest {
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @Test
    void an_address_that_is_none_is_named_with_what_to_do() {
        assertThat(run("topics", "nowhere")).isEqualTo(1);
        assertThat(err.toString(UTF_8))
                .startsWith("dbus: Kafka at nowhere cannot be read: ")
                .endsWith("; check the address, host:port, and that the brokers run\n")
                .hasLineCount(1);
    }

    @Test
    void fewer_than_one_record_is_bad_usage() {
        assertThat(run("topics", "127.0.0.1:9092", "shop.orders", "--last=0")).isEqualTo(2);
        assertThat(err.toString(UTF_8)).contains("--last must be 1 or more, not 0");
    }

    private int run(String... args) {
        return Dbus.run(out, err, Map.of(), args);
    }
}
