package io.dbus.job.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;

/**
 * What the command line shows of a dead letter.
 *
 * @param rejectedAt when, in ISO 8601
 * @param table the table's name as sinks see it; empty for what is of no table
 */
record Letter(
        String id,
        String pipeline,
        String component,
        String reason,
        String rejectedAt,
        String table,
        String key,
        String error) {
    private static final ObjectMapper JSON = new ObjectMapper();

    /** @throws IOException when the text is no dead letter */
    static Letter parse(String text) throws IOException {
        JsonNode json = JSON.readTree(text);
        return new Letter(
                required(json, "id"),
                required(json, "pipeline"),
                required(json, "component"),
                required(json, "reason"),
                required(json, "rejected_at"),
                json.path("table").asText(),
                required(json, "key"),
                required(json, "error"));
    }

    private static String required(JsonNode json, String field) throws IOException {
        JsonNode value = json.path(field);
        if (!value.isTextual()) {
            throw new IOException("it has no text '" + field + "'");
        }
        return value.asText();
    }

    /** On one line, tabs in between. */
    String line() {
        return String.join("\t", rejectedAt, component, reason, oneLine(table), oneLine(key), oneLine(error));
    }

    private static String oneLine(String text) {
        return text.replaceAll("\\p{Cntrl}", " ");
    }
}
