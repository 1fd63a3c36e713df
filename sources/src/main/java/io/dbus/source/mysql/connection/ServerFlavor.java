package io.dbus.source.mysql.connection;

import java.util.Locale;

/** The two kinds of servers. */
public enum ServerFlavor {
    MYSQL("MySQL"),
    MARIADB("MariaDB");

    private final String display;

    ServerFlavor(String display) {
        this.display = display;
    }

    /** The flavour of a version as the server says it, such as {@code 9.7.4} or {@code 10.11.19-MariaDB-deb12}. */
    public static ServerFlavor ofVersion(String version) {
        return version.toLowerCase(Locale.ROOT).contains("mariadb") ? MARIADB : MYSQL;
    }

    @Override
    public String toString() {
        return display;
    }
}
