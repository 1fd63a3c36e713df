package io.dbus.sink.elasticsearch.client;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.Optional;

/**
 * What a server answered, whatever its status.
 *
 * @param status the HTTP status
 * @param host the node that answered, as {@code http://host:port}
 * @param request the request, as {@code PUT /index}
 * @param body the body as it came, unpacked; not to be changed
 */
public record Answer(int status, String host, String request, byte[] body) {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int SHOWN = 300;

    public Answer {
        requireNonNull(host, "host");
        requireNonNull(request, "request");
        requireNonNull(body, "body");
    }

    /** Whether the status is 2xx. */
    public boolean ok() {
        return status >= 200 && status < 300;
    }

    /**
     * The body as JSON.
     *
     * @throws IOException when it is none: something that is not Elasticsearch answered, such as a proxy
     */
    public JsonNode json() throws IOException {
        try {
            JsonNode json = JSON.readTree(body);
            if (json != null && json.isObject()) {
                return json;
            }
        } catch (IOException e) {
            throw new IOException(notJson(), e);
        }
        throw new IOException(notJson());
    }

    private String notJson() {
        return describe()
                + ", which is no JSON object as Elasticsearch answers with: see what stands between, such as a "
                + "proxy, and whether hosts and connection.path-prefix are right";
    }

    /** The type of the error in the body, such as {@code resource_already_exists_exception}; empty when there is none. */
    public Optional<String> errorType() {
        return error("type");
    }

    /** The reason of the error in the body; empty when there is none. */
    public Optional<String> errorReason() {
        return error("reason");
    }

    private Optional<String> error(String field) {
        try {
            return Optional.ofNullable(JSON.readTree(body))
                    .map(json -> json.path("error").path(field))
                    .filter(JsonNode::isTextual)
                    .map(JsonNode::textValue);
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** For messages: {@code http://es:9200 answered PUT /index with status 400, illegal_argument_exception: ...}. */
    public String describe() {
        String what = errorType()
                .map(type -> type + errorReason().map(reason -> ": " + reason).orElse(""))
                .orElseGet(this::start);
        return host + " answered " + request + " with status " + status + (what.isEmpty() ? "" : ", " + what);
    }

    private String start() {
        String text = new String(body, 0, Math.min(body.length, SHOWN), UTF_8)
                .replaceAll("\\s+", " ")
                .trim();
        return text.isEmpty() ? "" : "'" + text + (body.length > SHOWN ? "..." : "") + "'";
    }

    /** Without the body, which may hold rows. */
    @Override
    public String toString() {
        return host + " " + request + " " + status;
    }
}
