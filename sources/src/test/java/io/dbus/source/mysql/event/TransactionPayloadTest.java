package io.dbus.source.mysql.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class TransactionPayloadTest {
    private static final int MAX = 1 << 26;

    @Test
    void theInnerEventsComeOutAsTheyWentIn() {
        List<byte[]> events = List.of(event(19), event(100), event(3_000_000));
        byte[] body = payload(0, Zstd.compress(join(events)));

        assertThat(read(body)).containsExactlyElementsOf(events);
    }

    @Test
    void aPayloadThatIsNotCompressedIsReadToo() {
        List<byte[]> events = List.of(event(30), event(40));

        assertThat(read(payload(255, join(events)))).containsExactlyElementsOf(events);
    }

    @Test
    void otherCompressionIsRefusedWithTheCure() {
        byte[] body = payload(1, new byte[10]);
        assertThatThrownBy(() -> TransactionPayload.open(body, 0, body.length, MAX))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("binlog_transaction_compression=OFF");
    }

    @Test
    void anEventLargerThanAllowedIsRefusedBeforeItsMemoryIsTaken() {
        byte[] body = payload(0, Zstd.compress(event(1000)));
        try (TransactionPayload payload = TransactionPayload.open(body, 0, body.length, 999)) {
            assertThatThrownBy(payload::next)
                    .isInstanceOf(BinlogFormatException.class)
                    .hasMessageContaining("1000 bytes");
        }
    }

    @Test
    void aPayloadThatIsCutOffIsRefused() {
        byte[] whole = join(List.of(event(500)));
        for (int end : new int[] {1, 18, 19, 499}) {
            byte[] body = payload(0, Zstd.compress(Arrays.copyOf(whole, end)));
            assertThatThrownBy(() -> read(body)).isInstanceOf(BinlogFormatException.class);
        }
        byte[] compressed = Zstd.compress(whole);
        byte[] body = payload(0, Arrays.copyOf(compressed, compressed.length - 9));
        assertThatThrownBy(() -> read(body)).isInstanceOf(BinlogFormatException.class);
    }

    @Test
    void damagedBytesAreAnErrorOfFormatOrOtherEvents() {
        byte[] whole = payload(0, Zstd.compress(join(List.of(event(60), event(70)))));
        for (int bit = 0; bit < whole.length * 8; bit++) {
            byte[] damaged = whole.clone();
            damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
            try {
                read(damaged);
            } catch (BinlogFormatException e) {
                assertThat(e.getMessage()).isNotBlank();
            }
        }
    }

    private static List<byte[]> read(byte[] body) {
        List<byte[]> events = new ArrayList<>();
        try (TransactionPayload payload = TransactionPayload.open(body, 0, body.length, MAX)) {
            for (byte[] event = payload.next(); event != null; event = payload.next()) {
                events.add(event);
            }
        }
        return events;
    }

    private static byte[] event(int size) {
        byte[] event = new byte[size];
        new Random(size).nextBytes(event);
        event[4] = EventType.WRITE_ROWS;
        ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN).putInt(9, size);
        return event;
    }

    private static byte[] join(List<byte[]> events) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        events.forEach(out::writeBytes);
        return out.toByteArray();
    }

    private static byte[] payload(int compression, byte[] content) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {2, 1});
        if (compression < 0xFB) {
            out.write(compression);
        } else {
            out = new ByteArrayOutputStream();
            out.writeBytes(new byte[] {2, 3, (byte) 0xFC, (byte) compression, 0});
        }
        out.writeBytes(new byte[] {3, 1, 9, 1, 4, (byte) 0xFD});
        out.write(content.length);
        out.write(content.length >> 8);
        out.write(content.length >> 16);
        out.write(0);
        out.writeBytes(content);
        return out.toByteArray();
    }
}
