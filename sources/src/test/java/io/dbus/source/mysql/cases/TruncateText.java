package io.dbus.source.mysql.cases;

import java.util.regex.Pattern;

/** Whether a statement is a TRUNCATE of a whole table. */
final class TruncateText {
    private static final Pattern TRUNCATE =
            Pattern.compile("\\s*(?:/\\*.*?\\*/\\s*)*TRUNCATE\\b.*", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    private TruncateText() {}

    static boolean of(String sql) {
        return TRUNCATE.matcher(sql).matches();
    }
}
