package io.dbus.job.cluster;

import static java.util.Objects.requireNonNull;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.GlobalConfiguration;
import org.apache.flink.configuration.HighAvailabilityOptions;
import org.apache.flink.configuration.JobManagerOptions;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.configuration.SecurityOptions;

/**
 * Which cluster, and how to talk to it: Flink's options as its own command line finds them. The file {@code config.yaml} of {@code
 * FLINK_CONF_DIR}, or of {@code FLINK_HOME/conf}, then what {@code -D} says, then the address.
 *
 * @param flink the options; not to be changed
 * @param url the address as it is shown: where the cluster's REST interface is, or which high availability knows it
 */
public record ClusterOptions(Configuration flink, String url) {
    private static final String FILE = "config.yaml";
    private static final int DEFAULT_PORT = 8081;

    public ClusterOptions {
        requireNonNull(flink, "flink");
        requireNonNull(url, "url");
    }

    /**
     * The options that hold here.
     *
     * @param address of the cluster's REST interface, such as {@code http://flink:8081}, {@code https://proxy/flink} or {@code
     *     flink:8081}, with TLS then if the options say so; empty for the one that the options name
     * @param overrides options that win over those of the file
     * @param environment the environment's variables
     * @throws IllegalArgumentException when the address is none, or the folder that a variable names has no configuration; the
     *     message says what to do
     */
    public static ClusterOptions of(
            Optional<String> address, Map<String, String> overrides, Map<String, String> environment) {
        Configuration flink = ofFolder(environment);
        overrides.forEach(flink::setString);
        // Flink's own are 20 attempts, 3 seconds apart: a minute until a wrong address is told.
        unlessGiven(flink, RestOptions.RETRY_MAX_ATTEMPTS.key(), "3");
        unlessGiven(flink, RestOptions.RETRY_DELAY.key(), "1 s");
        unlessGiven(flink, RestOptions.CONNECTION_TIMEOUT.key(), "10 s");
        // Flink's 5 minutes are over before some lines have taken the jars, since nothing is read meanwhile.
        unlessGiven(flink, RestOptions.IDLENESS_TIMEOUT.key(), "30 min");
        flink.set(
                RestOptions.AWAIT_LEADER_TIMEOUT,
                flink.getOptional(RestOptions.AWAIT_LEADER_TIMEOUT).orElse(Duration.ofSeconds(30)));
        if (address.isPresent()) {
            set(flink, address.get());
        } else if (!flink.get(HighAvailabilityOptions.HA_MODE).equalsIgnoreCase("NONE")) {
            return new ClusterOptions(
                    flink,
                    "the leader in " + flink.get(HighAvailabilityOptions.HA_MODE)
                            + flink.getOptional(HighAvailabilityOptions.HA_ZOOKEEPER_QUORUM)
                                    .map(quorum -> " " + quorum)
                                    .orElse(""));
        }
        return local(flink);
    }

    private static ClusterOptions local(Configuration flink) {
        if (flink.getOptional(RestOptions.ADDRESS).isEmpty()) {
            flink.set(
                    RestOptions.ADDRESS,
                    flink.getOptional(JobManagerOptions.ADDRESS).orElse("localhost"));
        }
        // The client takes the scheme, the host that TLS compares and the path from these.
        flink.set(JobManagerOptions.ADDRESS, flink.get(RestOptions.ADDRESS));
        flink.set(JobManagerOptions.PORT, flink.get(RestOptions.PORT));
        String path = flink.getOptional(RestOptions.PATH).orElse("");
        return new ClusterOptions(
                flink,
                (SecurityOptions.isRestSSLEnabled(flink) ? "https" : "http") + "://" + flink.get(RestOptions.ADDRESS)
                        + ":" + flink.get(RestOptions.PORT) + path);
    }

    private static Configuration ofFolder(Map<String, String> environment) {
        Optional<Path> given =
                Optional.ofNullable(environment.get("FLINK_CONF_DIR")).map(Path::of);
        Optional<Path> home = Optional.ofNullable(environment.get("FLINK_HOME")).map(value -> Path.of(value, "conf"));
        if (given.isPresent() && !Files.isReadable(given.get().resolve(FILE))) {
            throw new IllegalArgumentException("FLINK_CONF_DIR is " + given.get() + ", where no file " + FILE
                    + " can be read; set it to the folder of Flink's configuration, or unset it");
        }
        return given.or(() -> home.filter(folder -> Files.isReadable(folder.resolve(FILE))))
                .map(folder -> GlobalConfiguration.loadConfiguration(folder.toString()))
                .orElseGet(Configuration::new);
    }

    private static boolean hasScheme(String address) {
        return address.contains("://");
    }

    private static URI parsed(String address, boolean tls) {
        String text = hasScheme(address) ? address : (tls ? "https://" : "http://") + address;
        try {
            URI uri = URI.create(text);
            boolean web = "http".equals(uri.getScheme()) || "https".equals(uri.getScheme());
            if (web && uri.getHost() != null && uri.getQuery() == null && uri.getUserInfo() == null) {
                return uri;
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(notAnAddress(address), e);
        }
        throw new IllegalArgumentException(notAnAddress(address));
    }

    private static String notAnAddress(String address) {
        return "'" + address + "' is no address of a Flink cluster; write one such as http://flink.example:8081";
    }

    private static void set(Configuration flink, String address) {
        URI uri = parsed(address, SecurityOptions.isRestSSLEnabled(flink));
        boolean tls = "https".equals(uri.getScheme());
        int standard = tls && hasScheme(address) ? 443 : DEFAULT_PORT;
        flink.set(RestOptions.ADDRESS, uri.getHost());
        flink.set(RestOptions.PORT, uri.getPort() < 0 ? standard : uri.getPort());
        flink.set(SecurityOptions.SSL_REST_ENABLED, tls);
        // Whoever names an address means it, and not the leader that high availability knows.
        flink.set(HighAvailabilityOptions.HA_MODE, "NONE");
        String path = uri.getPath() == null ? "" : uri.getPath().replaceFirst("/+$", "");
        flink.set(RestOptions.PATH, path);
    }

    private static void unlessGiven(Configuration flink, String key, String value) {
        if (!flink.containsKey(key)) {
            flink.setString(key, value);
        }
    }
}
