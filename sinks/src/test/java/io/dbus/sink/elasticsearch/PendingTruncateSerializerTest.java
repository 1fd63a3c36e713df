package io.dbus.sink.elasticsearch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class PendingTruncateSerializerTest {
    private static final PendingTruncate TRUNCATE =
            new PendingTruncate("shop-t", 1_465_581_029_000_123_001L, "TRUNCATE of table shop.t");
    /** What version 1 wrote: never change it. */
    private static final String VERSION_1 =
            "0006" + "73686f702d74" + "1456ca2e4f1a9279" + "0018" + "5452554e43415445206f66207461626c652073686f702e74";

    private final PendingTruncateSerializer serializer = new PendingTruncateSerializer();

    @Test
    void a_truncate_reads_back_as_it_was() throws IOException {
        assertThat(serializer.deserialize(serializer.getVersion(), serializer.serialize(TRUNCATE)))
                .isEqualTo(TRUNCATE);
    }

    @Test
    void the_state_of_version_1_is_read_for_ever() throws IOException {
        assertThat(serializer.deserialize(1, HexFormat.of().parseHex(VERSION_1)))
                .isEqualTo(TRUNCATE);
        assertThat(HexFormat.of().formatHex(serializer.serialize(TRUNCATE))).isEqualTo(VERSION_1);
    }

    @Test
    void a_version_of_the_future_is_refused() {
        assertThatThrownBy(() -> serializer.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2");
    }
}
