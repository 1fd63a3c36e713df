package io.dbus.fuzz;

import io.dbus.fuzz.Type.Use;
import java.util.ArrayList;
import java.util.List;

/** Random types: all that a server has, with all their lengths, signs and charsets. */
final class Types {
    private static final int MAX_CHARACTERS = 255;

    private final List<String> charsets;
    private final boolean mariaDb;

    /**
     * The types of a server.
     *
     * @param charsets the charsets that it has, but for binary
     */
    Types(List<String> charsets, boolean mariaDb) {
        this.charsets = List.copyOf(charsets);
        this.mariaDb = mariaDb;
    }

    Type next(Dice dice) {
        return switch (dice.below(mariaDb ? 15 : 17)) {
            case 0, 1 -> integer(dice);
            case 2 -> decimal(dice);
            case 3 -> floating(dice);
            case 4 -> bit(dice);
            case 5 -> dice.percent(50) ? date() : year();
            case 6 -> time(dice);
            case 7 -> datetime(dice);
            case 8 -> timestamp(dice);
            case 9, 10 -> characters(dice);
            case 11 -> text(dice);
            case 12 -> dice.percent(60) ? binary(dice) : blob(dice);
            case 13 -> labels(dice);
            case 14 -> geometry(dice);
            case 15 -> new Type("JSON", Use.DOCUMENT, Documents::next);
            default -> dice.percent(40) ? vector(dice) : new Type("JSON", Use.DOCUMENT, Documents::next);
        };
    }

    /** A type that can be part of a key. */
    Type nextOfKey(Dice dice) {
        while (true) {
            Type type = next(dice);
            if (type.canBeKey()) {
                return type;
            }
        }
    }

    private static Type integer(Dice dice) {
        int size = dice.below(5);
        String name =
                List.of("TINYINT", "SMALLINT", "MEDIUMINT", "INT", "BIGINT").get(size);
        int bytes = List.of(1, 2, 3, 4, 8).get(size);
        boolean unsigned = dice.percent(50);
        String more = unsigned ? dice.percent(10) ? " UNSIGNED ZEROFILL" : " UNSIGNED" : "";
        return new Type(name + more, Use.KEY, (d, lenient) -> Scalars.integer(d, bytes, unsigned));
    }

    private static Type decimal(Dice dice) {
        int precision = dice.of(65, 1, 9, 10, 18, 19, dice.between(1, 65));
        int scale = dice.of(0, Math.min(30, precision), dice.below(Math.min(30, precision) + 1));
        boolean unsigned = dice.percent(20);
        return new Type(
                "DECIMAL(" + precision + "," + scale + ")" + (unsigned ? " UNSIGNED" : ""),
                Use.KEY,
                (d, lenient) -> Scalars.decimal(d, precision, scale, unsigned));
    }

    private static Type floating(Dice dice) {
        boolean unsigned = dice.percent(15);
        String sign = unsigned ? " UNSIGNED" : "";
        if (dice.percent(50)) {
            return new Type("FLOAT" + sign, Use.VALUE, (d, lenient) -> Scalars.single(d, unsigned));
        }
        return new Type("DOUBLE" + sign, Use.KEY, (d, lenient) -> Scalars.floating(d, unsigned));
    }

    private static Type bit(Dice dice) {
        int bits = dice.of(1, 64, 8, 9, dice.between(1, 64));
        return new Type("BIT(" + bits + ")", Use.KEY, (d, lenient) -> {
            long mask = -1L >>> Long.SIZE - bits;
            return "b'" + Long.toBinaryString(d.of(mask, 0L, d.bits() & mask)) + "'";
        });
    }

    private static Type date() {
        return new Type("DATE", Use.KEY, Scalars::date);
    }

    private static Type year() {
        return new Type("YEAR", Use.KEY, (d, lenient) -> Integer.toString(d.of(0, 1901, 2155, d.between(1901, 2155))));
    }

    private static Type time(Dice dice) {
        int digits = dice.below(7);
        return new Type(fractional("TIME", digits), Use.KEY, (d, lenient) -> Scalars.time(d, digits));
    }

    private static Type datetime(Dice dice) {
        int digits = dice.below(7);
        return new Type(fractional("DATETIME", digits), Use.KEY, (d, lenient) -> Scalars.datetime(d, digits, lenient));
    }

    private static Type timestamp(Dice dice) {
        int digits = dice.below(7);
        return new Type(
                fractional("TIMESTAMP", digits), Use.KEY, (d, lenient) -> Scalars.timestamp(d, digits, lenient));
    }

    private static String fractional(String name, int digits) {
        return digits == 0 ? name : name + "(" + digits + ")";
    }

    private Type characters(Dice dice) {
        String charset = dice.of(charsets);
        boolean varying = dice.percent(60);
        int length = dice.of(1, dice.between(1, 40), dice.between(1, 40), varying ? 300 : MAX_CHARACTERS);
        return new Type(
                (varying ? "VARCHAR(" : "CHAR(") + length + ") CHARACTER SET " + charset,
                length <= 40 ? Use.KEY : Use.VALUE,
                (d, lenient) -> converted(d, length, charset));
    }

    private Type text(Dice dice) {
        String charset = dice.of(charsets);
        int size = dice.below(4);
        String name = List.of("TINYTEXT", "TEXT", "MEDIUMTEXT", "LONGTEXT").get(size);
        return new Type(
                name + " CHARACTER SET " + charset,
                Use.VALUE,
                (d, lenient) -> size > 0 && d.percent(4)
                        ? "REPEAT(" + converted(d, 20, charset) + ", " + d.of(100, 1000, 3000) + ")"
                        : converted(d, 30, charset));
    }

    /** A text in a charset; what it does not have becomes a question mark. */
    private static String converted(Dice dice, int length, String charset) {
        return "CONVERT(" + Names.text(Texts.next(dice, length)) + " USING " + charset + ")";
    }

    private static Type binary(Dice dice) {
        boolean varying = dice.percent(50);
        int length = dice.of(1, 16, dice.between(1, 40), varying ? 300 : 255);
        return new Type(
                (varying ? "VARBINARY(" : "BINARY(") + length + ")",
                length <= 40 ? Use.KEY : Use.VALUE,
                (d, lenient) -> Names.bytes(content(d, length)));
    }

    private static Type blob(Dice dice) {
        int size = dice.below(4);
        String name = List.of("TINYBLOB", "BLOB", "MEDIUMBLOB", "LONGBLOB").get(size);
        return new Type(
                name,
                Use.VALUE,
                (d, lenient) -> size > 0 && d.percent(4)
                        ? "REPEAT(" + Names.bytes(content(d, 50)) + ", " + d.of(100, 1000) + ")"
                        : Names.bytes(content(d, 200)));
    }

    private static byte[] content(Dice dice, int length) {
        byte[] bytes = dice.percent(30) ? new byte[dice.below(length + 1)] : dice.bytes(dice.below(length + 1));
        if (bytes.length > 0 && dice.percent(20)) {
            bytes[bytes.length - 1] = dice.of((byte) 0, (byte) 0x20, (byte) 0xFF);
        }
        return bytes;
    }

    private Type labels(Dice dice) {
        String charset = dice.of(charsets);
        boolean set = dice.percent(50);
        int count = set ? dice.of(1, 8, 9, 64, dice.between(1, 64)) : dice.of(1, 2, 255, 256, dice.between(1, 300));
        List<String> labels = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            // A label that its charset does not have, the server turns to question marks without a word.
            String some = charset.startsWith("utf")
                    ? dice.of("", "it''s ", "d;e ", "é", "中", "ж")
                    : dice.of("", "it''s ", "d;e ", "(x) ", "\"q\" ", "%");
            labels.add("'" + some + i + "'");
        }
        String sql = (set ? "SET(" : "ENUM(") + String.join(",", labels) + ") CHARACTER SET " + charset;
        return new Type(sql, Use.KEY, (d, lenient) -> {
            if (!set) {
                return Integer.toString(lenient && d.percent(10) ? 0 : d.between(1, count));
            }
            long mask = -1L >>> Long.SIZE - count;
            return Long.toUnsignedString(d.of(0L, mask, d.bits() & mask, d.bits() & d.bits() & mask));
        });
    }

    private Type geometry(Dice dice) {
        String name = dice.of(
                "GEOMETRY",
                "POINT",
                "LINESTRING",
                "POLYGON",
                "MULTIPOINT",
                "MULTILINESTRING",
                "MULTIPOLYGON",
                "GEOMETRYCOLLECTION");
        int srid = dice.of(0, 0, 3857, 4326);
        String restricted = mariaDb || srid == 0 || dice.percent(50) ? "" : " SRID " + srid;
        return new Type(name + restricted, Use.VALUE, (d, lenient) -> {
            String shape = name.equals("GEOMETRY") ? d.of("POINT", "LINESTRING", "POLYGON", "MULTIPOINT") : name;
            return "ST_GeomFromText('" + shape(d, shape) + "', " + srid + ")";
        });
    }

    private static String shape(Dice dice, String name) {
        return switch (name) {
            case "POINT" -> "POINT(" + point(dice) + ")";
            case "LINESTRING" -> "LINESTRING(" + point(dice) + "," + point(dice) + "," + point(dice) + ")";
            case "POLYGON" -> "POLYGON" + ring(dice);
            case "MULTIPOINT" -> "MULTIPOINT(" + point(dice) + "," + point(dice) + ")";
            case "MULTILINESTRING" -> "MULTILINESTRING((" + point(dice) + "," + point(dice) + "))";
            case "MULTIPOLYGON" -> "MULTIPOLYGON(" + ring(dice) + ")";
            default ->
                "GEOMETRYCOLLECTION(POINT(" + point(dice) + "),LINESTRING(" + point(dice) + "," + point(dice) + "))";
        };
    }

    private static String ring(Dice dice) {
        int size = dice.between(1, 80);
        return "((0 0,0 " + size + "," + size + " " + size + "," + size + " 0,0 0))";
    }

    /** Latitudes and longitudes too. */
    private static String point(Dice dice) {
        return dice.between(-89, 89) + "." + dice.below(1000) + " " + dice.between(-179, 179) + "." + dice.below(1000);
    }

    private static Type vector(Dice dice) {
        int dimension = dice.of(1, 2, 16, dice.between(1, 100));
        return new Type("VECTOR(" + dimension + ")", Use.VALUE, (d, lenient) -> {
            List<String> numbers = new ArrayList<>();
            for (int i = 0; i < dimension; i++) {
                numbers.add(Scalars.single(d, false));
            }
            return "STRING_TO_VECTOR('[" + String.join(",", numbers) + "]')";
        });
    }
}
