package io.dbus.job;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Properties;

/** The version of dbus that runs, and that of the Flink it is made for. */
public final class DbusVersion {
    /** The version of dbus. */
    public static final String TEXT;

    /** The version of Flink. */
    public static final String FLINK;

    static {
        Properties build = new Properties();
        try (InputStream in = DbusVersion.class.getResourceAsStream("version.properties")) {
            build.load(in);
        } catch (IOException e) {
            throw new UncheckedIOException("The jar's version cannot be read", e);
        }
        TEXT = build.getProperty("dbus");
        FLINK = build.getProperty("flink");
    }

    private DbusVersion() {}
}
