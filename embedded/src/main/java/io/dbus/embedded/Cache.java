package io.dbus.embedded;

import java.nio.file.Path;

/** Where this machine keeps what later runs use again: {@code $XDG_CACHE_HOME}, else {@code ~/.cache}. */
final class Cache {
    private Cache() {}

    /** The directory of data that this module makes; it need not exist. */
    static Path directory() {
        return home().resolve("dbus");
    }

    private static Path home() {
        String configured = System.getenv("XDG_CACHE_HOME");
        return configured != null && !configured.isBlank()
                ? Path.of(configured).toAbsolutePath()
                : Path.of(System.getProperty("user.home"), ".cache").toAbsolutePath();
    }
}
