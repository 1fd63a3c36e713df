package io.dbus.sink.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.JsonStringEncoder;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Puts the fields of one JSON object into another. Values are taken over byte by byte, so that no number changes on the way. */
final class JsonMerge {
    private static final JsonFactory JSON = new JsonFactory();

    private JsonMerge() {}

    /**
     * The object with the fields of both, those of the second where both have one, in the order of the first.
     *
     * @throws IOException when one is no JSON object
     */
    static byte[] merge(byte[] stored, byte[] present) throws IOException {
        Map<String, byte[]> fields = new LinkedHashMap<>();
        read(stored, fields);
        read(present, fields);
        ByteArrayOutputStream merged = new ByteArrayOutputStream(stored.length + present.length);
        merged.write('{');
        boolean first = true;
        for (Map.Entry<String, byte[]> field : fields.entrySet()) {
            if (!first) {
                merged.write(',');
            }
            first = false;
            merged.write('"');
            merged.writeBytes(JsonStringEncoder.getInstance().quoteAsUTF8(field.getKey()));
            merged.write('"');
            merged.write(':');
            merged.writeBytes(field.getValue());
        }
        merged.write('}');
        return merged.toByteArray();
    }

    private static void read(byte[] object, Map<String, byte[]> fields) throws IOException {
        try (JsonParser parser = JSON.createParser(object)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("is no JSON object");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                parser.nextToken();
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                // Scalars are read to their end only when asked for.
                parser.finishToken();
                fields.put(name, value(object, start, (int)
                        parser.currentLocation().getByteOffset()));
            }
        }
    }

    /** Without what stands behind a number, which is read one byte too far, and without line breaks, which only stand between tokens. */
    private static byte[] value(byte[] object, int start, int end) {
        int last = end;
        while (last > start && (object[last - 1] == ',' || object[last - 1] <= ' ')) {
            last--;
        }
        byte[] value = Arrays.copyOfRange(object, start, last);
        for (int i = 0; i < value.length; i++) {
            if (value[i] == '\n' || value[i] == '\r') {
                value[i] = ' ';
            }
        }
        return value;
    }
}
