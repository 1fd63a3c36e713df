package io.dbus.job.pipeline;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.flink.configuration.GlobalConfiguration;

/**
 * The secrets of a pipeline: they are taken out of every text that is shown to anyone. Thread-safe.
 *
 * <p>A secret of fewer than four characters is taken out only where it stands alone, so that a port or a single digit that
 * came from the environment does not make texts unreadable.
 */
public final class Secrets {
    /** What stands in a text where a secret was. */
    public static final String MASK = "******";

    private static final int SHORT = 4;

    // Longest first, so that a secret that holds another goes as a whole.
    private final Set<String> values = new ConcurrentSkipListSet<>(
            Comparator.comparingInt(String::length).reversed().thenComparing(Comparator.naturalOrder()));

    /** Whether the value of an option is a secret by its key: as Flink tells it, and a private key of Kafka's ({@code ssl.keystore.key}, KIP-651). */
    public static boolean isKeyOfOne(String key) {
        return GlobalConfiguration.isSensitive(key)
                || key.toLowerCase(Locale.ROOT).endsWith("keystore.key");
    }

    /** Makes a value a secret, in each of the forms in which messages quote it. */
    public void add(String value) {
        if (value.isEmpty()) {
            return;
        }
        values.add(value);
        values.add(URLEncoder.encode(value, StandardCharsets.UTF_8));
        values.add(YamlText.quoted(value).substring(1, YamlText.quoted(value).length() - 1));
    }

    /** The text without the secrets. */
    public String redact(String text) {
        String rest = text;
        for (String value : values) {
            if (value.length() >= SHORT) {
                rest = rest.replace(value, MASK);
            } else if (rest.contains(value)) {
                rest = Pattern.compile("(?<![\\w*])" + Pattern.quote(value) + "(?![\\w*])")
                        .matcher(rest)
                        .replaceAll(Matcher.quoteReplacement(MASK));
            }
        }
        return rest;
    }
}
