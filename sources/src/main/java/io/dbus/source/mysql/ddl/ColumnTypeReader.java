package io.dbus.source.mysql.ddl;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import io.dbus.event.RowDecodeException;
import io.dbus.source.mysql.charset.ServerCharset;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/** Reads the type of a column: its name, lengths and labels; what may stand between other attributes is left. */
final class ColumnTypeReader {
    /** National character types are of this charset (MySQL Reference Manual, "The National Character Set"). */
    private static final String NATIONAL = "utf8mb3";

    private final Tokens tokens;
    private final SqlDialect dialect;
    private final boolean realAsFloat;

    ColumnTypeReader(Tokens tokens, SqlDialect dialect, boolean realAsFloat) {
        this.tokens = tokens;
        this.dialect = dialect;
        this.realAsFloat = realAsFloat;
    }

    ColumnType read() {
        String word = tokens.word();
        return switch (word) {
            case "TINYINT", "INT1" -> numbers("tinyint");
            case "SMALLINT", "INT2" -> numbers("smallint");
            case "MEDIUMINT", "MIDDLEINT", "INT3" -> numbers("mediumint");
            case "INT", "INTEGER", "INT4" -> numbers("int");
            case "BIGINT", "INT8" -> numbers("bigint");
            case "BOOL", "BOOLEAN" -> ColumnType.of("tinyint", 1, ColumnType.NONE);
            case "SERIAL" -> ColumnType.of("bigint").withSign(true, false);
            case "DECIMAL", "DEC", "NUMERIC", "FIXED", "NUMBER" -> numbers("decimal");
            case "FLOAT", "FLOAT4" -> numbers("float");
            case "FLOAT8" -> numbers("double");
            case "DOUBLE" -> {
                tokens.take("PRECISION");
                yield numbers("double");
            }
            case "REAL" -> numbers(realAsFloat ? "float" : "double");
            case "CHAR", "CHARACTER" -> tokens.take("VARYING") ? numbers("varchar") : numbers("char");
            case "VARCHAR", "VARCHARACTER", "VARCHAR2" -> numbers("varchar");
            case "NATIONAL" -> national();
            case "NCHAR" -> {
                boolean varying = tokens.take("VARYING") || tokens.take("VARCHAR") || tokens.take("VARCHARACTER");
                yield numbers(varying ? "varchar" : "char").withCharset(NATIONAL);
            }
            case "NVARCHAR" -> numbers("varchar").withCharset(NATIONAL);
            case "LONG" -> longType();
            case "CLOB" -> ColumnType.of("longtext");
            case "RAW" -> numbers("varbinary");
            case "ENUM", "SET" -> ColumnType.of(word.toLowerCase(Locale.ROOT)).withLabels(labels());
            case "JSON" -> dialect.mariaDb() ? ColumnType.of("longtext").withCharset("utf8mb4") : ColumnType.of("json");
            case "YEAR" -> year();
            case "GEOMETRYCOLLECTION", "GEOMCOLLECTION" ->
                ColumnType.of(dialect.mariaDb() || dialect.version() < 80000 ? "geometrycollection" : "geomcollection");
            case "" -> throw new DdlException("a type is expected");
            default -> numbers(word.toLowerCase(Locale.ROOT));
        };
    }

    private ColumnType national() {
        String word = tokens.word();
        boolean varying = word.startsWith("VARCHAR") || tokens.take("VARYING");
        return numbers(varying ? "varchar" : "char").withCharset(NATIONAL);
    }

    private ColumnType longType() {
        if (tokens.take("VARBINARY")) {
            return ColumnType.of("mediumblob");
        }
        for (List<String> words : List.of(
                List.of("VARCHAR"),
                List.of("VARCHARACTER"),
                List.of("CHAR", "VARYING"),
                List.of("CHARACTER", "VARYING"))) {
            tokens.take(words.toArray(String[]::new));
        }
        return ColumnType.of("mediumtext");
    }

    private ColumnType year() {
        ColumnType year = numbers("year");
        if (!dialect.showsWidths()) {
            return ColumnType.of("year");
        }
        return year.length() == ColumnType.NONE ? ColumnType.of("year", 4, ColumnType.NONE) : year;
    }

    private ColumnType numbers(String name) {
        if (!tokens.is("(")) {
            return ColumnType.of(name);
        }
        List<Tokens> numbers = tokens.list();
        try {
            long length = Long.parseLong(numbers.get(0).name());
            int scale = numbers.size() > 1 ? Integer.parseInt(numbers.get(1).name()) : ColumnType.NONE;
            return ColumnType.of(name, length, scale);
        } catch (NumberFormatException e) {
            throw new DdlException("the type " + name + " has something else than numbers in its brackets", e);
        }
    }

    private List<String> labels() {
        List<String> labels = new ArrayList<>();
        for (Tokens label : tokens.list()) {
            // Trailing spaces are deleted (MySQL Reference Manual, "The ENUM Type").
            labels.add(label(label).replaceFirst(" +$", ""));
        }
        return labels;
    }

    private static String label(Tokens label) {
        StringBuilder text = new StringBuilder();
        String charset = "utf8mb4";
        while (!label.atEnd()) {
            Token token = label.token();
            String word = token.text();
            if (token.kind() == Token.Kind.TEXT) {
                text.append(word);
            } else if (word.startsWith("_")) {
                charset = Charsets.named(word.substring(1));
            } else if (word.equalsIgnoreCase("x") && label.isText()) {
                text.append(decoded(label.name(), charset));
            } else if (word.startsWith("0x")) {
                text.append(decoded(word.substring(2), charset));
            } else if (!word.equalsIgnoreCase("n")) {
                throw new DdlException("a label is expected in place of '" + word + "'");
            }
        }
        return text.toString();
    }

    private static String decoded(String hex, String charset) {
        try {
            byte[] bytes = HexFormat.of().parseHex(hex);
            return charset.equals(Charsets.BINARY)
                    ? new String(bytes, ISO_8859_1)
                    : ServerCharset.named(charset)
                            .orElseThrow(() -> new DdlException("the charset " + charset + " is not known"))
                            .decode(bytes, 0, bytes.length);
        } catch (RowDecodeException | IllegalArgumentException e) {
            throw new DdlException("the label 0x" + hex + " is no text: " + e.getMessage(), e);
        }
    }
}
