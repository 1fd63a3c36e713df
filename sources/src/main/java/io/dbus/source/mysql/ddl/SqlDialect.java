package io.dbus.source.mysql.ddl;

/**
 * Which server's SQL a text is.
 *
 * @param mariaDb whether it is MariaDB's
 * @param version the version as executable comments write it: 80019 is 8.0.19, 101119 is 10.11.19
 */
public record SqlDialect(boolean mariaDb, int version) {
    private static final int NO_WIDTHS = 80019;

    /** The dialect of a server that calls itself so: {@code 9.7.4}, {@code 10.11.19-MariaDB-log}. */
    public static SqlDialect of(String serverVersion) {
        int version = 0;
        int parts = 0;
        int at = 0;
        while (parts < 3) {
            int number = 0;
            while (at < serverVersion.length() && Character.isDigit(serverVersion.charAt(at))) {
                number = Math.min(99, number * 10 + serverVersion.charAt(at++) - '0');
            }
            version = version * 100 + number;
            parts++;
            if (at < serverVersion.length() && serverVersion.charAt(at) == '.') {
                at++;
            }
        }
        return new SqlDialect(serverVersion.contains("MariaDB"), version);
    }

    /**
     * Whether the server runs what stands in an executable comment of a version. MariaDB leaves out those of MySQL 5.7 and later (MariaDB Knowledge
     * Base, "Comment Syntax").
     */
    boolean runs(int commentVersion, boolean mariaDbOnly) {
        if (mariaDbOnly) {
            return mariaDb && commentVersion <= version;
        }
        return commentVersion <= version && !(mariaDb && commentVersion >= 50700 && commentVersion <= 99999);
    }

    /** Whether types of integers show how wide they are: {@code int(11)}. MySQL 8.0.19 and later do not. */
    boolean showsWidths() {
        return mariaDb || version < NO_WIDTHS;
    }
}
