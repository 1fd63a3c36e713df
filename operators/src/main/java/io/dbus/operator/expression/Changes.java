package io.dbus.operator.expression;

import io.dbus.event.Column;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import java.util.List;
import java.util.OptionalInt;

/**
 * Which columns a change has changed. All, where a row came or went. An update changed a column when its values before and after differ; when the image after lacks
 * it, it did not change (MySQL manual, binlog_row_image: minimal images after hold what was set); when only the image before lacks it, nobody knows.
 */
record Changes(RowChange change) {

    /**
     * Whether one of the columns changed.
     *
     * @throws Mistake when the table has none of a name, or that cannot be known
     */
    boolean any(List<?> names) {
        RowImage before = change.before().orElse(null);
        RowImage after = change.after().orElse(null);
        String unknown = null;
        for (Object name : names) {
            int position = position((String) name);
            if (change.operation() != Operation.UPDATE) {
                return true;
            }
            if (!after.isPresent(position)) {
                continue;
            }
            if (!before.isPresent(position)) {
                unknown = (String) name;
            } else if (!HeldValue.same(before, after, position)) {
                return true;
            }
        }
        if (unknown != null) {
            throw new AbsentColumn("whether column '" + unknown
                    + "' changed is not known, because the row 'before' does not hold it: set "
                    + "binlog_row_image=FULL on its server, put a 'complete' operator before this one, or ask has(before."
                    + unknown
                    + ") first");
        }
        return false;
    }

    private int position(String name) {
        OptionalInt index = change.schema().indexOf(name);
        if (index.isEmpty()) {
            throw new Mistake("table " + change.table() + " has no column '" + name + "'; its columns are "
                    + String.join(
                            ", ",
                            change.schema().columns().stream().map(Column::name).toList()));
        }
        return change.schema().columns().get(index.getAsInt()).position();
    }
}
