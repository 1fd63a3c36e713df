package io.dbus.source.mysql.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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

    @ParameterizedTest
    @ValueSource(ints = {-1, 1})
    void sizesThatAreNotTrueAreRefused(int off) {
        byte[] events = join(List.of(event(60), event(70)));
        byte[] payload = payload(0, Zstd.compress(events), off, events.length);
        assertThatThrownBy(() -> read(payload))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("says that its payload has");
        byte[] unpacked = payload(0, Zstd.compress(events), 0, events.length + off);
        assertThatThrownBy(() -> read(unpacked))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("says that it holds " + (130 + off));
    }

    @Test
    void aPayloadThatIsCutOffBehindAnEventIsRefused() {
        byte[] events = join(List.of(event(60)));
        byte[] payload = payload(0, Zstd.compress(events), 0, 130);
        assertThatThrownBy(() -> read(payload))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("130 bytes of events, and holds 60");
    }

    @ParameterizedTest
    @ValueSource(
            ints = {
                EventType.TRANSACTION_PAYLOAD,
                EventType.GTID,
                EventType.GTID_TAGGED,
                EventType.FORMAT_DESCRIPTION,
                EventType.ROTATE,
                EventType.HEARTBEAT
            })
    void eventsThatStandInNoTransactionAreRefused(int type) {
        byte[] event = event(60);
        event[4] = (byte) type;
        assertThatThrownBy(() -> read(payload(0, Zstd.compress(event))))
                .isInstanceOf(BinlogFormatException.class)
                .hasMessageContaining("an event of " + EventType.name(type));
    }

    @Test
    void eventsOfManyTimesTheMemoryAreReadOneByOne() throws Exception {
        // 3 GiB in a few hundred kilobytes.
        int size = 1 << 20;
        byte[] event = new byte[size];
        event[4] = EventType.WRITE_ROWS;
        ByteBuffer.wrap(event).order(ByteOrder.LITTLE_ENDIAN).putInt(9, size);
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (ZstdOutputStreamNoFinalizer out = new ZstdOutputStreamNoFinalizer(compressed)) {
            for (int i = 0; i < 3072; i++) {
                out.write(event);
            }
        }
        byte[] body = payload(0, compressed.toByteArray());
        int events = 0;
        try (TransactionPayload payload = TransactionPayload.open(body, 0, body.length, MAX)) {
            for (byte[] next = payload.next(); next != null; next = payload.next()) {
                events++;
            }
        }
        assertThat(events).isEqualTo(3072);
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
        return payload(compression, content, 0, 0);
    }

    /** Says a size of the payload that is so much off, and a size of the events, 0 for none. */
    private static byte[] payload(int compression, byte[] content, int off, int unpacked) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(new byte[] {2, 1});
        if (compression < 0xFB) {
            out.write(compression);
        } else {
            out = new ByteArrayOutputStream();
            out.writeBytes(new byte[] {2, 3, (byte) 0xFC, (byte) compression, 0});
        }
        if (unpacked != 0) {
            out.writeBytes(new byte[] {3, 3, (byte) 0xFC, (byte) unpacked, (byte) (unpacked >> 8)});
        }
        out.writeBytes(new byte[] {9, 1, 7, 1, 4, (byte) 0xFD});
        out.write(content.length + off);
        out.write(content.length + off >> 8);
        out.write(content.length + off >> 16);
        out.write(0);
        out.writeBytes(content);
        return out.toByteArray();
    }
}
