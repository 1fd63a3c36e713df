package io.dbus.sink.format.avro;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Message;
import io.dbus.sink.format.EventEncoder;
import io.dbus.sink.format.RecordReceiver;
import io.dbus.sink.format.Rows;
import io.dbus.sink.format.avro.registry.HttpRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.avro.Conversions;
import org.apache.avro.Schema;
import org.apache.avro.data.TimeConversions;
import org.apache.avro.generic.GenericData;
import org.apache.avro.generic.GenericDatumReader;
import org.apache.avro.generic.GenericRecord;
import org.apache.avro.io.BinaryDecoder;
import org.apache.avro.io.DecoderFactory;

/** Records that the format makes, read back by Avro's own reader. */
public final class AvroRecords implements RecordReceiver {
    /** A record; its key and value are null where they are. */
    public record Read(byte[] key, byte[] value, List<Message.Header> headers) {}

    private final List<Read> records = new ArrayList<>();
    private int dropped;

    @Override
    public void record(byte[] key, byte[] value, List<Message.Header> headers) {
        records.add(new Read(key, value, headers));
    }

    @Override
    public void dropped() {
        dropped++;
    }

    public int droppedOnes() {
        return dropped;
    }

    public List<Read> all() {
        return records;
    }

    public Read only() {
        assertThat(records).hasSize(1);
        return records.get(0);
    }

    static EventEncoder encoder(Map<String, String> options) {
        EventEncoder encoder = new AvroFormat().encoders(Rows.context(options)).createLasting();
        encoder.topic("orders");
        return encoder;
    }

    static EventEncoder encoder(HttpRegistry registry, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(options);
        all.put("avro-confluent.url", registry.url());
        return encoder(all);
    }

    /** A record in Confluent's wire format, by the schema that its id names. */
    public static GenericRecord confluent(HttpRegistry registry, byte[] bytes) {
        return confluent(registry, bytes, null);
    }

    /** The same, read with another schema than it was written; null for that. */
    static GenericRecord confluent(HttpRegistry registry, byte[] bytes, Schema reader) {
        ByteBuffer buffer = ByteBuffer.wrap(bytes);
        assertThat(buffer.get()).isZero();
        Schema writer = registry.schema(buffer.getInt());
        return binary(writer, reader == null ? writer : reader, bytes, 5);
    }

    static GenericRecord binary(Schema writer, Schema reader, byte[] bytes, int offset) {
        GenericDatumReader<GenericRecord> datum = new GenericDatumReader<>(writer, reader, data());
        BinaryDecoder decoder = DecoderFactory.get().binaryDecoder(bytes, offset, bytes.length - offset, null);
        try {
            GenericRecord record = datum.read(null, decoder);
            assertThat(decoder.isEnd()).as("nothing behind the record").isTrue();
            return record;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads logical types as what they mean. */
    private static GenericData data() {
        GenericData data = new GenericData();
        data.addLogicalTypeConversion(new Conversions.DecimalConversion());
        data.addLogicalTypeConversion(new TimeConversions.DateConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampMicrosConversion());
        data.addLogicalTypeConversion(new TimeConversions.LocalTimestampMicrosConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimestampMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.LocalTimestampMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimeMillisConversion());
        data.addLogicalTypeConversion(new TimeConversions.TimeMicrosConversion());
        return data;
    }
}
