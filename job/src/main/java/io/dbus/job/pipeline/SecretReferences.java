package io.dbus.job.pipeline;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Locale.ROOT;
import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Resolves {@code ${env:NAME}} and {@code ${file:/path}} in the values of a pipeline file; what is resolved becomes a secret.
 * {@code $${env:NAME}} stands for the text {@code ${env:NAME}}. Other {@code ${...}} are for the components and stay.
 *
 * <p>A file's last line end is not part of its secret, since editors and {@code echo} add one.
 */
final class SecretReferences {
    private static final Pattern REFERENCE = Pattern.compile("(\\$?)\\$\\{(\\w+):([^}]*)}");
    private static final List<String> KINDS = List.of("env", "file");

    private final Secrets secrets;
    private final Map<String, String> environment;
    private final boolean resolve;

    /**
     * A resolver.
     *
     * @param secrets takes what is resolved
     * @param environment the environment's variables
     * @param resolve whether to resolve at all; else each reference stands for itself and nothing need exist
     */
    SecretReferences(Secrets secrets, Map<String, String> environment, boolean resolve) {
        this.secrets = requireNonNull(secrets, "secrets");
        this.environment = Map.copyOf(environment);
        this.resolve = resolve;
    }

    /**
     * A value after resolution.
     *
     * @param text the value
     * @param secret whether it holds a reference
     * @param pending whether it holds a reference that was left alone
     */
    record Resolved(String text, boolean secret, boolean pending) {}

    /** A reference could not be resolved; its message says which and why. */
    static final class Unresolved extends Exception {
        private static final long serialVersionUID = 1L;

        Unresolved(String message) {
            super(message);
        }
    }

    /** Whether a text holds a reference. */
    static boolean mentions(String text) {
        return REFERENCE.matcher(text).results().anyMatch(match -> KINDS.contains(match.group(2)));
    }

    Resolved resolve(String text) throws Unresolved {
        Matcher matcher = REFERENCE.matcher(text);
        StringBuilder resolved = new StringBuilder();
        boolean secret = false;
        while (matcher.find()) {
            String kind = matcher.group(2);
            String whole = matcher.group();
            String replacement;
            if (!KINDS.contains(kind)) {
                refuseNear(kind, whole, matcher.group(1).isEmpty());
                replacement = whole;
            } else if (!matcher.group(1).isEmpty()) {
                replacement = whole.substring(1);
            } else {
                secret = true;
                replacement = resolve ? value(kind, matcher.group(3), whole) : whole;
            }
            matcher.appendReplacement(resolved, Matcher.quoteReplacement(replacement));
        }
        return new Resolved(matcher.appendTail(resolved).toString(), secret, secret && !resolve);
    }

    private static void refuseNear(String kind, String whole, boolean reference) throws Unresolved {
        if (reference && Suggestion.distance(kind.toLowerCase(ROOT), "env") <= 1) {
            throw new Unresolved(whole + " is no reference; did you mean 'env:'?");
        }
        if (reference && Suggestion.distance(kind.toLowerCase(ROOT), "file") <= 1) {
            throw new Unresolved(whole + " is no reference; did you mean 'file:'?");
        }
    }

    private String value(String kind, String argument, String whole) throws Unresolved {
        String value = kind.equals("env") ? variable(argument, whole) : content(argument, whole);
        if (value.isEmpty()) {
            throw new Unresolved(whole + " is empty");
        }
        secrets.add(value);
        return value;
    }

    private String variable(String name, String whole) throws Unresolved {
        String value = environment.get(name);
        if (value == null) {
            throw new Unresolved("the environment variable of " + whole + " is not set"
                    + Suggestion.nearest(name, environment.keySet())
                            .map(near -> "; did you mean '" + near + "'?")
                            .orElse("; set it (dbus validate --no-secrets alone does without)"));
        }
        return value;
    }

    private static String content(String path, String whole) throws Unresolved {
        try {
            return Files.readString(Path.of(path), UTF_8).replaceFirst("\\r?\\n\\z", "");
        } catch (IOException | IllegalArgumentException e) {
            throw new Unresolved("the file of " + whole + " cannot be read ("
                    + e.getClass().getSimpleName() + "); make it (dbus validate --no-secrets alone does without)");
        }
    }
}
