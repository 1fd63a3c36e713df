package io.dbus.fuzz;

import io.dbus.event.TableId;
import io.dbus.fuzz.Table.Col;
import io.dbus.fuzz.Type.Use;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Random tables, and random statements that change their definitions. */
final class Definitions {
    private static final Type NUMBERS = new Type("SMALLINT", Use.VALUE, (dice, lenient) -> "0");
    private static final Col CHOICE = new Col(Table.CHOICE, NUMBERS, " NOT NULL DEFAULT 0", true, false, false);

    private final Types types;
    private final String database;
    private final boolean mariaDb;
    private int made;

    Definitions(Types types, String database, boolean mariaDb) {
        this.types = types;
        this.database = database;
        this.mariaDb = mariaDb;
    }

    /**
     * A statement and the tables that it leaves in place of those before.
     *
     * @param sql the statement
     * @param gone tables that it takes away or changes
     * @param here tables as they are after it
     * @param keepsRows whether each table of {@code gone} is the one at the same place in {@code here}, with its rows
     */
    record Definition(String sql, List<Table> gone, List<Table> here, boolean keepsRows) {
        /** Whether it only takes rows out. */
        boolean isTruncate() {
            return gone.isEmpty() && here.isEmpty();
        }
    }

    /** CREATE TABLE of a random table. */
    Definition create(Dice dice) {
        List<Col> columns = new ArrayList<>();
        List<String> key = new ArrayList<>();
        String more = "";
        switch (dice.below(10)) {
            case 0, 1, 2, 3 -> {
                Type type =
                        new Type(dice.of("INT", "BIGINT", "BIGINT UNSIGNED", "MEDIUMINT"), Use.VALUE, (d, l) -> "NULL");
                columns.add(new Col("id", type, " NOT NULL AUTO_INCREMENT", true, false, true));
                key.add("id");
            }
            case 4, 5, 6 -> {
                int count = dice.between(1, 3);
                for (int i = 0; i < count; i++) {
                    Type type = types.nextOfKey(dice);
                    columns.add(new Col("k" + i, type, " NOT NULL", true, false, false));
                    key.add(dice.below(i + 1), "k" + i);
                }
            }
            case 7 -> {
                columns.add(new Col("u", types.nextOfKey(dice), " NOT NULL", true, false, false));
                more = ", UNIQUE KEY (u)";
            }
            default -> {} // Without a key, or with the one that the server makes up.
        }
        columns.add(CHOICE);
        int count = dice.percent(10) ? 0 : dice.between(2, 14);
        for (int i = 0; i < count; i++) {
            columns.add(dice.below(columns.size() + 1), column(dice));
        }
        if (dice.percent(25)) {
            columns.add(generated(dice));
        }
        String primary = key.isEmpty()
                ? ""
                : ", PRIMARY KEY (" + key.stream().map(Names::quoted).collect(Collectors.joining(", ")) + ")";
        String index = dice.percent(30) ? ", KEY (n)" : "";
        Table table = new Table(newName(dice), columns, key);
        return new Definition(
                "CREATE TABLE " + table.sql() + " ("
                        + columns.stream().map(Col::definition).collect(Collectors.joining(", ")) + primary + more
                        + index
                        + ")" + dice.of("", "", " CHARACTER SET latin1", " COMMENT 'it''s; `x` -- /* */'"),
                List.of(),
                List.of(table),
                false);
    }

    /** A statement that changes a table's definition, or those of two. */
    Definition change(Dice dice, Table table, Table other) {
        List<Col> plain = table.plain();
        Col any = plain.isEmpty() ? null : dice.of(plain);
        String alter = "ALTER TABLE " + table.sql() + " ";
        int choice = any == null ? dice.below(4) : dice.below(15);
        return switch (choice) {
            case 0, 1 -> {
                Col added = column(dice);
                int at = dice.below(table.columns().size() + 1);
                String place = at == 0
                        ? " FIRST"
                        : at == table.columns().size()
                                ? ""
                                : " AFTER " + table.columns().get(at - 1).quoted();
                yield changed(alter + "ADD COLUMN " + added.definition() + place, table, table.with(added, at));
            }
            case 2 -> renamed(dice, table);
            case 3 -> like(dice, table);
            case 4, 5 -> changed(alter + "DROP COLUMN " + any.quoted(), table, table.without(any));
            case 6, 7, 8 -> {
                Col modified = otherwise(dice, any);
                int at = table.columns().indexOf(any);
                yield changed(
                        alter + "MODIFY COLUMN " + modified.definition(),
                        table,
                        table.without(any).with(modified, at));
            }
            case 9 -> {
                Col renamed = new Col(
                        columnName(dice), any.type(), any.attributes(), any.given(), any.nullable(), any.counted());
                int at = table.columns().indexOf(any);
                yield changed(
                        alter + "RENAME COLUMN " + any.quoted() + " TO " + renamed.quoted(),
                        table,
                        table.without(any).with(renamed, at));
            }
            case 10 -> swapped(dice, table, other);
            case 11 -> {
                // Moved to another place.
                Table moved = table.without(any).with(any, 0);
                yield changed(alter + "MODIFY COLUMN " + any.definition() + " FIRST", table, moved);
            }
            case 12 -> copied(dice, table);
            case 13 -> new Definition("TRUNCATE TABLE " + table.sql(), List.of(), List.of(), false);
            default -> {
                if (table.columns().stream().anyMatch(column -> column.name().equals("id"))) {
                    yield changed(alter + "ADD INDEX (n), COMMENT = 'again'", table, table);
                }
                Type type = new Type("INT", Use.VALUE, (d, l) -> "NULL");
                Col id = new Col("id", type, " NOT NULL AUTO_INCREMENT", true, false, true);
                String drop = table.key().isEmpty() ? "" : "DROP PRIMARY KEY, ";
                yield changed(
                        alter + drop + "ADD COLUMN " + id.definition() + " FIRST, ADD PRIMARY KEY (id)",
                        table,
                        table.with(id, 0).withKey(List.of("id")));
            }
        };
    }

    Definition drop(Table table) {
        return new Definition("DROP TABLE " + table.sql(), List.of(table), List.of(), false);
    }

    private static Definition changed(String sql, Table before, Table after) {
        return new Definition(sql, List.of(before), List.of(after), true);
    }

    private Definition renamed(Dice dice, Table table) {
        Table renamed = table.named(newName(dice));
        String sql = dice.percent(50)
                ? "RENAME TABLE " + table.sql() + " TO " + renamed.sql()
                : "ALTER TABLE " + table.sql() + " RENAME TO " + renamed.sql();
        return new Definition(sql, List.of(table), List.of(renamed), true);
    }

    private Definition like(Dice dice, Table table) {
        Table copy = table.named(newName(dice));
        return new Definition("CREATE TABLE " + copy.sql() + " LIKE " + table.sql(), List.of(), List.of(copy), false);
    }

    /** Two tables take each other's names. */
    private Definition swapped(Dice dice, Table table, Table other) {
        if (table.equals(other)) {
            return renamed(dice, table);
        }
        Table between = table.named(newName(dice));
        return new Definition(
                "RENAME TABLE " + table.sql() + " TO " + between.sql() + ", " + other.sql() + " TO " + table.sql()
                        + ", " + between.sql() + " TO " + other.sql(),
                List.of(other, table),
                List.of(other.named(table.id()), table.named(other.id())),
                true);
    }

    /** CREATE TABLE AS SELECT, whose rows come as rows. */
    private Definition copied(Dice dice, Table table) {
        List<Col> columns = table.columns().stream()
                .map(column -> new Col(column.name(), column.type(), "", true, false, false))
                .toList();
        Table copy = new Table(newName(dice), columns, List.of());
        String names = columns.stream().map(Col::quoted).collect(Collectors.joining(", "));
        return new Definition(
                "CREATE TABLE " + copy.sql() + " AS SELECT " + names + " FROM " + table.sql(),
                List.of(),
                List.of(copy),
                false);
    }

    private TableId newName(Dice dice) {
        made++;
        return new TableId(database, dice.of("t", "t", "T", "t ", "t'", "t`", "tä", "表") + made);
    }

    private String columnName(Dice dice) {
        made++;
        return dice.of("c", "c", "C", "c ", "c`", "c'", "cé", "列", "select") + made;
    }

    private Col column(Dice dice) {
        return again(dice, columnName(dice));
    }

    /**
     * A column of another type. Bytes do not become text, nor anything a vector: the server would take them as they are, valid or not (seen on 9.7.4),
     * and what is no text cannot be read.
     */
    private Col otherwise(Dice dice, Col before) {
        while (true) {
            Col after = again(dice, before.name());
            boolean taken = after.type().isVector() && !before.type().isVector()
                    || after.type().isText() && before.type().holdsBytes();
            if (!taken) {
                return after;
            }
        }
    }

    private Col again(Dice dice, String name) {
        Type type = types.next(dice);
        // MariaDB makes an empty value of NULL where NULL cannot be, which is no geometry.
        boolean nullable = dice.percent(75) || mariaDb && type.isGeometry();
        String attributes = nullable ? " NULL" : " NOT NULL";
        if (nullable && dice.percent(6)) {
            attributes += " INVISIBLE";
        }
        return new Col(name, type, attributes, true, nullable, false);
    }

    private Col generated(Dice dice) {
        String kind = dice.of(" VIRTUAL", mariaDb ? " PERSISTENT" : " STORED");
        Type none = new Type(
                dice.of("INT", "BIGINT UNSIGNED", "VARCHAR(20)", "DECIMAL(10,3)"), Use.VALUE, (d, l) -> "NULL");
        return new Col("g", none, " GENERATED ALWAYS AS (n * 2 + 1)" + kind, false, true, false);
    }
}
