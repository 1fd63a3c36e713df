package io.dbus.sink.format.avro;

import io.dbus.sink.format.ByteBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;
import org.apache.avro.io.BinaryEncoder;
import org.apache.avro.io.EncoderFactory;

/** Avro's binary form in a buffer in memory, which grows and is used again. Hot path. */
final class AvroOut {
    private final ByteBuilder bytes = new ByteBuilder();
    // Direct: nothing stays behind in a buffer of its own when a record is given up half-way.
    private final BinaryEncoder encoder = EncoderFactory.get().directBinaryEncoder(bytes, null);

    /** Begins anew: what a record that was given up has left is forgotten. */
    void begin(byte[] prefix) {
        bytes.clear();
        bytes.write(prefix, 0, prefix.length);
    }

    /** The bytes since {@link #begin}. */
    byte[] take() {
        return bytes.take();
    }

    /** Avro's encoder, for what is written by Avro's own writers. */
    BinaryEncoder encoder() {
        return encoder;
    }

    /** The branch of a union. */
    void writeIndex(int branch) {
        try {
            encoder.writeIndex(branch);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void writeBoolean(boolean value) {
        try {
            encoder.writeBoolean(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void writeInt(int value) {
        try {
            encoder.writeInt(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void writeLong(long value) {
        try {
            encoder.writeLong(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void writeFloat(float value) {
        try {
            encoder.writeFloat(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void writeDouble(double value) {
        try {
            encoder.writeDouble(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void writeString(String value) {
        try {
            encoder.writeString(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** Bytes, or a string from its UTF-8: Avro writes both as their length and themselves. */
    void writeBytes(byte[] from, int offset, int length) {
        try {
            encoder.writeBytes(from, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    void writeFixed(byte[] from, int offset, int length) {
        try {
            encoder.writeFixed(from, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** An array of so many elements, which come next, up to {@link #endArray}. */
    void startArray(int count) {
        if (count > 0) {
            writeLong(count);
        }
    }

    void endArray() {
        writeLong(0);
    }

    /** What is encoded already, such as a default. */
    void writeEncoded(byte[] encoded) {
        bytes.write(encoded, 0, encoded.length);
    }

    private static UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("A buffer in memory cannot be written: " + e.getMessage(), e);
    }
}
