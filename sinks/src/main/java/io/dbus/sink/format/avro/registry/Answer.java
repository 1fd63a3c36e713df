package io.dbus.sink.format.avro.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.Optional;

/**
 * What a registry answers.
 *
 * @param url the address that was asked
 * @param status the status of HTTP
 * @param body its text, as long as it is shown
 * @param json its value; empty when it is no JSON
 */
record Answer(String url, int status, String body, Optional<JsonNode> json) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN = 1000;
    private static final int TIMEOUT = 408;
    private static final int TOO_MANY = 429;
    private static final int SERVER_ERROR = 500;

    static Answer of(String url, int status, byte[] body) {
        String text = new String(body, UTF_8);
        Optional<JsonNode> json;
        try {
            json = Optional.ofNullable(JSON.readTree(text));
        } catch (JsonProcessingException e) {
            // Not a registry's answer; whoever asks for a part of it says so, with the text.
            json = Optional.empty();
        }
        return new Answer(url, status, text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text, json);
    }

    boolean isOk() {
        return status >= 200 && status < 300;
    }

    /** Whether the same request may succeed later. */
    boolean isPassing() {
        return status == TIMEOUT || status == TOO_MANY || status >= SERVER_ERROR;
    }

    /** The registry's own code, such as 40401 for a subject that is not there; 0 when the answer has none. */
    int errorCode() {
        return json.map(node -> node.path("error_code").asInt(0)).orElse(0);
    }

    /** For messages: {@code 409 with {"error_code":...}}. */
    @Override
    public String toString() {
        return status + (body.isBlank() ? " without a body" : " with " + body.strip());
    }
}
