package io.dbus.sink.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Reads the answer to a request for many documents ({@code _mget}). */
final class StoredDocuments {
    private static final JsonFactory JSON = new JsonFactory();

    /**
     * A document as it is stored.
     *
     * @param found whether there is one
     * @param version its version
     * @param source its JSON, byte for byte; empty when there is none, or when the index keeps none
     * @param error the type of the error instead of an answer; empty when there is none
     */
    record Stored(boolean found, long version, byte[] source, String error) {}

    private StoredDocuments() {}

    /**
     * The documents of an answer, in the order in which they were asked for.
     *
     * @throws IOException when it is no such answer; the message says how it is not, as the end of a sentence
     */
    static List<Stored> of(byte[] body, int expected) throws IOException {
        try (JsonParser parser = JSON.createParser(body)) {
            List<Stored> stored = new ArrayList<>(expected);
            if (parser.nextToken() != JsonToken.START_OBJECT
                    || parser.nextToken() != JsonToken.FIELD_NAME
                    || !parser.currentName().equals("docs")
                    || parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IOException("has no documents");
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                stored.add(document(parser, body));
            }
            if (stored.size() != expected) {
                throw new IOException("has " + stored.size() + " documents where " + expected + " were asked for");
            }
            return stored;
        } catch (JsonProcessingException e) {
            throw new IOException("is not JSON (" + e.getOriginalMessage() + ")", e);
        }
    }

    private static Stored document(JsonParser parser, byte[] body) throws IOException {
        boolean found = false;
        long version = 0;
        byte[] source = new byte[0];
        String error = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("found")) {
                found = value == JsonToken.VALUE_TRUE;
            } else if (name.equals("_version") && value == JsonToken.VALUE_NUMBER_INT) {
                version = parser.getLongValue();
            } else if (name.equals("_source") && value == JsonToken.START_OBJECT) {
                int start = (int) parser.currentTokenLocation().getByteOffset();
                parser.skipChildren();
                source = Arrays.copyOfRange(
                        body, start, (int) parser.currentTokenLocation().getByteOffset() + 1);
            } else if (name.equals("error") && value == JsonToken.START_OBJECT) {
                error = error(parser);
            } else {
                parser.skipChildren();
            }
        }
        return new Stored(found, version, source, error);
    }

    private static String error(JsonParser parser) throws IOException {
        String type = "error";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            if (parser.nextToken() == JsonToken.VALUE_STRING && name.equals("type")) {
                type = parser.getText();
            } else {
                parser.skipChildren();
            }
        }
        return type;
    }
}
