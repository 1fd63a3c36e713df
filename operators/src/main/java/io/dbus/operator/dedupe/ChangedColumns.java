package io.dbus.operator.dedupe;

import io.dbus.event.Column;
import io.dbus.event.EventKey;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.operator.Memo;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Whether an update changes columns that somebody looks at. It says no only where that is certain: a column that the image after the update lacks was not set
 * ({@code binlog_row_image} MINIMAL and NOBLOB; MySQL manual, "Binary Logging Options and Variables"), and one that only the image before lacks may have
 * been. Not thread-safe.
 *
 * <p>Hot path: decodes the columns that are looked at, of updates only, and compares them in the canonical form of keys.
 */
final class ChangedColumns {
    private final List<Choice> choices;
    private final Memo<TableSchema, int[]> positions;
    private final EventKey.Builder values = new EventKey.Builder();

    private record Choice(Pattern names, boolean include) {}

    private ChangedColumns(List<Choice> choices) {
        this.choices = choices;
        this.positions = new Memo<>(this::positions);
    }

    /**
     * Looks at the columns that patterns choose: names with {@code *} and {@code ?}, the last that fits decides, {@code !} excludes. No patterns mean all columns.
     *
     * @throws IllegalArgumentException when a pattern is none
     */
    static ChangedColumns of(List<String> patterns) {
        List<Choice> choices = new ArrayList<>();
        boolean include = false;
        for (String pattern : patterns) {
            boolean excludes = pattern.startsWith("!");
            String name = excludes ? pattern.substring(1) : pattern;
            if (name.isEmpty()) {
                throw new IllegalArgumentException("'" + pattern + "' names no column");
            }
            include |= !excludes;
            choices.add(new Choice(glob(name), !excludes));
        }
        if (!include && !choices.isEmpty()) {
            throw new IllegalArgumentException(
                    "the patterns " + patterns + " exclude only, so no column would be looked at");
        }
        return new ChangedColumns(choices.isEmpty() ? List.of(new Choice(glob("*"), true)) : choices);
    }

    private static Pattern glob(String glob) {
        StringBuilder regex = new StringBuilder();
        glob.codePoints().forEach(c -> {
            switch (c) {
                case '*' -> regex.append(".*");
                case '?' -> regex.append('.');
                default -> regex.append(Pattern.quote(Character.toString(c)));
            }
        });
        return Pattern.compile(regex.toString(), Pattern.DOTALL);
    }

    private int[] positions(TableSchema schema) {
        return schema.columns().stream()
                .filter(column -> looksAt(column.name()))
                .mapToInt(Column::position)
                .toArray();
    }

    private boolean looksAt(String name) {
        boolean chosen = false;
        for (Choice choice : choices) {
            if (choice.names().matcher(name).matches()) {
                chosen = choice.include();
            }
        }
        return chosen;
    }

    /** Whether an update is sure to change none of the columns; false of a table that has none of them. */
    boolean unchangedBy(RowChange update) {
        int[] columns = positions.get(update.schema());
        if (columns.length == 0 || update.newKey().isPresent()) {
            return false;
        }
        RowImage before = update.before().orElseThrow();
        RowImage after = update.after().orElseThrow();
        for (int column : columns) {
            if (after.isPresent(column) && !before.isPresent(column)) {
                return false;
            }
        }
        return values(before, after, columns).equals(values(after, after, columns));
    }

    private EventKey values(RowImage image, RowImage after, int[] columns) {
        try {
            for (int column : columns) {
                if (after.isPresent(column)) {
                    image.read(column, values);
                }
            }
        } catch (RuntimeException e) {
            values.build(); // The values that it holds belong to no other row.
            throw e;
        }
        return values.build();
    }
}
