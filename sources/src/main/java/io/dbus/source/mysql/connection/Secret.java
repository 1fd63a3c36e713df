package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/** A text that must not show in logs and messages. */
public final class Secret implements Serializable {
    private static final long serialVersionUID = 1;

    /** No secret: an empty text. */
    public static final Secret NONE = new Secret("");

    private final String value;

    public Secret(String value) {
        this.value = requireNonNull(value, "value");
    }

    /** The text itself. */
    public String reveal() {
        return value;
    }

    public boolean isEmpty() {
        return value.isEmpty();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof Secret secret && value.equals(secret.value);
    }

    @Override
    public int hashCode() {
        return value.hashCode();
    }

    @Override
    public String toString() {
        return "******";
    }
}
