package io.dbus.source.mysql.reader;

import io.dbus.event.TableId;
import io.dbus.pattern.TableSelector;
import java.util.List;
import java.util.regex.Pattern;

/** Makes the selector of one table and no other. */
final class ExactTable {
    private ExactTable() {}

    static TableSelector selector(TableId table) {
        return TableSelector.parse(List.of("/" + Pattern.quote(table.toString()) + "/"));
    }
}
