package io.dbus.source.mysql.ddl;

import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Statements by chance on the tables that there are; some of them a server refuses. */
public final class RandomStatements {
    private static final List<String> TYPES = List.of(
            "INT",
            "INT UNSIGNED",
            "BIGINT(9)",
            "TINYINT(1)",
            "SMALLINT ZEROFILL",
            "MEDIUMINT",
            "BOOL",
            "DECIMAL(9,3)",
            "NUMERIC",
            "FLOAT",
            "FLOAT(30)",
            "DOUBLE(8,2)",
            "REAL",
            "BIT(9)",
            "DATE",
            "TIME(2)",
            "DATETIME(4)",
            "TIMESTAMP NULL",
            "YEAR",
            "CHAR(7)",
            "VARCHAR(40)",
            "VARCHAR(5) CHARACTER SET latin1",
            "VARCHAR(9) COLLATE utf8mb4_bin",
            "NCHAR(3)",
            "NATIONAL VARCHAR(6)",
            "TINYTEXT",
            "TEXT",
            "TEXT(200)",
            "MEDIUMTEXT",
            "LONGTEXT CHARACTER SET ucs2",
            "BINARY(4)",
            "VARBINARY(30)",
            "BLOB",
            "BLOB(70000)",
            "LONG VARBINARY",
            "LONG",
            "ENUM('a','b''c','')",
            "SET('x','y') CHARACTER SET greek",
            "JSON",
            "POINT",
            "GEOMETRY",
            "CHAR(3) BYTE",
            "VARCHAR(4) BINARY",
            "CHAR(5) UNICODE",
            "DEC(4)",
            "INT8");
    private static final List<String> CHARSETS = List.of("latin1", "utf8mb4", "cp1251", "utf8mb3", "gbk", "cp1250");
    private static final List<String> NAMES = List.of(
            "a", "b", "c", "d", "e", "`F f`", "`g``g`", "h", "ü", "`select`", "k", "l", "m1", "n_2", "`o,p`", "`(q`");

    private final Random random;
    private final String database;

    /** Statements of a seed, which is what tells them. */
    public RandomStatements(long seed, String database) {
        this.random = new Random(seed);
        this.database = database;
    }

    /** The next statement. */
    public String next(Map<TableId, TableDefinition> tables) {
        List<TableDefinition> all = new ArrayList<>(tables.values());
        if (all.size() < 3 || all.size() < 9 && random.nextInt(8) == 0) {
            return create(all);
        }
        TableDefinition table = one(all);
        return switch (random.nextInt(24)) {
            case 0 ->
                "DROP TABLE " + (random.nextBoolean() ? "IF EXISTS " : "")
                        + quoted(table.table().table());
            case 1 -> "RENAME TABLE " + quoted(table.table().table()) + " TO " + database + "." + newName();
            case 2 -> {
                TableDefinition other = one(all);
                String from = quoted(table.table().table());
                String to = quoted(other.table().table());
                yield "RENAME TABLE " + from + " TO `swap`, " + to + " TO " + from + ", `swap` TO " + to;
            }
            case 3 -> "ALTER DATABASE " + database + " CHARACTER SET = " + one(CHARSETS);
            case 4 ->
                "CREATE INDEX i" + random.nextInt(1000) + " ON "
                        + quoted(table.table().table()) + " (" + column(table) + ")";
            case 5 -> "ALTER TABLE " + quoted(table.table().table()) + " CONVERT TO CHARACTER SET " + one(CHARSETS);
            default -> alter(table);
        };
    }

    private String create(List<TableDefinition> all) {
        if (!all.isEmpty() && random.nextInt(3) == 0) {
            return "CREATE TABLE " + newName() + " LIKE "
                    + quoted(one(all).table().table());
        }
        List<String> elements = new ArrayList<>();
        List<String> names = new ArrayList<>(NAMES);
        int count = 1 + random.nextInt(7);
        for (int i = 0; i < count; i++) {
            String name = names.remove(random.nextInt(names.size()));
            elements.add(name + " " + definition());
        }
        if (random.nextInt(3) == 0) {
            elements.add(
                    random.nextInt(elements.size() + 1), "id" + random.nextInt(3) + " INT PRIMARY KEY" + comment());
        }
        return "CREATE /* c, ( */ TABLE " + newName() + " (" + String.join(", ", elements) + ")"
                + (random.nextBoolean() ? " DEFAULT CHARSET=" + one(CHARSETS) : "")
                + (random.nextInt(4) == 0 ? " COMMENT 't''s, x'" : "");
    }

    private String alter(TableDefinition table) {
        if (random.nextInt(13) == 0) {
            return "ALTER TABLE " + quoted(table.table().table()) + " RENAME TO " + newName();
        }
        List<String> actions = new ArrayList<>();
        int count = 1 + random.nextInt(3);
        for (int i = 0; i < count; i++) {
            actions.add(action(table));
        }
        return "ALTER TABLE " + quoted(table.table().table()) + " " + String.join(", ", actions);
    }

    private String action(TableDefinition table) {
        String column = column(table);
        return switch (random.nextInt(12)) {
            case 0, 1, 2 -> "ADD COLUMN " + one(NAMES) + " " + definition() + place(table);
            case 3 -> "ADD (" + one(NAMES) + " " + definition() + ", " + one(NAMES) + " " + definition() + ")";
            case 4 -> "DROP COLUMN " + column;
            case 5, 6 -> "MODIFY " + column + " " + definition() + place(table);
            case 7 -> "CHANGE COLUMN " + column + " " + one(NAMES) + " " + definition() + place(table);
            case 8 -> "RENAME COLUMN " + column + " TO " + one(NAMES);
            case 9 -> table.key().isEmpty() ? "ADD PRIMARY KEY (" + column + ")" : "DROP PRIMARY KEY";
            case 10 -> "DEFAULT CHARACTER SET " + one(CHARSETS);
            default -> "COMMENT = 'c" + random.nextInt(9) + "'";
        };
    }

    private String definition() {
        return one(TYPES) + (random.nextInt(4) == 0 ? " NOT NULL" : "") + comment();
    }

    private String comment() {
        return random.nextInt(5) == 0 ? " COMMENT 'it''s \\\\ (,'" : "";
    }

    private String place(TableDefinition table) {
        return switch (random.nextInt(4)) {
            case 0 -> " FIRST";
            case 1 -> " AFTER " + column(table);
            default -> "";
        };
    }

    private String column(TableDefinition table) {
        return quoted(
                table.columns().get(random.nextInt(table.columns().size())).name());
    }

    private String newName() {
        return random.nextInt(3) == 0 ? "`T " + random.nextInt(99) + "`" : "t" + random.nextInt(99);
    }

    private <T> T one(List<T> of) {
        return of.get(random.nextInt(of.size()));
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }
}
