package io.dbus.fuzz;

import io.dbus.fuzz.Table.Col;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Random statements that change rows. */
final class Changes {
    private static final int CHOICES = 20;

    private final Dice dice;
    private final boolean lenient;
    private final boolean fullImages;
    private final boolean documents;

    /**
     * Statements for a session.
     *
     * @param documents whether the server has functions that change JSON in place
     */
    Changes(Dice dice, Session session, boolean documents) {
        this.dice = dice;
        this.lenient = session.isLenient();
        this.fullImages = session.hasFullImages();
        this.documents = documents;
    }

    /** A change of a table, which has so many rows, and perhaps of another. */
    String next(Table table, Table other, int rows) {
        if (rows > 60) {
            return "DELETE FROM " + table.sql() + " WHERE n > " + dice.below(6);
        }
        if (rows == 0) {
            return insert(table);
        }
        return switch (dice.below(20)) {
            case 0, 1, 2, 3, 4 -> insert(table);
            case 5, 6, 7, 8 -> update(table);
            case 9, 10 -> documents ? documents(table) : update(table);
            case 11, 12 -> newKeys(table);
            case 13, 14 -> delete(table);
            case 15 -> replace(table);
            case 16 -> onDuplicate(table);
            case 17 -> updateOfTwo(table, other);
            case 18 -> deleteOfTwo(table, other);
            default -> dice.percent(20) ? "DELETE FROM " + table.sql() : updateAll(table);
        };
    }

    String insert(Table table) {
        List<Col> columns = new ArrayList<>(table.given());
        // What an image leaves out is not told, so that only the server's own columns may be left out where images are
        // not full.
        if (fullImages) {
            columns.removeIf(column -> column.nullable() && dice.percent(20));
        }
        int count = dice.percent(60) ? 1 : dice.between(2, 6);
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add("(" + columns.stream().map(this::value).collect(Collectors.joining(", ")) + ")");
        }
        String ignore = dice.percent(10) ? "IGNORE " : "";
        return "INSERT " + ignore + "INTO " + table.sql() + " (" + names(columns) + ") VALUES "
                + String.join(", ", rows);
    }

    private String update(Table table) {
        String limit = dice.percent(30) ? " ORDER BY n LIMIT " + dice.between(1, 4) : "";
        return "UPDATE " + table.sql() + " SET " + assignments(table, "") + " WHERE " + some("n") + limit;
    }

    private String updateAll(Table table) {
        return "UPDATE " + table.sql() + " SET n = (n + 1) % " + CHOICES;
    }

    /** Documents changed in place. */
    private String documents(Table table) {
        List<Col> columns = table.plain().stream()
                .filter(column -> column.type().isDocument())
                .toList();
        if (columns.isEmpty()) {
            return update(table);
        }
        String changes = columns.stream()
                .map(column -> column.quoted() + " = " + Documents.change(dice, column.quoted()))
                .collect(Collectors.joining(", "));
        String more = dice.percent(30) ? ", n = " + dice.below(CHOICES) : "";
        return "UPDATE " + table.sql() + " SET " + changes + more + " WHERE " + some("n");
    }

    private String newKeys(Table table) {
        List<Col> keys =
                table.columns().stream().filter(table::isKey).filter(Col::given).toList();
        if (keys.isEmpty()) {
            return update(table);
        }
        Col key = dice.of(keys);
        String value = key.counted() ? key.quoted() + " + " + dice.between(1, 50) : value(key);
        String order = key.counted() ? " ORDER BY " + key.quoted() + " DESC" : " LIMIT 1";
        String more = dice.percent(30) ? ", " + assignments(table, "") : "";
        return "UPDATE " + table.sql() + " SET " + key.quoted() + " = " + value + more + " WHERE " + some("n") + order;
    }

    private String delete(Table table) {
        String limit = dice.percent(50) ? " LIMIT " + dice.between(1, 3) : "";
        return "DELETE FROM " + table.sql() + " WHERE n = " + dice.below(CHOICES) + limit;
    }

    /** New values under keys that are there. */
    private String replace(Table table) {
        List<Col> columns = table.given();
        return "REPLACE INTO " + table.sql() + " (" + names(columns) + ") " + selected(table, columns);
    }

    private String onDuplicate(Table table) {
        List<Col> columns = table.given();
        return "INSERT INTO " + table.sql() + " (" + names(columns) + ") " + selected(table, columns)
                + " ON DUPLICATE KEY UPDATE " + assignments(table, table.sql() + ".");
    }

    private String selected(Table table, List<Col> columns) {
        String values = columns.stream()
                .map(column -> table.isKey(column) ? "s." + column.quoted() : value(column))
                .collect(Collectors.joining(", "));
        return "SELECT " + values + " FROM " + table.sql() + " s WHERE " + some("s.n") + " LIMIT 3";
    }

    private String updateOfTwo(Table table, Table other) {
        if (table.equals(other)) {
            return update(table);
        }
        return "UPDATE " + table.sql() + " a JOIN " + other.sql() + " b ON a.n = b.n SET " + assignments(table, "a.")
                + ", " + assignments(other, "b.") + " WHERE " + some("a.n");
    }

    private String deleteOfTwo(Table table, Table other) {
        if (table.equals(other)) {
            return delete(table);
        }
        return "DELETE a, b FROM " + table.sql() + " a JOIN " + other.sql() + " b ON a.n = b.n WHERE a.n = "
                + dice.below(CHOICES);
    }

    /** One or more columns with new values. */
    private String assignments(Table table, String prefix) {
        List<Col> columns = new ArrayList<>(table.plain());
        List<String> changes = new ArrayList<>();
        for (int left = dice.between(1, 3); left > 0 && !columns.isEmpty(); left--) {
            Col column = columns.remove(dice.below(columns.size()));
            changes.add(prefix + column.quoted() + " = " + value(column));
        }
        if (changes.isEmpty() || dice.percent(20)) {
            changes.add(prefix + "n = " + dice.below(CHOICES));
        }
        return String.join(", ", changes);
    }

    private String some(String column) {
        int low = dice.below(CHOICES);
        return column + " BETWEEN " + low + " AND " + (low + dice.below(8));
    }

    private String value(Col column) {
        return column.name().equals(Table.CHOICE) ? Integer.toString(dice.below(CHOICES)) : column.value(dice, lenient);
    }

    private static String names(List<Col> columns) {
        return columns.stream().map(Col::quoted).collect(Collectors.joining(", "));
    }
}
