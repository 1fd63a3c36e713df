package io.dbus.fuzz;

import io.dbus.event.Column;
import io.dbus.event.LogicalType;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.event.ValueReceiver;
import io.dbus.fuzz.View.Described;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * The rows of all tables as the events that came out of the source make them. Each event is held against them: what is inserted must not
 * be there, the image before a change must be the row that is there. Not thread-safe.
 */
final class Model {
    /** A value that no event told: the image of an insert left the column out. The next SELECT tells it. Compared by identity. */
    private static final String UNTOLD = new String("(not told)");

    /** The image does not hold the column. Compared by identity. */
    private static final String ABSENT = new String("(absent)");

    private final Map<TableId, Rows> tables = new HashMap<>();
    private final Totals totals;
    private final boolean leavesOutGenerated;
    private final boolean wholeImages;
    private final LogicalText text = new LogicalText();
    private final ValueReceiver receiver;

    /** A table's rows, by their key where there is one. */
    private static final class Rows {
        private final Described described;
        private final int[] key;
        private final Map<List<String>, String[]> byKey = new LinkedHashMap<>();
        private final List<String[]> keyless = new ArrayList<>();

        private Rows(Described described) {
            this.described = described;
            this.key = described.key().stream()
                    .mapToInt(name -> described.names().indexOf(name))
                    .toArray();
        }

        private List<String[]> all() {
            return key.length > 0 ? new ArrayList<>(byKey.values()) : keyless;
        }

        private List<String> keyOf(String[] row) {
            List<String> values = new ArrayList<>(key.length);
            for (int position : key) {
                values.add(row[position]);
            }
            return values;
        }
    }

    /**
     * An empty model.
     *
     * @param leavesOutGenerated whether the server leaves generated columns out of images that are not full although they changed, as MariaDB
     *     10.11 does (seen by this fuzz), MySQL does not
     * @param wholeImages whether every image must hold all columns, since no session writes others
     * @param tamper puts a faulty receiver before the model's, to see that the fault is found
     */
    Model(Totals totals, boolean leavesOutGenerated, boolean wholeImages, UnaryOperator<ValueReceiver> tamper) {
        this.wholeImages = wholeImages;
        this.leavesOutGenerated = leavesOutGenerated;
        this.totals = totals;
        this.receiver = tamper.apply(text);
    }

    /** A table is there now, with these rows. */
    void put(TableId table, Described described, List<String[]> rows) {
        Rows known = new Rows(described);
        for (String[] row : rows) {
            if (known.key.length > 0) {
                known.byKey.put(known.keyOf(row), row.clone());
            } else {
                known.keyless.add(row.clone());
            }
        }
        tables.put(table, known);
    }

    void remove(TableId table) {
        tables.remove(table);
    }

    /** The rows of a table, by the names of their columns. */
    List<Map<String, String>> rows(TableId table) {
        Rows rows = tables.get(table);
        List<Map<String, String>> all = new ArrayList<>();
        for (String[] row : rows.all()) {
            Map<String, String> named = new LinkedHashMap<>();
            for (int i = 0; i < row.length; i++) {
                named.put(rows.described.names().get(i), row[i]);
            }
            all.add(named);
        }
        return all;
    }

    boolean knows(TableId table) {
        return tables.containsKey(table);
    }

    Described described(TableId table) {
        return tables.get(table).described;
    }

    int size(TableId table) {
        Rows rows = tables.get(table);
        return rows == null ? 0 : rows.all().size();
    }

    /** All rows of a table were taken out. */
    void apply(Truncate truncate) throws Difference {
        Rows rows = known(truncate.source());
        rows.byKey.clear();
        rows.keyless.clear();
    }

    /** A row changed. */
    void apply(RowChange change) throws Difference {
        TableId table = change.schema().table();
        Rows rows = known(table);
        requireSchema(rows.described, change.schema());
        totals.event(change.operation());
        String[] before = change.operation() == Operation.INSERT
                ? null
                : image(change, change.before().orElseThrow());
        String[] after = change.operation() == Operation.DELETE
                ? null
                : image(change, change.after().orElseThrow());
        String[] row = before == null ? untold(rows) : take(rows, change, before);
        if (after == null) {
            return;
        }
        for (int i = 0; i < after.length; i++) {
            if (after[i] != ABSENT) {
                row[i] = after[i];
            } else if (leavesOutGenerated && rows.described.columns().get(i).generated()) {
                row[i] = UNTOLD;
            }
        }
        if (rows.key.length == 0) {
            rows.keyless.add(row);
        } else if (rows.byKey.putIfAbsent(rows.keyOf(row), row) != null) {
            throw new Difference("the row " + rows.keyOf(row) + " of " + table + " comes into being a second time");
        }
    }

    /** Compares with what SELECT shows, exactly; what no event told is taken over. */
    void compare(TableId table, List<String[]> selected) throws Difference {
        Rows rows = known(table);
        if (rows.key.length > 0) {
            compareByKey(table, rows, selected);
        } else {
            compareKeyless(table, rows, selected);
        }
        totals.compared(
                selected.size(),
                selected.size() * (long) rows.described.columns().size());
    }

    private void compareByKey(TableId table, Rows rows, List<String[]> selected) throws Difference {
        Map<List<String>, String[]> left = new HashMap<>(rows.byKey);
        for (String[] expected : selected) {
            String[] got = left.remove(rows.keyOf(expected));
            if (got == null) {
                throw new Difference("table " + table + ": the row " + rows.keyOf(expected)
                        + " is on the server and did not come out; it is " + named(rows, expected));
            }
            for (int i = 0; i < expected.length; i++) {
                if (got[i] == UNTOLD) {
                    got[i] = expected[i];
                    totals.untold();
                }
                if (!Objects.equals(got[i], expected[i])) {
                    throw new Difference("table " + table + ", column "
                            + rows.described.columns().get(i).name() + " "
                            + rows.described.columns().get(i).columnType() + ", row " + rows.keyOf(expected)
                            + ": expected " + expected[i] + ", got " + got[i]);
                }
            }
        }
        if (!left.isEmpty()) {
            throw new Difference(
                    "table " + table + ": the row " + left.keySet().iterator().next()
                            + " came out and is not on the server; it is "
                            + named(rows, left.values().iterator().next()));
        }
    }

    private void compareKeyless(TableId table, Rows rows, List<String[]> selected) throws Difference {
        List<String[]> left = new ArrayList<>(rows.keyless);
        for (String[] expected : selected) {
            int found = find(left, expected);
            if (found < 0) {
                throw new Difference("table " + table + " without a key: the row " + named(rows, expected)
                        + " is on the server and did not come out" + nearest(rows, left, expected));
            }
            String[] got = left.remove(found);
            for (int i = 0; i < expected.length; i++) {
                if (got[i] == UNTOLD) {
                    got[i] = expected[i];
                    totals.untold();
                }
            }
        }
        if (!left.isEmpty()) {
            throw new Difference("table " + table + " without a key: the row " + named(rows, left.get(0))
                    + " came out and is not on the server");
        }
    }

    /** Takes out the row that a change begins from. */
    private String[] take(Rows rows, RowChange change, String[] before) throws Difference {
        TableId table = change.schema().table();
        String[] row;
        if (rows.key.length > 0) {
            row = rows.byKey.remove(rows.keyOf(before));
            if (row == null) {
                throw new Difference("a row of " + table + " is changed that is not there: " + named(rows, before));
            }
            for (int i = 0; i < row.length; i++) {
                if (before[i] != ABSENT && row[i] != UNTOLD && !Objects.equals(row[i], before[i])) {
                    throw new Difference("table " + table + ", column "
                            + rows.described.columns().get(i).name() + " "
                            + rows.described.columns().get(i).columnType() + ", row " + rows.keyOf(before)
                            + ": the image before the change is not the row: expected " + row[i] + ", got "
                            + before[i]);
                }
            }
        } else {
            int found = find(rows.keyless, before);
            if (found < 0) {
                throw new Difference("a row of " + table + ", which has no key, is changed that is not there: "
                        + named(rows, before) + nearest(rows, rows.keyless, before));
            }
            row = rows.keyless.remove(found);
        }
        return row;
    }

    /** The place of a row in a list, of those alike the one of which most is known; -1 when there is none. */
    private static int find(List<String[]> rows, String[] wanted) {
        int best = -1;
        int bestUntold = Integer.MAX_VALUE;
        for (int at = 0; at < rows.size(); at++) {
            String[] row = rows.get(at);
            int untold = 0;
            boolean same = true;
            for (int i = 0; same && i < row.length; i++) {
                if (row[i] == UNTOLD) {
                    untold++;
                } else {
                    same = wanted[i] == ABSENT || Objects.equals(row[i], wanted[i]);
                }
            }
            if (same && untold < bestUntold) {
                best = at;
                bestUntold = untold;
            }
        }
        return best;
    }

    /** In what the row differs that differs least, for messages. */
    private static String nearest(Rows rows, List<String[]> among, String[] wanted) {
        String nearest = "; there is no row";
        int least = Integer.MAX_VALUE;
        for (String[] row : among) {
            StringBuilder differs = new StringBuilder("; the nearest row differs in");
            int count = 0;
            for (int i = 0; i < row.length; i++) {
                if (row[i] != UNTOLD && wanted[i] != ABSENT && !Objects.equals(row[i], wanted[i])) {
                    count++;
                    Shown column = rows.described.columns().get(i);
                    differs.append(' ')
                            .append(column.name())
                            .append(' ')
                            .append(column.columnType())
                            .append(": ");
                    differs.append(row[i]).append(", not ").append(wanted[i]);
                }
            }
            if (count < least) {
                least = count;
                nearest = differs.toString();
            }
        }
        return nearest;
    }

    private static String[] untold(Rows rows) {
        String[] row = new String[rows.described.columns().size()];
        java.util.Arrays.fill(row, UNTOLD);
        return row;
    }

    private String[] image(RowChange change, RowImage image) throws Difference {
        TableSchema schema = change.schema();
        String[] row = new String[schema.columns().size()];
        for (int i = 0; i < row.length; i++) {
            Column column = schema.columns().get(i);
            if (image.isPresent(column.position())) {
                image.read(column.position(), receiver);
                row[i] = text.text();
                totals.value(schema.type(column).kind());
            } else if (wholeImages) {
                throw new Difference("column " + column.name() + " of table " + schema.table()
                        + " is not in the image, which no session wrote in part");
            } else {
                row[i] = ABSENT;
            }
        }
        return row;
    }

    private Rows known(TableId table) throws Difference {
        Rows rows = tables.get(table);
        if (rows == null) {
            throw new Difference("a change of table " + table + " came out, which the server does not have");
        }
        return rows;
    }

    private static void requireSchema(Described described, TableSchema schema) throws Difference {
        List<String> names = schema.columns().stream().map(Column::name).toList();
        if (!names.equals(described.names())) {
            throw new Difference("table " + schema.table() + " has the columns " + described.names()
                    + " but came out with " + names);
        }
        List<String> key = schema.key().stream().map(Column::name).toList();
        // Of a table without a primary key, full metadata names the unique key that the server takes for it; the
        // server's description does not.
        boolean taken = !described.primary() && key.isEmpty();
        if (!key.equals(described.key()) && !taken) {
            throw new Difference(
                    "table " + schema.table() + " has the key " + described.key() + " but came out with " + key);
        }
        for (int i = 0; i < names.size(); i++) {
            Shown shown = described.columns().get(i);
            LogicalType type = schema.type(schema.columns().get(i));
            if (type.kind() != shown.kind() || isInteger(shown) && type.unsigned() != shown.unsigned()) {
                throw new Difference("column " + shown.name() + " of table " + schema.table() + " is "
                        + shown.columnType() + " but came out as " + type);
            }
        }
    }

    private static boolean isInteger(Shown shown) {
        return switch (shown.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> true;
            default -> false;
        };
    }

    private static Map<String, String> named(Rows rows, String[] row) {
        Map<String, String> named = new LinkedHashMap<>();
        for (int i = 0; i < row.length; i++) {
            named.put(rows.described.columns().get(i).name(), row[i]);
        }
        return named;
    }
}
