package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.flink.runtime.metrics.DescriptiveStatisticsHistogram;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

class AckLatencyTest {
    private final DescriptiveStatisticsHistogram histogram = new DescriptiveStatisticsHistogram(100);
    private final AckLatency latency = new AckLatency(histogram);

    @Test
    void theTimeIsFromTheCommitToTheAcknowledgement() {
        latency.handedOver(1_000, 400);
        latency.handedOver(2_000, 1_900);

        latency.acknowledged(metadata(2_000, 5), 2_050);
        latency.acknowledged(metadata(1_000, 4), 1_010);

        assertThat(histogram.getStatistics().getValues()).containsExactly(150, 610);
    }

    @Test
    void ofTheRecordsOfOneMillisecondTheOldestCommitCounts() {
        latency.handedOver(1_000, 700);
        latency.handedOver(1_000, 600);
        latency.handedOver(1_000, 800);

        latency.acknowledged(metadata(1_000, 1), 1_000);

        assertThat(histogram.getStatistics().getValues()).containsExactly(400);
    }

    @Test
    void whatWasNotHandedOverOrFailedIsNotMeasured() {
        latency.handedOver(1_000, 700);

        latency.acknowledged(metadata(1_001, 1), 1_100);
        latency.acknowledged(metadata(1_000 + (1 << 16), 1), 1_100);
        latency.acknowledged(metadata(1_000, -1), 1_100);
        latency.acknowledged(metadata(-1, 1), 1_100);

        assertThat(histogram.getCount()).isZero();
    }

    private static RecordMetadata metadata(long timestamp, long offset) {
        return new RecordMetadata(new TopicPartition("t", 0), offset, 0, timestamp, 1, 1);
    }
}
