package io.dbus.sink.elasticsearch;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** Reads the answer to a bulk. Hot path: as a stream, and of each item no more than what it is classed by. */
final class BulkAnswer {
    /** What of an answer is asked for. */
    static final String FILTER =
            "errors,items.*._id,items.*.status,items.*.error.type,items.*.error.reason,items.*.error.caused_by";

    private static final JsonFactory JSON = new JsonFactory();

    /**
     * The answer to one operation.
     *
     * @param id the document's id; empty when the answer does not say
     * @param type the type of the error; empty when there is none
     * @param reason the error as Elasticsearch words it; empty when there is none
     */
    record Item(int status, String id, String type, String reason) {}

    private BulkAnswer() {}

    /**
     * The items of an answer, in the order of the operations.
     *
     * @throws IOException when it is no answer to a bulk; the message says how it is not, as the end of a sentence
     */
    static List<Item> items(byte[] body, int expected) throws IOException {
        try (JsonParser parser = JSON.createParser(body)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("is no JSON object");
            }
            List<Item> items = null;
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                boolean isItems = parser.currentName().equals("items");
                if (parser.nextToken() == JsonToken.START_ARRAY && isItems) {
                    items = items(parser, expected);
                } else {
                    parser.skipChildren();
                }
            }
            if (items == null) {
                throw new IOException("has no items");
            }
            if (items.size() != expected) {
                throw new IOException("has " + items.size() + " items for " + expected + " operations");
            }
            return items;
        } catch (JsonProcessingException e) {
            throw new IOException("is not JSON (" + e.getOriginalMessage() + ")", e);
        }
    }

    private static List<Item> items(JsonParser parser, int expected) throws IOException {
        List<Item> items = new ArrayList<>(expected);
        while (parser.nextToken() == JsonToken.START_OBJECT) {
            if (parser.nextToken() != JsonToken.FIELD_NAME || parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("has an item " + items.size() + " that names no action");
            }
            items.add(item(parser, items.size()));
            if (parser.nextToken() != JsonToken.END_OBJECT) {
                throw new IOException("has an item " + (items.size() - 1) + " of more than one action");
            }
        }
        if (parser.currentToken() != JsonToken.END_ARRAY) {
            throw new IOException("has an item " + items.size() + " that is no object");
        }
        return items;
    }

    private static Item item(JsonParser parser, int number) throws IOException {
        int status = 0;
        String id = "";
        Failure failure = Failure.NONE;
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("status") && value == JsonToken.VALUE_NUMBER_INT) {
                status = parser.getIntValue();
            } else if (name.equals("_id") && value == JsonToken.VALUE_STRING) {
                id = parser.getText();
            } else if (name.equals("error") && value == JsonToken.START_OBJECT) {
                failure = failure(parser);
            } else {
                parser.skipChildren();
            }
        }
        if (status == 0) {
            throw new IOException("has an item " + number + " without a status");
        }
        return new Item(status, id, failure.type(), failure.reason());
    }

    private record Failure(String type, String reason) {
        private static final Failure NONE = new Failure("", "");
    }

    private static Failure failure(JsonParser parser) throws IOException {
        String type = "";
        String reason = "";
        String cause = "";
        while (parser.nextToken() == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            if (name.equals("type") && value == JsonToken.VALUE_STRING) {
                type = parser.getText();
            } else if (name.equals("reason") && value == JsonToken.VALUE_STRING) {
                reason = parser.getText();
            } else if (name.equals("caused_by") && value == JsonToken.START_OBJECT) {
                Failure by = failure(parser);
                cause = by.type() + ": " + by.reason();
            } else {
                parser.skipChildren();
            }
        }
        return new Failure(type.isEmpty() ? "error" : type, cause.isEmpty() ? reason : reason + " (" + cause + ")");
    }
}
