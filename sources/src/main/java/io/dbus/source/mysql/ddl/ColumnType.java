package io.dbus.source.mysql.ddl;

import static java.util.Objects.requireNonNull;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A type as DDL says it, its synonyms resolved (MySQL Reference Manual, "Data Types"; MariaDB Knowledge Base, "Data Types").
 *
 * @param name the name as {@code information_schema} writes it, before the charset has its say
 * @param length the first number in brackets, -1 for none
 * @param scale the second number in brackets, -1 for none
 * @param labels of ENUM and SET
 * @param unsigned whether it is UNSIGNED
 * @param zerofill whether it is ZEROFILL
 * @param charset the charset that it names; empty for that of the table
 * @param compressed whether it is MariaDB's COMPRESSED
 */
record ColumnType(
        String name,
        long length,
        int scale,
        List<String> labels,
        boolean unsigned,
        boolean zerofill,
        String charset,
        boolean compressed) {
    static final int NONE = -1;

    /** Above it a VARCHAR is made a TEXT, unless the session is strict (sql/field.h of each server, {@code MAX_FIELD_VARCHARLENGTH}; MariaDB leaves room for NULL). */
    private static final int MAX_VARCHAR_BYTES = 65535;

    private static final int MARIADB_MAX_VARCHAR_BYTES = 65532;
    private static final Set<String> TEXTS =
            Set.of("char", "varchar", "tinytext", "text", "mediumtext", "longtext", "enum", "set");
    private static final Set<String> INTEGERS = Set.of("tinyint", "smallint", "mediumint", "int", "bigint");

    ColumnType {
        requireNonNull(name, "name");
        labels = List.copyOf(labels);
        requireNonNull(charset, "charset");
    }

    static ColumnType of(String name) {
        return of(name, NONE, NONE);
    }

    static ColumnType of(String name, long length, int scale) {
        return new ColumnType(name, length, scale, List.of(), false, false, "", false);
    }

    ColumnType withLabels(List<String> to) {
        return new ColumnType(name, length, scale, to, unsigned, zerofill, charset, compressed);
    }

    ColumnType withSign(boolean isUnsigned, boolean isZerofill) {
        return new ColumnType(
                name, length, scale, labels, unsigned || isUnsigned, zerofill || isZerofill, charset, compressed);
    }

    ColumnType withCharset(String to) {
        return new ColumnType(name, length, scale, labels, unsigned, zerofill, to, compressed);
    }

    ColumnType withCompression() {
        return new ColumnType(name, length, scale, labels, unsigned, zerofill, charset, true);
    }

    /** Whether it holds text, unless its charset is {@code binary}. */
    boolean isText() {
        return TEXTS.contains(name);
    }

    /** The charset of a column in a table of a default charset; empty for types that have none. */
    String charsetIn(String tableCharset) {
        if (!isText()) {
            return "";
        }
        String effective = charset.isEmpty() ? tableCharset : charset;
        return effective.equals(Charsets.BINARY) ? "" : effective;
    }

    /** The type as the server writes it of a column in a table of a default charset. */
    String text(String tableCharset, SqlDialect dialect) {
        String effective = !isText() ? "" : charset.isEmpty() ? tableCharset : charset;
        String text = INTEGERS.contains(name)
                ? integer(dialect)
                : text(
                        effective,
                        effective.equals(Charsets.BINARY),
                        dialect.mariaDb() ? MARIADB_MAX_VARCHAR_BYTES : MAX_VARCHAR_BYTES);
        return compressed ? text + " /*M!100301 COMPRESSED*/" : text;
    }

    private String integer(SqlDialect dialect) {
        boolean bool = name.equals("tinyint") && length == 1 && !unsigned;
        if (!dialect.showsWidths() && !zerofill && !bool) {
            return name + sign();
        }
        return name + "(" + (length == NONE ? width() : length) + ")" + sign();
    }

    private int width() {
        return switch (name) {
            case "tinyint" -> unsigned || zerofill ? 3 : 4;
            case "smallint" -> unsigned || zerofill ? 5 : 6;
            case "mediumint" -> unsigned || zerofill ? 8 : 9;
            case "int" -> unsigned || zerofill ? 10 : 11;
            default -> 20;
        };
    }

    private String sign() {
        return (unsigned || zerofill ? " unsigned" : "") + (zerofill ? " zerofill" : "");
    }

    private String text(String effective, boolean binary, int longest) {
        int bytes = isText() && !binary ? Charsets.maxLength(effective) : 1;
        return switch (name) {
            case "decimal" ->
                "decimal(" + (length == NONE || length == 0 ? 10 : length) + "," + Math.max(0, scale) + ")" + sign();
            case "float" -> floating();
            case "double" -> "double" + (scale == NONE ? "" : brackets(length + "," + scale)) + sign();
            case "bit" -> "bit(" + Math.max(1, length) + ")";
            case "char" -> (binary ? "binary" : "char") + brackets(length == NONE ? 1 : length);
            case "binary" -> "binary" + brackets(length == NONE ? 1 : length);
            case "varchar" ->
                length * bytes > longest
                        ? sized(length * bytes, binary ? "blob" : "text")
                        : (binary ? "varbinary" : "varchar") + brackets(length);
            case "varbinary" -> length > longest ? sized(length, "blob") : "varbinary" + brackets(length);
            case "text", "tinytext", "mediumtext", "longtext" -> {
                String kind = binary ? name.replace("text", "blob") : name;
                yield length <= 0 || !name.equals("text") ? kind : sized(length * bytes, binary ? "blob" : "text");
            }
            case "blob" -> length <= 0 ? name : sized(length, "blob");
            case "time", "datetime", "timestamp" -> length <= 0 ? name : name + brackets(length);
            case "enum", "set" ->
                labels.stream().map(ColumnType::label).collect(Collectors.joining(",", name + "(", ")"));
            case "vector" -> "vector" + brackets(length == NONE ? 2048 : length);
            default -> length == NONE ? name : name + brackets(length);
        };
    }

    /** FLOAT(p) is a DOUBLE from 25 on (MySQL Reference Manual, "Floating-Point Types"). */
    private String floating() {
        if (scale == NONE) {
            return (length > 24 ? "double" : "float") + sign();
        }
        return "float" + brackets(length + "," + scale) + sign();
    }

    /** The smallest TEXT or BLOB that holds so many bytes. */
    static String sized(long bytes, String kind) {
        return (bytes < 1 << 8 ? "tiny" : bytes < 1 << 16 ? "" : bytes < 1 << 24 ? "medium" : "long") + kind;
    }

    private static String brackets(Object content) {
        return "(" + content + ")";
    }

    private static String label(String label) {
        return SqlText.literal(label);
    }
}
