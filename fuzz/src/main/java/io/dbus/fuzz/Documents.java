package io.dbus.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;

/** JSON documents in SQL, with values of all types that the server keeps in them. */
final class Documents {
    private Documents() {}

    /** A document of MySQL. */
    static String next(Dice dice, boolean lenient) {
        if (dice.percent(60)) {
            return "CAST(CONVERT(_utf8mb4 X'"
                    + HexFormat.of().formatHex(text(dice, 0).getBytes(UTF_8)) + "' USING utf8mb4) AS JSON)";
        }
        StringBuilder members = new StringBuilder("JSON_OBJECT(");
        int count = dice.below(5);
        for (int i = 0; i < count; i++) {
            members.append(i == 0 ? "" : ", ")
                    .append("'")
                    .append((char) ('a' + i))
                    .append("', ")
                    .append(typed(dice));
        }
        return members.append(")").toString();
    }

    /** A document as text, as MariaDB keeps it. */
    static String plain(Dice dice, boolean lenient) {
        return Names.text(text(dice, 0));
    }

    /** A function that changes a document in place, which MySQL may log as a difference. */
    static String change(Dice dice, String column) {
        String path = "'" + dice.of("$", "$.a", "$.b", "$.c", "$[0]", "$[1]", "$.a[0]", "$.k1", "$.k2.k1") + "'";
        return switch (dice.below(5)) {
            case 0 -> "JSON_REMOVE(" + column + ", " + dice.of("'$.a'", "'$.b'", "'$[0]'", "'$.k1'", "'$.k2.k1'") + ")";
            case 1 -> "JSON_REPLACE(" + column + ", " + path + ", " + typed(dice) + ")";
            case 2 ->
                "JSON_SET(" + column + ", " + path + ", " + typed(dice) + ", '$.b', " + typed(dice) + ", '$.z"
                        + dice.below(3) + "', " + typed(dice) + ")";
            case 3 -> "JSON_REPLACE(" + column + ", '$.a', " + dice.below(100) + ", '$.k1', " + dice.below(9) + ")";
            default -> "JSON_SET(" + column + ", " + path + ", " + typed(dice) + ")";
        };
    }

    /** A value of an SQL type, which the document keeps as such. */
    private static String typed(Dice dice) {
        return switch (dice.below(14)) {
            case 0 -> "CAST(" + Scalars.decimal(dice, 30, 10, false) + " AS DECIMAL(30,10))";
            case 1 -> "CAST(" + Scalars.date(dice, false) + " AS DATE)";
            case 2 -> "CAST(" + Scalars.time(dice, 6) + " AS TIME(6))";
            case 3 -> "CAST(" + Scalars.datetime(dice, 6, false) + " AS DATETIME(6))";
            case 4 -> "NULL";
            case 5 -> Names.bytes(dice.bytes(dice.below(80)));
            case 6 -> "CAST(" + Scalars.integer(dice, 8, true) + " AS UNSIGNED)";
            case 7 -> "CAST(" + Scalars.integer(dice, 8, false) + " AS SIGNED)";
            case 8 -> Scalars.floating(dice, false);
            case 9 -> "CAST('" + dice.of("true", "false", "null", "[]", "{}", "[1, [2, {}]]") + "' AS JSON)";
            case 10 -> "REPEAT('x', " + dice.of(0, 1, 126, 127, 128, 129, 16383, 16384, 70_000) + ")";
            case 11 -> "b'" + Long.toBinaryString(dice.bits() >>> dice.below(63)) + "'";
            default -> "CONVERT(" + Names.text(Texts.next(dice, 30)) + " USING utf8mb4)";
        };
    }

    private static String text(Dice dice, int depth) {
        int choice = depth > 3 ? dice.below(6) : dice.below(9);
        return switch (choice) {
            case 0 -> Long.toString(dice.bits() >> dice.below(64));
            case 1 -> Long.toUnsignedString(dice.bits());
            case 2 -> Scalars.floating(dice, false);
            case 3 -> dice.of("true", "false", "null");
            case 4, 5 -> quoted(Texts.next(dice, 40));
            case 6 -> {
                StringBuilder array = new StringBuilder("[");
                int count = dice.below(6);
                for (int i = 0; i < count; i++) {
                    array.append(i == 0 ? "" : ",").append(text(dice, depth + 1));
                }
                yield array.append("]").toString();
            }
            default -> {
                StringBuilder object = new StringBuilder("{");
                int count = dice.below(6);
                for (int i = 0; i < count; i++) {
                    String name = dice.percent(70) ? "k" + dice.below(4) : Texts.next(dice, 10);
                    object.append(i == 0 ? "" : ",")
                            .append(quoted(name))
                            .append(":")
                            .append(text(dice, depth + 1));
                }
                yield object.append("}").toString();
            }
        };
    }

    private static String quoted(String text) {
        StringBuilder out = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (c < 0x20 || c == '"' || c == '\\') {
                out.append(String.format("\\u%04x", (int) c));
            } else {
                out.append(c);
            }
        }
        return out.append('"').toString();
    }
}
