package io.dbus.sink.elasticsearch.client;

import static java.util.Objects.requireNonNull;

import io.dbus.plugin.Problem;
import java.io.IOException;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ReadableConfig;

/**
 * How a cluster is reached.
 *
 * @param hosts as {@code http://host:port}, at least one
 * @param username empty for none
 * @param password empty for none
 * @param apiKey empty for none
 * @param certificateAuthority the path of a PEM file; empty for Java's own
 * @param fingerprint a SHA-256 in lower-case hex without colons; empty for none
 * @param pathPrefix what paths begin with; empty for nothing
 */
public record ConnectionSettings(
        List<String> hosts,
        String username,
        String password,
        String apiKey,
        String certificateAuthority,
        String fingerprint,
        String pathPrefix,
        boolean compression,
        Duration requestTimeout,
        Duration connectTimeout,
        Duration socketTimeout)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public ConnectionSettings {
        hosts = List.copyOf(hosts);
        requireNonNull(username, "username");
        requireNonNull(password, "password");
        requireNonNull(apiKey, "apiKey");
        requireNonNull(certificateAuthority, "certificateAuthority");
        requireNonNull(fingerprint, "fingerprint");
        requireNonNull(pathPrefix, "pathPrefix");
        requireNonNull(requestTimeout, "requestTimeout");
        requireNonNull(connectTimeout, "connectTimeout");
        requireNonNull(socketTimeout, "socketTimeout");
    }

    /** The settings in options that are valid. */
    public static ConnectionSettings of(ReadableConfig options) {
        return new ConnectionSettings(
                options.get(ConnectionOptions.HOSTS),
                options.getOptional(ConnectionOptions.USERNAME).orElse(""),
                options.getOptional(ConnectionOptions.PASSWORD).orElse(""),
                options.getOptional(ConnectionOptions.API_KEY).orElse(""),
                options.getOptional(ConnectionOptions.CERTIFICATE_AUTHORITY).orElse(""),
                options.getOptional(ConnectionOptions.CERTIFICATE_FINGERPRINT)
                        .map(Fingerprint::plain)
                        .orElse(""),
                options.getOptional(ConnectionOptions.PATH_PREFIX).orElse(""),
                options.get(ConnectionOptions.COMPRESSION),
                options.get(ConnectionOptions.REQUEST_TIMEOUT),
                options.get(ConnectionOptions.CONNECT_TIMEOUT),
                options.get(ConnectionOptions.SOCKET_TIMEOUT));
    }

    /** What is wrong with the options. Opens no connection. */
    public static List<Problem> problems(ReadableConfig options) {
        return ConnectionProblems.of(options);
    }

    /** The same with other hosts. */
    public ConnectionSettings withHosts(List<String> others) {
        return new ConnectionSettings(
                others,
                username,
                password,
                apiKey,
                certificateAuthority,
                fingerprint,
                pathPrefix,
                compression,
                requestTimeout,
                connectTimeout,
                socketTimeout);
    }

    /**
     * A connection, which is made with the first request.
     *
     * @throws IOException when the certificates cannot be read
     */
    public ElasticsearchConnection connect() throws IOException {
        return RestConnection.to(this);
    }

    /** Without what is secret. */
    @Override
    public String toString() {
        return "ConnectionSettings[hosts=" + hosts + "]";
    }
}
