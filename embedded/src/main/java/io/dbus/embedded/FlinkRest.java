package io.dbus.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.StringJoiner;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** The REST API of a JobManager. Every failure names the call, Flink's answer and the JobManager's log. */
final class FlinkRest {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(120);
    private static final String BOUNDARY = "dbus-embedded-boundary";

    private final URI uri;
    private final ServerLog log;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    FlinkRest(URI uri, ServerLog log) {
        this.uri = uri;
        this.log = log;
    }

    URI uri() {
        return uri;
    }

    JsonNode get(String path) {
        return call(request(path).GET().build());
    }

    JsonNode post(String path, JsonNode body) {
        return call(request(path)
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString()))
                .build());
    }

    void patch(String path) {
        call(request(path).method("PATCH", BodyPublishers.noBody()).build());
    }

    /** Uploads a jar and returns its id. */
    String upload(Path jar) {
        String head = "--" + BOUNDARY + "\r\nContent-Disposition: form-data; name=\"jarfile\"; filename=\""
                + jar.getFileName() + "\"\r\nContent-Type: application/x-java-archive\r\n\r\n";
        try {
            BodyPublisher body = BodyPublishers.concat(
                    BodyPublishers.ofString(head),
                    BodyPublishers.ofFile(jar),
                    BodyPublishers.ofString("\r\n--" + BOUNDARY + "--\r\n"));
            String file = call(request("/jars/upload")
                            .header("Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                            .POST(body)
                            .build())
                    .path("filename")
                    .asText();
            return file.substring(file.lastIndexOf('/') + 1);
        } catch (IOException e) {
            throw new ServerFailedException("the jar " + jar + " cannot be read", e);
        }
    }

    /** Whether a JobManager with this option answers: another server may sit on its port. */
    boolean answersWith(String option, String value) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(uri + "/jobmanager/config"))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
            return response.statusCode() == 200
                    && elements(JSON.readTree(response.body()))
                            .anyMatch(entry -> entry.path("key").asText().equals(option)
                                    && entry.path("value").asText().equals(value));
        } catch (IOException e) {
            return false;
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    static ObjectNode object() {
        return JSON.createObjectNode();
    }

    /** The elements of an array; none of what is no array. */
    static Stream<JsonNode> elements(JsonNode array) {
        return StreamSupport.stream(array.spliterator(), false);
    }

    private HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(uri + path)).timeout(LIMIT);
    }

    private JsonNode call(HttpRequest request) {
        String what = request.method() + " " + request.uri();
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
            JsonNode body = response.body().isBlank() ? object() : JSON.readTree(response.body());
            if (response.statusCode() >= 300) {
                StringJoiner errors = new StringJoiner("\n");
                body.path("errors").forEach(error -> errors.add(error.asText()));
                throw new ServerFailedException(what + " was answered with " + response.statusCode()
                        + "; the log of the JobManager is " + log.file() + "; Flink says: " + errors);
            }
            return body;
        } catch (IOException e) {
            throw log.failure(what + " failed", e);
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }
}
