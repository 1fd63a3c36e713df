package io.dbus.embedded;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.net.ConnectException;
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
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The REST API of the JobManager that leads. Every failure names the call, Flink's answer and the JobManager's log.
 *
 * <p>Where another JobManager may take over, what fails for want of a leader is asked again, of whoever leads then; what
 * may have been done is not.
 */
final class FlinkRest {
    /** An option that Flink does not know and shows like the others: by it we know our JobManagers. */
    static final String IDENTITY = "dbus.embedded.cluster";

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final Duration LIMIT = Duration.ofSeconds(120);

    /** Of a call that another leader may have to answer: the one that is asked may be stopped. */
    private static final Duration PATIENT_LIMIT = Duration.ofSeconds(10);

    /** What Flink answers while nobody leads. */
    private static final int NO_LEADER = 503;

    /** What it answers, with status 404, while it does not know the leading ResourceManager yet. */
    private static final String NO_RESOURCE_MANAGER = "Cannot connect to ResourceManager right now";

    private static final String BOUNDARY = "dbus-embedded-boundary";

    private final Supplier<? extends FlinkEndpoint> leader;
    private final boolean patient;
    private final HttpClient client =
            HttpClient.newBuilder().connectTimeout(Duration.ofSeconds(10)).build();

    /**
     * A client.
     *
     * @param leader says where to send each call
     * @param patient whether another leader may come
     */
    FlinkRest(Supplier<? extends FlinkEndpoint> leader, boolean patient) {
        this.leader = leader;
        this.patient = patient;
    }

    /** A client of the JobManager that leads now, whoever will lead. */
    FlinkRest pinned() {
        FlinkEndpoint current = leader.get();
        return new FlinkRest(() -> current, false);
    }

    JsonNode get(String path) {
        return call(path, true, HttpRequest.Builder::GET);
    }

    JsonNode post(String path, JsonNode body) {
        return call(path, false, request -> request.header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body.toString())));
    }

    void patch(String path) {
        call(path, true, request -> request.method("PATCH", BodyPublishers.noBody()));
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
            String file = call("/jars/upload", false, request -> request.header(
                                    "Content-Type", "multipart/form-data; boundary=" + BOUNDARY)
                            .POST(body))
                    .path("filename")
                    .asText();
            return file.substring(file.lastIndexOf('/') + 1);
        } catch (IOException e) {
            throw new ServerFailedException("the jar " + jar + " cannot be read", e);
        }
    }

    /** Whether this JobManager, known by its {@link #IDENTITY}, answers: another server may sit on its port. Standbys answer too. */
    boolean answers(FlinkEndpoint jobManager, String identity) {
        try {
            HttpRequest request = HttpRequest.newBuilder(URI.create(jobManager.restUri() + "/jobmanager/config"))
                    .timeout(Duration.ofSeconds(5))
                    .build();
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
            return response.statusCode() == 200
                    && elements(JSON.readTree(response.body()))
                            .anyMatch(entry -> entry.path("key").asText().equals(IDENTITY)
                                    && entry.path("value").asText().equals(identity));
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

    private JsonNode call(String path, boolean repeatable, UnaryOperator<HttpRequest.Builder> method) {
        long deadline = System.nanoTime() + LIMIT.toNanos();
        while (true) {
            FlinkEndpoint target = leader.get();
            HttpRequest request = method.apply(HttpRequest.newBuilder(URI.create(target.restUri() + path))
                            .timeout(patient && repeatable ? PATIENT_LIMIT : LIMIT))
                    .build();
            try {
                return call(target, request);
            } catch (CallFailedException e) {
                boolean again = patient && (e.nothingDone || repeatable && e.mayPass);
                if (!again || System.nanoTime() > deadline) {
                    throw e.failure;
                }
            }
            SupervisedProcess.sleep(100);
        }
    }

    private JsonNode call(FlinkEndpoint target, HttpRequest request) throws CallFailedException {
        String what = request.method() + " " + request.uri();
        try {
            HttpResponse<String> response = client.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
            JsonNode body = response.body().isBlank() ? object() : JSON.readTree(response.body());
            int status = response.statusCode();
            if (status >= 300) {
                StringJoiner errors = new StringJoiner("\n");
                body.path("errors").forEach(error -> errors.add(error.asText()));
                throw new CallFailedException(
                        new ServerFailedException(what + " was answered with " + status
                                + "; the log of the JobManager is "
                                + target.log().file() + "; Flink says: " + errors),
                        status == NO_LEADER,
                        status >= 500 || errors.toString().contains(NO_RESOURCE_MANAGER));
            }
            return body;
        } catch (IOException e) {
            throw new CallFailedException(
                    target.log().failure(what + " failed", e), e instanceof ConnectException, true);
        } catch (InterruptedException e) {
            throw SupervisedProcess.interrupted(e);
        }
    }

    private static final class CallFailedException extends Exception {
        private static final long serialVersionUID = 1L;

        private final ServerFailedException failure;

        /** Whether the call has done nothing for sure. */
        private final boolean nothingDone;

        /** Whether a change of leaders explains it. */
        private final boolean mayPass;

        private CallFailedException(ServerFailedException failure, boolean nothingDone, boolean mayPass) {
            super(failure);
            this.failure = failure;
            this.nothingDone = nothingDone;
            this.mayPass = mayPass;
        }
    }
}
