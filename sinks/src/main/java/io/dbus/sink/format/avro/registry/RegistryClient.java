package io.dbus.sink.format.avro.registry;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLHandshakeException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Asks a schema registry over its HTTP interface (Confluent's "Schema Registry API Reference", v1). A request that gets no answer, or one of 408, 429 or 5xx, goes to
 * the next address after a pause, until {@link RegistrySettings#retryTimeout} is over. Waits end when the thread is interrupted. Not thread-safe.
 */
final class RegistryClient {
    private static final Logger LOG = LoggerFactory.getLogger(RegistryClient.class);
    private static final String CONTENT_TYPE = "application/vnd.schemaregistry.v1+json";
    private static final long FIRST_PAUSE_MILLIS = 100;
    private static final long LONGEST_PAUSE_MILLIS = 5_000;

    private final RegistrySettings settings;
    private HttpClient client;
    private int current;

    RegistryClient(RegistrySettings settings) {
        this.settings = settings;
    }

    /** A part of a path. */
    static String escaped(String part) {
        return URLEncoder.encode(part, UTF_8).replace("+", "%20");
    }

    /**
     * The answer to a GET, of any status but those that are tried again.
     *
     * @param path begins with a slash
     * @throws RegistryException when there is none in time, or the thread is interrupted
     */
    Answer get(String path) {
        return ask(path, HttpRequest.newBuilder().GET());
    }

    /** The answer to a POST of JSON; as {@link #get}. */
    Answer post(String path, String json) {
        return ask(
                path,
                HttpRequest.newBuilder()
                        .header("Content-Type", CONTENT_TYPE)
                        .POST(HttpRequest.BodyPublishers.ofString(json)));
    }

    private Answer ask(String path, HttpRequest.Builder request) {
        long deadline = System.nanoTime() + settings.retryTimeout().toNanos();
        long pause = FIRST_PAUSE_MILLIS;
        while (true) {
            String url = settings.urls().get(current) + path;
            Failure failure;
            try {
                Answer answer = once(url, request.copy());
                if (!answer.isPassing()) {
                    return answer;
                }
                failure = new Failure("answers " + answer, null);
            } catch (SSLHandshakeException e) {
                throw new RegistryException(
                        "The schema registry at " + url + " cannot be spoken to over TLS: " + e.getMessage()
                                + " See whether avro-confluent.ssl.truststore.location holds the authority of its certificate.",
                        e);
            } catch (IOException e) {
                failure = new Failure("does not answer: " + described(e), e);
            }
            if (System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(pause) >= deadline) {
                throw new RegistryException(
                        "The schema registry at " + url + " " + failure.what() + "; it was asked for "
                                + settings.retryTimeout().toMillis() + " ms ("
                                + String.join(", ", settings.urls())
                                + "). See whether it is up and reachable from the machines of the job; avro-confluent.retry-timeout says how long it is asked.",
                        failure.cause());
            }
            LOG.warn("The schema registry at {} {}; it is asked again in {} ms", url, failure.what(), pause);
            current = (current + 1) % settings.urls().size();
            sleep(pause);
            pause = Math.min(pause * 2, LONGEST_PAUSE_MILLIS);
        }
    }

    private record Failure(String what, Throwable cause) {}

    /** The answer with all its bytes: the time-out of Java's own client ends with the headers. */
    private Answer once(String url, HttpRequest.Builder builder) throws IOException {
        builder.uri(URI.create(url)).header("Accept", CONTENT_TYPE + ", application/json");
        if (!settings.authorization().isEmpty()) {
            builder.header("Authorization", settings.authorization());
        }
        CompletableFuture<HttpResponse<byte[]>> answer =
                client().sendAsync(builder.build(), HttpResponse.BodyHandlers.ofByteArray());
        try {
            HttpResponse<byte[]> response = answer.get(settings.requestTimeout().toMillis(), TimeUnit.MILLISECONDS);
            return Answer.of(url, response.statusCode(), response.body());
        } catch (TimeoutException e) {
            answer.cancel(true);
            throw new IOException(
                    "no whole answer within " + settings.requestTimeout().toMillis() + " ms", e);
        } catch (ExecutionException e) {
            if (e.getCause() instanceof IOException failed) {
                throw failed;
            }
            throw new RegistryException(
                    "The schema registry at " + url + " cannot be asked: " + e.getCause(), e.getCause());
        } catch (InterruptedException e) {
            answer.cancel(true);
            throw interrupted(e);
        }
    }

    private HttpClient client() {
        if (client == null) {
            HttpClient.Builder builder = HttpClient.newBuilder()
                    .version(HttpClient.Version.HTTP_1_1)
                    // Java's client would send the header Authorization along, to whatever host, and make a GET of a
                    // POST.
                    .followRedirects(HttpClient.Redirect.NEVER)
                    .connectTimeout(settings.requestTimeout());
            RegistryTls.context(settings).ifPresent(builder::sslContext);
            client = builder.build();
        }
        return client;
    }

    private static void sleep(long millis) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    private static RegistryException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new RegistryException("The task was cancelled while it asked the schema registry", e);
    }

    private static String described(IOException e) {
        return e.getMessage() == null ? e.getClass().getSimpleName() : e.getMessage();
    }
}
