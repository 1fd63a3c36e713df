package io.dbus.sink.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Message;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class LastingEncoderTest {
    private static final TableSchema SCHEMA = Rows.schema(1, LogicalType.of(Kind.INT), LogicalType.of(Kind.BIGINT));

    static List<EventFormat> formats() {
        // Avro, which is no text, has encoders only with a registry or a file.
        return EventFormats.all().stream().filter(EventFormat::isText).toList();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aRowThatCannotBeReadLeavesNothingInTheNextOne(EventFormat format) {
        EncoderFactory factory = format.encoders(Rows.context(Map.of()));
        RowChange whole = Rows.insert(SCHEMA, row -> {
            row.int64(1);
            row.int64(2);
        });
        EventEncoder lasting = factory.createLasting();

        assertThatThrownBy(() -> encode(lasting, spoilt())).isInstanceOf(EncodeException.class);

        assertThat(encode(lasting, whole)).isEqualTo(encode(factory.create(), whole));
    }

    @ParameterizedTest
    @MethodSource("formats")
    void aTruncateIsWrittenAsTheFormatWritesIt(EventFormat format) {
        EncoderFactory factory = format.encoders(Rows.context(Map.of()));
        Truncate truncate = new Truncate(SCHEMA.table(), SCHEMA.table(), Rows.origin(0), Rows.key(1));

        assertThat(truncated(factory.createLasting(), truncate)).isEqualTo(truncated(factory.create(), truncate));
    }

    private static List<String> truncated(EventEncoder encoder, Truncate truncate) {
        Records records = new Records();
        try {
            encoder.encode(truncate, records);
        } catch (EncodeException e) {
            return List.of("no form: " + e.reason());
        }
        return records.all;
    }

    /** A BIGINT of three bytes. */
    private static RowChange spoilt() {
        byte[] bytes = ByteBuffer.allocate(4 + 8 + 4 + 3)
                .putInt(8)
                .putLong(1)
                .putInt(3)
                .array();
        return RowChange.insert(
                SCHEMA, RowImage.full(SCHEMA.layout(), bytes, 0, bytes.length), Rows.origin(0), Rows.key(1));
    }

    private static List<String> encode(EventEncoder encoder, RowChange change) {
        Records records = new Records();
        encoder.encode(change, records);
        return records.all;
    }

    private static final class Records implements RecordReceiver {
        private final List<String> all = new ArrayList<>();

        @Override
        public void record(byte[] key, byte[] value, List<Message.Header> headers) {
            all.add(key == null ? "no key" : new String(key, StandardCharsets.UTF_8));
            all.add(value == null ? "no value" : new String(value, StandardCharsets.UTF_8));
        }

        @Override
        public void dropped() {
            all.add("dropped");
        }
    }
}
