package io.dbus.plugin;

import static java.util.Objects.requireNonNull;

/**
 * Something that a user must put right before a pipeline can run.
 *
 * @param option the key of the option it is about; empty when it is about the component as a whole
 * @param what what is wrong and where (server, table), in one sentence
 * @param cure what to do about it, in one sentence
 */
public record Problem(String option, String what, String cure) {
    public Problem {
        requireNonNull(option, "option");
        requireNonNull(what, "what");
        requireNonNull(cure, "cure");
    }

    /** A problem with the option of a key. */
    public static Problem ofOption(String key, String what, String cure) {
        return new Problem(key, what, cure);
    }

    /** A problem with the component as a whole, or with a server it talks to. */
    public static Problem of(String what, String cure) {
        return new Problem("", what, cure);
    }
}
