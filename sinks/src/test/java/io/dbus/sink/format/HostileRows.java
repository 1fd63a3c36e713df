package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Rows of a table with a column of every type, its names and values as awkward as MySQL allows. */
public final class HostileRows {
    /** Stands for a value that an image does not hold. */
    public static final Object ABSENT = new Object();

    /** A point of the plane. */
    public record Point(int srid, double x, double y) {
        public byte[] wkb() {
            return ByteBuffer.allocate(21)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put((byte) 1)
                    .putInt(1)
                    .putDouble(x)
                    .putDouble(y)
                    .array();
        }
    }

    /** A column, with its values of the classes that {@link #put} takes. */
    public record HostileColumn(String name, LogicalType type) {}

    public static final List<String> ENUM_LABELS = List.of("", "it's", "a \"b\"", "\ud83d\ude00", "x\\y");
    public static final List<String> SET_LABELS = List.of("one", "it's", "\u2028", "\ud83d\ude00");
    public static final List<HostileColumn> COLUMNS = List.of(
            column("id", LogicalType.of(Kind.BIGINT)),
            column("a \"quoted\" name", LogicalType.of(Kind.TINYINT)),
            column("dotted.name", LogicalType.unsigned(Kind.TINYINT)),
            column("back\\slash", LogicalType.of(Kind.SMALLINT)),
            column("sp\u00e4\u00dfe \u540d\u524d", LogicalType.unsigned(Kind.SMALLINT)),
            column("x".repeat(64), LogicalType.of(Kind.MEDIUMINT)),
            column("tab\there", LogicalType.unsigned(Kind.MEDIUMINT)),
            column("line\nfeed", LogicalType.of(Kind.INT)),
            column("nul\u0001control", LogicalType.unsigned(Kind.INT)),
            column("separators\u2028\u2029", LogicalType.of(Kind.BIGINT)),
            column("data", LogicalType.unsigned(Kind.BIGINT)),
            column("old", LogicalType.decimal(65, 30)),
            column("type", LogicalType.decimal(38, 18)),
            column("before", LogicalType.of(Kind.FLOAT)),
            column("after", LogicalType.of(Kind.DOUBLE)),
            column("op", LogicalType.of(Kind.BIT, 1)),
            column("source", LogicalType.of(Kind.BIT, 64)),
            column("'", LogicalType.of(Kind.YEAR)),
            column("`", LogicalType.of(Kind.DATE)),
            column("{", LogicalType.temporal(Kind.TIME, 6)),
            column("}", LogicalType.temporal(Kind.DATETIME, 0)),
            column("[", LogicalType.temporal(Kind.DATETIME, 6)),
            column(",", LogicalType.temporal(Kind.TIMESTAMP, 0)),
            column(":", LogicalType.temporal(Kind.TIMESTAMP, 6)),
            column("$", LogicalType.of(Kind.CHAR, 10)),
            column("\u00e9", LogicalType.of(Kind.VARCHAR, 100)),
            column("e\u0301", LogicalType.of(Kind.TEXT)),
            column("bin", LogicalType.of(Kind.BINARY, 4)),
            column("varbin", LogicalType.of(Kind.VARBINARY, 100)),
            column("blob", LogicalType.of(Kind.BLOB)),
            column("enum", LogicalType.labelled(Kind.ENUM, ENUM_LABELS)),
            column("set", LogicalType.labelled(Kind.SET, SET_LABELS)),
            column("json", LogicalType.of(Kind.JSON)),
            column("point", LogicalType.of(Kind.GEOMETRY)),
            column("vector", LogicalType.of(Kind.VECTOR, 3)));

    public static final TableSchema SCHEMA = TableSchema.of(
            new TableId("shop \"x\"", "t\u00e4ble.\\"),
            RowBuilder.layout(COLUMNS.stream().map(HostileColumn::type).toArray(LogicalType[]::new)),
            COLUMNS.stream().map(HostileColumn::name).toList(),
            List.of("id"));

    private static final String[] PIECES = {
        "",
        "a",
        "\"",
        "\\",
        "/",
        "</script>",
        "\\u0000",
        "\u0000",
        "\u0001",
        "\b",
        "\t",
        "\n",
        "\f",
        "\r",
        "\u001f",
        "\u007f",
        "\u0080",
        "\u00a0",
        "\u00ff",
        "\u2028",
        "\u2029",
        "\ufeff",
        "\ufffd",
        "\ufffe",
        "\uffff",
        "\ud83d\ude00",
        "\ud800\udc00",
        "\udbff\udfff",
        "e\u0301",
        "\u540d",
        "null",
        "true",
        "1e400",
        "NaN",
        "{}",
        "[",
        "'",
        ",",
        " ",
        "0x00",
        "%s",
        "${env:X}"
    };
    private static final String[] DOCUMENTS = {
        "null",
        "true",
        "0",
        "-0.0",
        "1e308",
        "18446744073709551615",
        "-9223372036854775808",
        "\"\"",
        "\"\\ud83d\"",
        "[]",
        "{}",
        "\"\u2028\"",
        "0.1000000000000000055511151231257827021181583404541015625",
        "{\"\": {\"\\\"\": [1, \"\\u0000\"]}}",
        "[1, 2.50, \"x\"]",
        "[".repeat(100) + "]".repeat(100),
        "{\"k\": ".repeat(99) + "1" + "}".repeat(99)
    };
    private static final Float[] FLOATS = {
        0f,
        -0f,
        0.1f,
        1f,
        -1f,
        16777216f,
        3.4028235E38f,
        -3.4028235E38f,
        1.4E-45f,
        1.17549435E-38f,
        2.0E-3f,
        1.0E10f,
        8.5899346E9f
    };
    private static final Double[] DOUBLES = {
        0d,
        -0d,
        0.1,
        1d,
        2e-3,
        2.0E-3,
        2e23,
        9007199254740993d,
        1.7976931348623157E308,
        -1.7976931348623157E308,
        4.9E-324,
        2.2250738585072014E-308
    };

    private HostileRows() {}

    /** Values of a row, one of the class that {@link #put} takes for each column; null for NULL. */
    public static Object[] values(Random random, long id) {
        Object[] values = new Object[COLUMNS.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = i > 0 && random.nextInt(8) == 0
                    ? null
                    : value(COLUMNS.get(i).type(), random);
        }
        values[0] = id;
        return values;
    }

    /** The same row with some values changed, some to or from NULL. */
    public static Object[] changed(Random random, Object[] from) {
        Object[] values = from.clone();
        Object[] other = values(random, (Long) from[0]);
        for (int i = 1; i < values.length; i++) {
            if (random.nextInt(3) == 0) {
                values[i] = other[i];
            }
        }
        return values;
    }

    /** The image of a row. */
    public static RowImage image(Object... values) {
        return Rows.image(SCHEMA.layout(), row -> {
            for (int i = 0; i < values.length; i++) {
                put(row, COLUMNS.get(i).type(), values[i]);
            }
        });
    }

    /** Whether two values are the same, floating-point numbers by their bits. */
    public static boolean same(Object one, Object other) {
        return Arrays.deepEquals(new Object[] {one}, new Object[] {other});
    }

    private static void put(RowBuilder row, LogicalType type, Object value) {
        if (value == ABSENT) {
            row.absent();
            return;
        }
        if (value == null) {
            row.nullValue();
            return;
        }
        switch (type.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT, YEAR -> row.int64(((Number) value).longValue());
            case BIT -> row.bits(((Number) value).longValue(), type.length());
            case DECIMAL -> row.decimal((BigDecimal) value);
            case FLOAT -> row.float32((Float) value);
            case DOUBLE -> row.float64((Double) value);
            case DATE -> {
                LocalDate date = (LocalDate) value;
                row.date(date.getYear(), date.getMonthValue(), date.getDayOfMonth());
            }
            case TIME -> row.time((Long) value, type.scale());
            case DATETIME -> {
                LocalDateTime time = (LocalDateTime) value;
                row.datetime(
                        time.getYear(),
                        time.getMonthValue(),
                        time.getDayOfMonth(),
                        time.getHour(),
                        time.getMinute(),
                        time.getSecond(),
                        time.getNano() / 1000,
                        type.scale());
            }
            case TIMESTAMP -> {
                LocalDateTime utc = (LocalDateTime) value;
                row.timestamp(utc.toEpochSecond(ZoneOffset.UTC), utc.getNano() / 1000, type.scale());
            }
            case BINARY, VARBINARY, BLOB -> row.binary((byte[]) value, 0, ((byte[]) value).length);
            case JSON -> row.json((String) value);
            case GEOMETRY -> {
                byte[] wkb = ((Point) value).wkb();
                row.geometry(((Point) value).srid(), wkb, 0, wkb.length);
            }
            case VECTOR -> {
                ByteBuffer floats = ByteBuffer.allocate(12).order(ByteOrder.LITTLE_ENDIAN);
                ((List<?>) value).forEach(element -> floats.putFloat((Float) element));
                row.vector(floats.array(), 0, 3);
            }
            default -> row.text((String) value);
        }
    }

    private static Object value(LogicalType type, Random random) {
        return switch (type.kind()) {
            case TINYINT -> integer(random, 8, type.unsigned());
            case SMALLINT -> integer(random, 16, type.unsigned());
            case MEDIUMINT -> integer(random, 24, type.unsigned());
            case INT -> integer(random, 32, type.unsigned());
            case BIGINT -> type.unsigned() ? unsigned(random) : (Object) integer(random, 64, false);
            case BIT -> type.length() == 1 ? (Object) (long) random.nextInt(2) : unsigned(random);
            case YEAR -> random.nextInt(4) == 0 ? 0L : 1901L + random.nextInt(255);
            case DECIMAL -> decimal(type, random);
            case FLOAT -> pick(FLOATS, random);
            case DOUBLE -> pick(DOUBLES, random);
            case DATE -> LocalDate.ofEpochDay(random.nextLong(-354_285, 2_932_897));
            case TIME -> random.nextLong(-3_020_399_000_000L, 3_020_399_000_001L);
            case DATETIME -> datetime(random, -30_610_224_000L, 253_402_300_800L, type.scale());
            case TIMESTAMP -> datetime(random, 1, 1L << 31, type.scale());
            case CHAR, VARCHAR, TEXT -> text(random, type.length());
            case BINARY -> bytes(random, 4);
            case VARBINARY, BLOB -> bytes(random, random.nextInt(80));
            case ENUM -> pick(ENUM_LABELS.toArray(String[]::new), random);
            case SET ->
                SET_LABELS.stream().filter(label -> random.nextBoolean()).collect(Collectors.joining(","));
            case JSON -> pick(DOCUMENTS, random);
            case GEOMETRY -> new Point(random.nextInt(2) * 4326, pick(DOUBLES, random), random.nextGaussian());
            case VECTOR -> List.of(pick(FLOATS, random), pick(FLOATS, random), pick(FLOATS, random));
        };
    }

    private static Long integer(Random random, int bits, boolean unsigned) {
        long most = unsigned ? (1L << bits) - 1 : Long.MAX_VALUE >>> 64 - bits;
        long least = unsigned ? 0 : -most - 1;
        return switch (random.nextInt(4)) {
            case 0 -> least;
            case 1 -> most;
            default -> bits == 64 ? (Long) random.nextLong() : (Long) random.nextLong(least, most + 1);
        };
    }

    private static BigInteger unsigned(Random random) {
        BigInteger most = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
        return random.nextInt(3) == 0 ? most : new BigInteger(64, random);
    }

    private static BigDecimal decimal(LogicalType type, Random random) {
        int digits = random.nextInt(4) == 0 ? type.length() : 1 + random.nextInt(type.length());
        StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
        for (int i = 0; i < digits; i++) {
            text.append((char) ('0' + (random.nextInt(3) == 0 ? 9 : random.nextInt(10))));
        }
        return new BigDecimal(new BigInteger(text.toString()), type.scale());
    }

    private static LocalDateTime datetime(Random random, long from, long to, int scale) {
        return LocalDateTime.ofEpochSecond(
                random.nextLong(from, to), scale == 0 ? 0 : random.nextInt(1_000_000) * 1000, ZoneOffset.UTC);
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        int most = length == 0 ? 3_000 : length;
        int pieces = random.nextInt(length == 0 && random.nextInt(4) == 0 ? 2_000 : 8);
        List<String> taken = new ArrayList<>();
        for (int i = 0; i < pieces; i++) {
            taken.add(pick(PIECES, random));
        }
        for (String piece : taken) {
            if (text.length() + piece.length() <= most) {
                text.append(piece);
            }
        }
        return new String(text.toString().getBytes(UTF_8), UTF_8);
    }

    private static byte[] bytes(Random random, int length) {
        byte[] bytes = new byte[length];
        random.nextBytes(bytes);
        return bytes;
    }

    private static <T> T pick(T[] from, Random random) {
        return from[random.nextInt(from.length)];
    }

    private static HostileColumn column(String name, LogicalType type) {
        return new HostileColumn(name, type);
    }
}
