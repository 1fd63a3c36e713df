package io.dbus.operator.column;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.Arrays;

/** Casts to text, bytes and JSON. */
final class TextTargets {
    private static final JsonFactory JSON = new JsonFactory();

    private TextTargets() {}

    /** How many characters (code points) UTF-8 holds: each byte but those that continue one. */
    static int characters(byte[] utf8, int offset, int length) {
        int count = 0;
        for (int i = offset; i < offset + length; i++) {
            count += (utf8[i] & 0xC0) == 0x80 ? 0 : 1;
        }
        return count;
    }

    /** CHAR, VARCHAR, TEXT, from what {@link PlainText} makes of a value. */
    record Texts(LogicalType type, RowBuilder out) implements PlainText.Target {
        @Override
        public void nullValue() {
            out.nullValue();
        }

        @Override
        public void text(byte[] utf8, int offset, int length) {
            if (type.length() > 0 && characters(utf8, offset, length) > type.length()) {
                throw new ConversionException("the text " + CastTarget.shown(new String(utf8, offset, length, UTF_8))
                        + " is no " + type + ", since it is longer");
            }
            out.text(utf8, offset, length);
        }

        @Override
        public void bytes(byte[] bytes, int offset, int length) {
            String text = new String(bytes, offset, length, UTF_8);
            byte[] back = text.getBytes(UTF_8);
            if (!Arrays.equals(back, 0, back.length, bytes, offset, offset + length)) {
                throw new ConversionException("a binary value is no text in UTF-8");
            }
            text(bytes, offset, length);
        }
    }

    /** BINARY, VARBINARY, BLOB. */
    record Bytes(LogicalType type, RowBuilder out) implements CastTarget {
        @Override
        public void bytes(byte[] bytes, int offset, int length) {
            if (type.length() > 0 && length > type.length()) {
                throw refusal("a binary value of " + length + " bytes");
            }
            out.binary(bytes, offset, length);
        }

        @Override
        public void text(String text) {
            byte[] utf8 = text.getBytes(UTF_8);
            bytes(utf8, 0, utf8.length);
        }

        @Override
        public void json(String text) {
            text(text);
        }
    }

    /** JSON: numbers as they are, text that is JSON. */
    record Json(LogicalType type, RowBuilder out) implements CastTarget {
        @Override
        public void integer(long value) {
            out.json(Long.toString(value));
        }

        @Override
        public void number(BigDecimal value) {
            out.json(value.toString());
        }

        @Override
        public void json(String text) {
            out.json(text);
        }

        @Override
        public void text(String text) {
            try (JsonParser parser = JSON.createParser(text)) {
                int depth = 0;
                int documents = 0;
                while (parser.nextToken() != null) {
                    depth += parser.currentToken().isStructStart()
                            ? 1
                            : parser.currentToken().isStructEnd() ? -1 : 0;
                    documents += depth == 0 ? 1 : 0;
                }
                if (documents != 1) {
                    throw refusal("the text " + CastTarget.shown(text));
                }
                out.json(text);
            } catch (IOException e) {
                throw refusal("the text " + CastTarget.shown(text));
            }
        }
    }
}
