package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.Random;
import org.apache.kafka.common.compress.Compression;
import org.apache.kafka.common.header.internals.RecordHeaders;
import org.apache.kafka.common.record.MemoryRecords;
import org.apache.kafka.common.record.SimpleRecord;
import org.junit.jupiter.api.Test;

class RecordSizeTest {
    @Test
    void theSizeIsThatOfTheBatchThatKafkaMakes() {
        Random random = new Random(3);
        for (int i = 0; i < 2_000; i++) {
            byte[] key = random.nextInt(5) == 0 ? null : new byte[random.nextInt(200)];
            byte[] value = random.nextInt(5) == 0 ? null : new byte[random.nextInt(1 << random.nextInt(18))];
            RecordHeaders headers = new RecordHeaders();
            for (int h = random.nextInt(3); h > 0; h--) {
                headers.add("größe" + h, random.nextBoolean() ? null : new byte[random.nextInt(100)]);
            }
            MemoryRecords records = MemoryRecords.withRecords(
                    Compression.NONE, new SimpleRecord(1_700_000_000_000L, wrap(key), wrap(value), headers.toArray()));

            assertThat(RecordSize.alone(key, value, headers)).isEqualTo(records.sizeInBytes());
            assertThat(RecordSize.atMost(key, value, headers)).isGreaterThanOrEqualTo(records.sizeInBytes());
        }
    }

    private static ByteBuffer wrap(byte[] bytes) {
        return bytes == null ? null : ByteBuffer.wrap(bytes);
    }
}
