package io.dbus.job.cluster;

import java.io.IOException;
import java.net.SocketException;
import java.net.UnknownHostException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.runtime.rest.ConnectionClosedException;
import org.apache.flink.runtime.rest.ConnectionException;
import org.apache.flink.runtime.rest.ConnectionIdleException;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.apache.flink.shaded.netty4.io.netty.handler.codec.PrematureChannelClosureException;
import org.apache.flink.shaded.netty4.io.netty.handler.ssl.NotSslRecordException;
import org.apache.flink.util.ExceptionUtils;
import org.apache.flink.util.TimeUtils;

/** What went wrong between a cluster and its client, as a sentence that says what to do. */
final class ClusterFailure {
    private static final List<Class<? extends Throwable>> AWAY = List.of(
            SocketException.class,
            UnknownHostException.class,
            ConnectionException.class,
            ClosedChannelException.class,
            PrematureChannelClosureException.class,
            TimeoutException.class);

    /** How Flink's client begins to tell of an answer that is no JSON, before the whole of it. */
    private static final String NO_JSON = "Response was not valid JSON, but plain-text: ";

    private static final int SHOWN = 80;

    private ClusterFailure() {}

    /**
     * The failure of a request.
     *
     * @param what the request, such as {@code GET /jobs/overview}
     */
    static ClusterException of(ClusterOptions options, String what, Throwable thrown) {
        String place = "the Flink cluster at " + options.url();
        Optional<SSLException> tls = ExceptionUtils.findThrowable(thrown, SSLException.class);
        if (tls.isPresent() && tls.get() instanceof NotSslRecordException) {
            return new ClusterException(
                    place
                            + " does not speak TLS, at least not there; write http:// for https://, or set security.ssl.rest.enabled to"
                            + " false",
                    thrown);
        }
        if (tls.isPresent()) {
            return new ClusterException(
                    place + " and this machine do not agree on TLS: " + lastOf(tls.get())
                            + "; security.ssl.rest.truststore (and keystore, where it asks for a certificate) in config.yaml or with -D"
                            + " say what Flink's clients trust",
                    thrown);
        }
        Optional<RestClientException> answer = ExceptionUtils.findThrowable(thrown, RestClientException.class);
        if (answer.isPresent()) {
            return answered(place, what, answer.get());
        }
        Optional<IllegalConfigurationException> wrong =
                ExceptionUtils.findThrowable(thrown, IllegalConfigurationException.class);
        if (wrong.isPresent()) {
            return new ClusterException(
                    "the options for " + place + " are wrong: " + wrong.get().getMessage(), thrown);
        }
        if (lastOf(thrown).startsWith("a header ")) {
            return new ClusterException(
                    "a header in the environment variable FLINK_REST_CLIENT_HEADERS is none: " + lastOf(thrown)
                            + "; write name:value without a space behind the colon, one a line",
                    thrown);
        }
        if (ExceptionUtils.findThrowable(thrown, ConnectionIdleException.class).isPresent()) {
            return new UnreachableException(
                    place + " did not take or answer " + what + " for as long as rest.idleness-timeout, "
                            + TimeUtils.formatWithHighestUnit(options.flink().get(RestOptions.IDLENESS_TIMEOUT))
                            + "; if the jars take longer to send, raise it (-Drest.idleness-timeout=1h)",
                    thrown);
        }
        return isAway(thrown)
                ? new UnreachableException(
                        place + " does not answer: " + lastOf(thrown).replaceFirst("\\.$", "")
                                + (isHungUp(thrown) && options.url().startsWith("http:")
                                        ? ", as a server hangs up that speaks TLS (https://) or is no web server"
                                        : "")
                                + "; is it up, and is this the address of its web UI? --jobmanager URL says another, so do"
                                + " rest.address and rest.port in config.yaml of FLINK_CONF_DIR",
                        thrown)
                : new ClusterException(what + " of " + place + " has failed: " + lastOf(thrown), thrown);
    }

    /** That an answer to a question, such as {@code GET /jobs}, has not come in time. */
    static ClusterException late(ClusterOptions options, String what, Duration limit) {
        return of(
                options,
                what,
                new TimeoutException(
                        "nothing came back to " + what + " within " + TimeUtils.formatWithHighestUnit(limit)));
    }

    /** Whether it is the way to the cluster that fails, and not what is sent over it. */
    private static boolean isAway(Throwable thrown) {
        return isHungUp(thrown)
                || AWAY.stream().anyMatch(type -> ExceptionUtils.findThrowable(thrown, type)
                        .isPresent());
    }

    /** Whether somebody was there and broke the connection off. */
    private static boolean isHungUp(Throwable thrown) {
        return ExceptionUtils.findThrowable(thrown, ConnectionClosedException.class)
                        .isPresent()
                || ExceptionUtils.findThrowable(thrown, ClusterFailure::isBroken)
                        .isPresent();
    }

    /** What the system says of a connection that breaks, for which Java and Netty have no exception of its own. */
    private static boolean isBroken(Throwable thrown) {
        String message = String.valueOf(thrown.getMessage());
        return thrown instanceof IOException
                && (message.contains("Connection reset") || message.contains("Broken pipe"));
    }

    private static ClusterException answered(String place, String what, RestClientException answer) {
        int status = answer.getHttpResponseStatus().code();
        String message = String.valueOf(answer.getMessage());
        if (message.startsWith(NO_JSON) || message.startsWith("Response was neither of the expected type")) {
            String body = message.startsWith(NO_JSON)
                    ? message.substring(NO_JSON.length()).strip().replaceAll("[\\s\\p{Cntrl}]+", " ")
                    : "";
            String shown = body.length() > SHOWN ? body.substring(0, SHOWN) + "..." : body;
            return status == 401 || status == 403 || status == 407 || status == 503
                    ? refused(place, what, status, shown, answer)
                    : new ClusterException(
                            "what answers at " + place.replaceFirst("^the Flink cluster at ", "")
                                    + " is no Flink cluster: " + what + " was answered with status " + status + " and "
                                    + (shown.isEmpty() ? "other JSON than Flink's" : "\"" + shown + "\"")
                                    + "; is this a Flink JobManager's REST address, where its web UI is?",
                            answer);
        }
        return refused(place, what, status, said(answer), answer);
    }

    private static ClusterException refused(
            String place, String what, int status, String said, RestClientException answer) {
        String cure =
                switch (status) {
                    case 401, 403, 407 ->
                        "; the environment variable FLINK_REST_CLIENT_HEADERS takes headers, such as 'Authorization:Bearer ...' without a space behind the colon,"
                                + " one a line";
                    case 404 -> "; is it a Flink 2.3, and is this the address of its web UI?";
                    case 413 -> "; raise rest.server.max-content-length there";
                    default -> "";
                };
        String text = "%s answered %s with status %d: %s%s".formatted(place, what, status, said, cure);
        return status == 503 ? new UnreachableException(text, answer) : new RefusedException(text, status, answer);
    }

    /** Flink's own words: the message of the error, or the last cause in the stack trace that it sends. */
    private static String said(RestClientException answer) {
        String text = String.valueOf(answer.getMessage()).strip();
        String root = text.lines()
                .map(String::strip)
                .filter(line -> line.startsWith("Caused by: "))
                .reduce((first, last) -> last)
                .map(line -> line.substring("Caused by: ".length()))
                .orElseGet(() -> text.lines().findFirst().orElse(""));
        return root.replaceFirst("^\\[+", "").replaceFirst("]+$", "");
    }

    private static String lastOf(Throwable thrown) {
        Throwable last = thrown;
        while (last.getCause() != null && last.getCause() != last) {
            last = last.getCause();
        }
        String message = last.getMessage();
        return message == null || message.isBlank()
                ? last.getClass().getSimpleName()
                : message.strip().replaceAll("\\s*\\R\\s*", " ");
    }
}
