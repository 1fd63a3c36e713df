package io.dbus.sink.elasticsearch.client;

import io.dbus.plugin.Problem;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ReadableConfig;

/** What is wrong with the options of a connection. */
final class ConnectionProblems {
    private final ReadableConfig options;
    private final List<Problem> problems = new ArrayList<>();

    private ConnectionProblems(ReadableConfig options) {
        this.options = options;
    }

    static List<Problem> of(ReadableConfig options) {
        ConnectionProblems found = new ConnectionProblems(options);
        found.hosts();
        found.credentials();
        found.pathPrefix();
        for (ConfigOption<Duration> option : List.of(
                ConnectionOptions.REQUEST_TIMEOUT,
                ConnectionOptions.CONNECT_TIMEOUT,
                ConnectionOptions.SOCKET_TIMEOUT)) {
            found.time(option);
        }
        return found.problems;
    }

    private void hosts() {
        Optional<List<String>> hosts = options.getOptional(ConnectionOptions.HOSTS);
        if (hosts.isEmpty()) {
            return;
        }
        Set<String> schemes = new HashSet<>();
        if (hosts.get().isEmpty()) {
            add(ConnectionOptions.HOSTS, "there is no host", "Name at least one, as http://host:port.");
        }
        for (String host : hosts.get()) {
            problem(host)
                    .ifPresent(what -> add(
                            ConnectionOptions.HOSTS,
                            what,
                            "Write each host as http://host:port or https://host:port; what comes behind goes into "
                                    + ConnectionOptions.PATH_PREFIX.key() + ", user and password into their options."));
            schemes.add(host.startsWith("https:") ? "https" : "http");
        }
        if (schemes.size() > 1) {
            add(
                    ConnectionOptions.HOSTS,
                    "some hosts are spoken to by http and some by https",
                    "All are nodes of one cluster: use one scheme.");
        }
        boolean trust =
                options.getOptional(ConnectionOptions.CERTIFICATE_AUTHORITY).isPresent()
                        || options.getOptional(ConnectionOptions.CERTIFICATE_FINGERPRINT)
                                .isPresent();
        if (trust && schemes.contains("http")) {
            add(ConnectionOptions.HOSTS, "certificates are set, but hosts are spoken to by http", "Write https://.");
        }
    }

    /** What is wrong with a host. Shows nothing that could be a password. */
    private static Optional<String> problem(String host) {
        URI uri;
        try {
            uri = new URI(host);
        } catch (URISyntaxException e) {
            return Optional.of("a host is no URL (" + e.getReason() + ")");
        }
        if (uri.getRawUserInfo() != null
                || uri.getRawAuthority() != null && uri.getRawAuthority().contains("@")) {
            return Optional.of("a host holds a user, which would be shown in messages");
        }
        if (!"http".equals(uri.getScheme()) && !"https".equals(uri.getScheme())) {
            return Optional.of("'" + host + "' does not begin with http:// or https://");
        }
        if (uri.getHost() == null || uri.getPort() == 0 || uri.getPort() > 65_535) {
            return Optional.of("'" + host + "' names no host and port");
        }
        boolean more = uri.getRawPath() != null
                        && !uri.getRawPath().isEmpty()
                        && !uri.getRawPath().equals("/")
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null;
        return more ? Optional.of("'" + host + "' has something behind host and port") : Optional.empty();
    }

    private void credentials() {
        boolean user = options.getOptional(ConnectionOptions.USERNAME).isPresent();
        boolean password = options.getOptional(ConnectionOptions.PASSWORD).isPresent();
        if (user != password) {
            add(
                    user ? ConnectionOptions.USERNAME : ConnectionOptions.PASSWORD,
                    user ? "there is a user without a password" : "there is a password without a user",
                    "Set both, or neither.");
        }
        if (user && options.getOptional(ConnectionOptions.API_KEY).isPresent()) {
            add(ConnectionOptions.API_KEY, "there are both a user and an API key", "Set one of the two.");
        }
        Optional<String> fingerprint = options.getOptional(ConnectionOptions.CERTIFICATE_FINGERPRINT);
        if (fingerprint.isPresent() && !Fingerprint.wellFormed(fingerprint.get())) {
            add(
                    ConnectionOptions.CERTIFICATE_FINGERPRINT,
                    "'" + fingerprint.get() + "' is no SHA-256 in hex",
                    "Write the 64 hex digits of: openssl x509 -fingerprint -sha256 -noout -in http_ca.crt.");
        }
        if (fingerprint.isPresent()
                && options.getOptional(ConnectionOptions.CERTIFICATE_AUTHORITY).isPresent()) {
            add(
                    ConnectionOptions.CERTIFICATE_FINGERPRINT,
                    "there are both a file of certificates and a fingerprint",
                    "Set one of the two.");
        }
    }

    private void pathPrefix() {
        options.getOptional(ConnectionOptions.PATH_PREFIX)
                .filter(prefix -> !prefix.matches("/?[A-Za-z0-9._~/-]+") || prefix.equals("/"))
                .ifPresent(prefix -> add(
                        ConnectionOptions.PATH_PREFIX, "'" + prefix + "' is no path", "Write a path such as /search."));
    }

    private void time(ConfigOption<Duration> option) {
        Duration value = options.get(option);
        if (value.toMillis() < 1 || value.toMillis() > Integer.MAX_VALUE) {
            add(option, "it cannot be " + value.toMillis() + " ms", "Set a time from 1 ms to 24 days.");
        }
    }

    private void add(ConfigOption<?> option, String what, String cure) {
        problems.add(Problem.ofOption(option.key(), what, cure));
    }
}
