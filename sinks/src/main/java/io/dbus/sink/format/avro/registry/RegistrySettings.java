package io.dbus.sink.format.avro.registry;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Where a schema registry is and how it is asked.
 *
 * @param urls its addresses, without a slash at their end; at least one
 * @param authorization the value of the header {@code Authorization}; empty for none
 * @param trustStore a file of trusted authorities; empty for those of Java
 * @param keyStore a file of the client's own certificate; empty for none
 * @param requestTimeout how long one answer may take
 * @param retryTimeout how long it is asked again
 */
public record RegistrySettings(
        List<String> urls,
        String authorization,
        String trustStore,
        String trustStorePassword,
        String keyStore,
        String keyStorePassword,
        Duration requestTimeout,
        Duration retryTimeout)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public RegistrySettings {
        urls = List.copyOf(urls);
        requireNonNull(authorization, "authorization");
        requireNonNull(trustStore, "trustStore");
        requireNonNull(trustStorePassword, "trustStorePassword");
        requireNonNull(keyStore, "keyStore");
        requireNonNull(keyStorePassword, "keyStorePassword");
        requireNonNull(requestTimeout, "requestTimeout");
        requireNonNull(retryTimeout, "retryTimeout");
    }

    /**
     * The addresses of an option, with commas between.
     *
     * @throws IllegalArgumentException when one is none of HTTP; its message says which and why
     */
    public static List<String> urls(String text) {
        List<String> urls = new ArrayList<>();
        for (String part : text.split(",", -1)) {
            String url = part.strip();
            while (url.endsWith("/")) {
                url = url.substring(0, url.length() - 1);
            }
            urls.add(checked(url));
        }
        return urls;
    }

    private static String checked(String url) {
        URI uri;
        try {
            uri = new URI(url);
        } catch (URISyntaxException e) {
            throw new IllegalArgumentException("'" + url + "' is no address: " + e.getReason(), e);
        }
        String scheme = uri.getScheme();
        if (uri.getHost() == null || !"http".equalsIgnoreCase(scheme) && !"https".equalsIgnoreCase(scheme)) {
            throw new IllegalArgumentException("'" + url + "' is no address of the form http://host:port");
        }
        if (uri.getUserInfo() != null) {
            throw new IllegalArgumentException("the address of " + uri.getHost() + " holds a user or a password");
        }
        if (uri.getRawQuery() != null || uri.getRawFragment() != null) {
            throw new IllegalArgumentException("'" + url + "' has a ? or a #, which the address of a registry has not");
        }
        return url;
    }

    /** Without passwords and tokens. */
    @Override
    public String toString() {
        return "RegistrySettings[urls=" + urls + "]";
    }
}
