package io.dbus.sink.format;

import com.fasterxml.jackson.core.Base64Variant;
import com.fasterxml.jackson.core.Base64Variants;
import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.StreamWriteFeature;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * One JSON text after the other in UTF-8, written by one generator into one growing buffer. Floating-point numbers are the shortest decimals that
 * read back the same; NaN and the infinities, which only a VECTOR can hold, are strings as JSON has no numbers for them.
 * Not thread-safe.
 */
public final class JsonOut {
    private static final SerializedString WKB = new SerializedString("wkb");
    private static final SerializedString SRID = new SerializedString("srid");
    private static final Base64Variant BASE64 = Base64Variants.MIME_NO_LINEFEEDS;
    private static final JsonFactory FACTORY = JsonFactory.builder()
            .enable(StreamWriteFeature.USE_FAST_DOUBLE_WRITER)
            .build();

    private final ByteBuilder bytes = new ByteBuilder();
    private final JsonGenerator generator;

    public JsonOut() {
        try {
            generator = FACTORY.createGenerator(bytes, JsonEncoding.UTF8);
        } catch (IOException e) {
            throw failed(e);
        }
        generator.setRootValueSeparator(null);
    }

    /** The text written since the last call, in UTF-8. */
    public byte[] take() {
        try {
            generator.flush();
        } catch (IOException e) {
            throw failed(e);
        }
        return bytes.take();
    }

    public void startObject() {
        try {
            generator.writeStartObject();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void endObject() {
        try {
            generator.writeEndObject();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void startArray() {
        try {
            generator.writeStartArray();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void endArray() {
        try {
            generator.writeEndArray();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The name of the member that comes next, escaped and encoded once. */
    public void name(SerializableString name) {
        try {
            generator.writeFieldName(name);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void nullValue() {
        try {
            generator.writeNull();
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void bool(boolean value) {
        try {
            generator.writeBoolean(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void number(long value) {
        try {
            generator.writeNumber(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void number(BigInteger value) {
        try {
            generator.writeNumber(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The shortest decimal of the 32-bit value. */
    public void number(float value) {
        try {
            generator.writeNumber(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** The shortest decimal of the 64-bit value. */
    public void number(double value) {
        try {
            generator.writeNumber(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void string(String value) {
        try {
            generator.writeString(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    public void string(SerializableString value) {
        try {
            generator.writeString(value);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A string from its UTF-8; what JSON must escape is escaped. */
    public void utf8(byte[] bytes, int offset, int length) {
        try {
            generator.writeUTF8String(bytes, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A string of characters that need no escape. */
    public void raw(byte[] bytes, int offset, int length) {
        try {
            generator.writeRawUTF8String(bytes, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A string: the bytes in base64, padded, on one line. */
    public void base64(byte[] bytes, int offset, int length) {
        try {
            generator.writeBinary(BASE64, bytes, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A geometry as an object: {@code wkb}, its well-known binary form in base64, and {@code srid}. */
    public void wellKnownBinary(int srid, byte[] wkb, int offset, int length) {
        startObject();
        name(WKB);
        base64(wkb, offset, length);
        name(SRID);
        number(srid & 0xFFFF_FFFFL);
        endObject();
    }

    /** An array of {@code count} numbers, each 32 bits of IEEE 754, little-endian. */
    public void floats(byte[] bytes, int offset, int count) {
        ByteBuffer values = ByteBuffer.wrap(bytes, offset, count * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        startArray();
        for (int i = 0; i < count; i++) {
            number(values.getFloat());
        }
        endArray();
    }

    /** A number with all its digits, without an exponent. */
    public void number(BigDecimal value) {
        try {
            generator.writeNumber(value.toPlainString());
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** A value that is JSON already, which is not looked at. */
    public void json(String text) {
        try {
            generator.writeRawValue(text);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    /** JSON that was encoded once and is not looked at. */
    public void json(SerializableString text) {
        try {
            generator.writeRawValue(text);
        } catch (IOException e) {
            throw failed(e);
        }
    }

    private static UncheckedIOException failed(IOException e) {
        return new UncheckedIOException("A JSON text cannot be written: " + e.getMessage(), e);
    }
}
