package io.dbus.source.deadletter;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import java.io.IOException;

/**
 * What a replay needs of a dead letter; its fields are those of {@code DEAD-LETTERS.md}.
 *
 * @param event the event's bytes; null when the letter has their digest only
 */
record StoredLetter(String id, String pipeline, String component, String reason, byte[] event) {
    private static final JsonFactory JSON = new JsonFactory();

    /** @throws IOException when the line is no dead letter */
    static StoredLetter parse(String line) throws IOException {
        String id = null;
        String pipeline = null;
        String component = null;
        String reason = null;
        byte[] event = null;
        try (JsonParser json = JSON.createParser(line)) {
            require(json.nextToken() == JsonToken.START_OBJECT, "it is no JSON object");
            while (json.nextToken() == JsonToken.FIELD_NAME) {
                String field = json.currentName();
                json.nextToken();
                switch (field) {
                    case "id" -> id = json.getText();
                    case "pipeline" -> pipeline = json.getText();
                    case "component" -> component = json.getText();
                    case "reason" -> reason = json.getText();
                    case "event" -> event = event(json);
                    default -> json.skipChildren();
                }
            }
        }
        require(
                id != null && pipeline != null && component != null && reason != null,
                "it lacks id, pipeline, component or reason");
        return new StoredLetter(id, pipeline, component, reason, event);
    }

    private static byte[] event(JsonParser json) throws IOException {
        byte[] bytes = null;
        while (json.nextToken() == JsonToken.FIELD_NAME) {
            String field = json.currentName();
            json.nextToken();
            if (field.equals("bytes")) {
                bytes = json.getBinaryValue();
            } else {
                json.skipChildren();
            }
        }
        return bytes;
    }

    private static void require(boolean right, String what) throws IOException {
        if (!right) {
            throw new IOException(what);
        }
    }
}
