package io.dbus.fuzz;

import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A table as the run knows it, to write statements for it. Immutable.
 *
 * @param id its name
 * @param columns its columns, but for a generated invisible key
 * @param key the names of the columns of its primary key; empty when it has none that it was given
 */
record Table(TableId id, List<Col> columns, List<String> key) {
    /** The column of small numbers that every table has, by which statements choose rows. */
    static final String CHOICE = "n";

    /**
     * A column.
     *
     * @param name its name
     * @param type its type
     * @param attributes what stands behind the type, such as NOT NULL
     * @param given whether INSERT and UPDATE may give it a value: not to generated columns
     * @param nullable whether it may be NULL
     * @param counted whether the server gives it the next number
     */
    record Col(String name, Type type, String attributes, boolean given, boolean nullable, boolean counted) {
        String definition() {
            return Names.quoted(name) + " " + type.sql() + attributes;
        }

        String quoted() {
            return Names.quoted(name);
        }

        /** A value in SQL. */
        String value(Dice dice, boolean lenient) {
            if (counted || nullable && dice.percent(15)) {
                return "NULL";
            }
            return type.values().next(dice, lenient);
        }
    }

    Table {
        columns = List.copyOf(columns);
        key = List.copyOf(key);
    }

    /** Its name in SQL. */
    String sql() {
        return sql(id);
    }

    static String sql(TableId id) {
        return Names.quoted(id.database()) + "." + Names.quoted(id.table());
    }

    /** The columns that statements give values. */
    List<Col> given() {
        return columns.stream().filter(Col::given).toList();
    }

    boolean isKey(Col column) {
        return key.contains(column.name());
    }

    /** Those that no key and no statement needs. */
    List<Col> plain() {
        return columns.stream()
                .filter(column ->
                        column.given() && !isKey(column) && !column.name().equals(CHOICE) && !column.counted())
                .toList();
    }

    Optional<Col> column(String name) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    Table named(TableId name) {
        return new Table(name, columns, key);
    }

    Table withColumns(List<Col> changed) {
        return new Table(id, changed, key);
    }

    Table withKey(List<String> changed) {
        return new Table(id, columns, changed);
    }

    Table with(Col added, int at) {
        List<Col> changed = new ArrayList<>(columns);
        changed.add(at, added);
        return withColumns(changed);
    }

    Table without(Col gone) {
        return withColumns(
                columns.stream().filter(column -> !column.equals(gone)).toList());
    }
}
