package io.dbus.sink.deadletter;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The one digest that is used. */
final class Digests {
    private Digests() {}

    /** A SHA-256, which every Java has ({@link MessageDigest}). */
    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("This Java has no SHA-256", e);
        }
    }
}
