package io.dbus.job.cluster;

import java.io.IOException;
import java.net.ConnectException;
import java.net.UnknownHostException;
import java.util.Optional;
import java.util.concurrent.TimeoutException;
import javax.net.ssl.SSLException;
import org.apache.flink.configuration.IllegalConfigurationException;
import org.apache.flink.runtime.rest.util.RestClientException;
import org.apache.flink.shaded.netty4.io.netty.handler.ssl.NotSslRecordException;
import org.apache.flink.util.ExceptionUtils;

/** What went wrong between a cluster and its client, as a sentence that says what to do. */
final class ClusterFailure {
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
        boolean away = ExceptionUtils.findThrowable(thrown, ConnectException.class)
                        .isPresent()
                || ExceptionUtils.findThrowable(thrown, UnknownHostException.class)
                        .isPresent()
                || ExceptionUtils.findThrowable(thrown, IOException.class).isPresent()
                || ExceptionUtils.findThrowable(thrown, TimeoutException.class).isPresent();
        return away
                ? new UnreachableException(
                        place + " does not answer: " + lastOf(thrown)
                                + "; is it up, and is this the address of its web UI? --jobmanager URL says another, so do"
                                + " rest.address and rest.port in config.yaml of FLINK_CONF_DIR",
                        thrown)
                : new ClusterException(place + " cannot " + what + ": " + lastOf(thrown), thrown);
    }

    private static ClusterException answered(String place, String what, RestClientException answer) {
        int status = answer.getHttpResponseStatus().code();
        String cure =
                switch (status) {
                    case 401, 403, 407 ->
                        "; the environment variable FLINK_REST_CLIENT_HEADERS takes headers, such as 'Authorization:Bearer ...' without a space behind the colon,"
                                + " one a line";
                    case 404 -> "; is it a Flink 2.3, and is this the address of its web UI?";
                    case 413 -> "; raise rest.server.max-content-length there";
                    default -> "";
                };
        String text = "%s answered %s with status %d: %s%s".formatted(place, what, status, said(answer), cure);
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
