package io.dbus.job.rest;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;

/** Reads a Flink cluster's REST interface (Flink documentation, "REST API"). Thread-safe. */
public final class FlinkRest {
    private static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final URI base;
    private final HttpClient http =
            HttpClient.newBuilder().connectTimeout(TIMEOUT).build();
    private final ObjectMapper json = new ObjectMapper();

    /** A client of the cluster at an address such as {@code http://localhost:8081}. */
    public FlinkRest(URI base) {
        this.base = requireNonNull(base, "base");
    }

    public URI base() {
        return base;
    }

    /**
     * What the cluster answers to a GET.
     *
     * @param path with its query, beginning with a slash
     * @throws IOException when the cluster cannot be reached or answers with an error; the message says which
     */
    public JsonNode get(String path) throws IOException, InterruptedException {
        HttpRequest request =
                HttpRequest.newBuilder(base.resolve(path)).timeout(TIMEOUT).build();
        HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
        if (response.statusCode() != 200) {
            throw new IOException("Flink at " + base + " answered " + path + " with status " + response.statusCode());
        }
        return json.readTree(response.body());
    }
}
