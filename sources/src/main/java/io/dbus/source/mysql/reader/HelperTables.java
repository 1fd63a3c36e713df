package io.dbus.source.mysql.reader;

import io.dbus.event.TableId;
import java.util.Locale;
import java.util.regex.Pattern;

/** What becomes of the tables that tools for online schema changes make beside the real ones. */
public enum HelperTables {
    /** They are not read, unless a pattern names one without wildcards. What DDL makes of them is followed all the same. */
    IGNORE("ignore"),
    /** They are read as other tables. */
    READ("read");

    /**
     * gh-ost: {@code _t_gho}, {@code _t_ghc}, {@code _t_del}, and these with a time, {@code _t_20240131120000_del} (its {@code --timestamp-old-table}).
     * pt-online-schema-change: {@code _t_new}, {@code _t_old}, with up to ten underscores before them where such a name is taken.
     */
    private static final Pattern NAME = Pattern.compile("_.+_(gho|ghc|del)|_{1,10}[^_].*_(new|old)");

    private final String label;

    HelperTables(String label) {
        this.label = label;
    }

    /** Whether a table is named as those tools name theirs. */
    static boolean isHelper(TableId table) {
        return NAME.matcher(table.table().toLowerCase(Locale.ROOT)).matches();
    }

    /** As it is written in options. */
    @Override
    public String toString() {
        return label;
    }
}
