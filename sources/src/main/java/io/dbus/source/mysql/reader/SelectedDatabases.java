package io.dbus.source.mysql.reader;

import io.dbus.event.TableId;
import io.dbus.pattern.TablePattern;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The databases in which patterns of tables may select some, now or later. All tables of these are followed through DDL, because one that is not selected may be
 * given a name that is: tools for online schema changes build the new table under another name. Not thread-safe.
 */
public final class SelectedDatabases {
    private final List<String> patterns;
    private final Map<String, Boolean> known = new HashMap<>();

    /**
     * The databases of patterns.
     *
     * @param patterns as in {@link io.dbus.pattern.TableSelector}
     */
    public SelectedDatabases(List<String> patterns) {
        this.patterns = List.copyOf(patterns);
    }

    /** Whether a database may hold a selected table. */
    public boolean mayHold(String database) {
        return known.computeIfAbsent(database, this::find);
    }

    private boolean find(String database) {
        if (patterns.get(0).startsWith("!")) {
            return true;
        }
        for (String pattern : patterns) {
            if (!pattern.startsWith("!") && mayHold(pattern, database)) {
                return true;
            }
        }
        return false;
    }

    private static boolean mayHold(String pattern, String database) {
        String name = pattern.substring(0, Math.max(0, pattern.indexOf('.')));
        boolean expression = pattern.startsWith("/") && pattern.endsWith("/");
        return expression
                || name.contains("**")
                || TablePattern.parse(name + ".t").matches(new TableId(database, "t"));
    }
}
