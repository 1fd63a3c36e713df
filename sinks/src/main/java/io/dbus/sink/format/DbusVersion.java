package io.dbus.sink.format;

/** The version of dbus, as formats write it where Debezium's have theirs. */
public final class DbusVersion {
    /** Such as {@code 1.0.0.dbus}; {@code dbus} where the classes are in no jar. */
    public static final String TEXT = text();

    private DbusVersion() {}

    private static String text() {
        String version = DbusVersion.class.getPackage().getImplementationVersion();
        return version == null ? "dbus" : version + ".dbus";
    }
}
