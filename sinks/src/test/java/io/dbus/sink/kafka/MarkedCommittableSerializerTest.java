package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Event;
import java.io.IOException;
import java.util.HexFormat;
import java.util.Map;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.core.io.SimpleVersionedSerializer;
import org.junit.jupiter.api.Test;

class MarkedCommittableSerializerTest {
    private static final MarkedCommittable COMMITTABLE = new MarkedCommittable(
            new KafkaCommittable(7L, (short) 3, "dbus-shop-topics:-1-0", null), 1_700_000_000_000_000L, 41);
    /** What version 1 wrote: never change it. */
    private static final String VERSION_1 = "00060a24181e40000000000000000029" // mark, checkpoint
            + "00000001" + "00000021" // version and length of Flink's part
            + "0003" + "0000000000000007" + "0015" + "646275732d73686f702d746f706963733a2d312d30";

    private final SimpleVersionedSerializer<MarkedCommittable> serializer = serializer();

    @Test
    void aCommittableReadsBackAsItWas() throws IOException {
        assertThat(serializer.deserialize(serializer.getVersion(), serializer.serialize(COMMITTABLE)))
                .isEqualTo(COMMITTABLE);
    }

    @Test
    void theStateOfVersionOneIsReadForEver() throws IOException {
        assertThat(serializer.deserialize(1, HexFormat.of().parseHex(VERSION_1)))
                .isEqualTo(COMMITTABLE);
    }

    @Test
    void aVersionOfTheFutureIsRefused() {
        assertThatThrownBy(() -> serializer.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("version 2");
    }

    private static SimpleVersionedSerializer<MarkedCommittable> serializer() {
        Sink<Event> sink = new KafkaSinkPlugin().sink(Changes.context("topics", "localhost:9092", "x", Map.of()));
        return ((EventSink) sink).getCommittableSerializer();
    }
}
