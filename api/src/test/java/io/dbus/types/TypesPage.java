package io.dbus.types;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The tables of {@code sources/TYPES.md}, so that tests run what the page says. A table is known by its first title; a cell is the text of its code spans, or its text where it has none.
 */
public final class TypesPage {
    private static final Path PAGE = Path.of("..", "sources", "TYPES.md");
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");
    private static final Pattern UNDER = Pattern.compile("(.*) under ([a-z0-9_]+)=([A-Z]+)");
    private static final Pattern CELLS = Pattern.compile("(?<!\\\\)\\|");
    private static final String GENERATED_KEY = "my_row_id";

    private final Map<String, List<Map<String, String>>> tables = new HashMap<>();

    /**
     * A row of a table of values: a column of a type, and a value in it.
     *
     * @param line the row's line on the page
     * @param definition the column's type and attributes, as after its name in CREATE TABLE, and the setting under which it is created
     * @param value the value as SQL; empty where the server makes it
     * @param logical the method of ValueReceiver that takes it
     * @param written what formats write for it, by format
     */
    public record Value(int line, String definition, String value, String logical, Map<String, String> written) {
        /** The name of the column. */
        public String column() {
            return definition.equals(GENERATED_KEY) ? GENERATED_KEY : "v";
        }

        /** Makes a table of a column {@code id}, the column itself and a column {@code z}, and a row in it. */
        public List<String> statements(String table) {
            return create(table, definition, value);
        }

        @Override
        public String toString() {
            return "line " + line + ": " + definition + " " + value;
        }
    }

    /**
     * A row of the table of options.
     *
     * @param option an option of the format with its value: {@code binary.handling.mode: hex}
     * @param written what it writes; {@code rejected} where there is no form
     */
    public record Option(int line, String format, String option, String definition, String value, String written) {
        public List<String> statements(String table) {
            return create(table, definition, value);
        }

        @Override
        public String toString() {
            return "line " + line + ": " + format + ", " + option + ", " + definition + " " + value;
        }
    }

    /** A character set, and a text in it. */
    public record Charset(int line, String name, String text) {}

    private TypesPage() {}

    /** Reads the page; tests run in the folder of their module. */
    public static TypesPage read() throws IOException {
        TypesPage page = new TypesPage();
        List<String> titles = null;
        int line = 0;
        for (String text : Files.readAllLines(PAGE, UTF_8)) {
            line++;
            if (!text.startsWith("|")) {
                titles = null;
            } else if (titles == null) {
                titles = cells(text);
            } else if (!text.startsWith("| ---")) {
                Map<String, String> row = new LinkedHashMap<>();
                List<String> cells = cells(text);
                if (cells.size() != titles.size()) {
                    throw new IOException("Line " + line + " of " + PAGE + " has " + cells.size() + " cells under "
                            + titles.size() + " titles");
                }
                for (int i = 0; i < cells.size(); i++) {
                    for (String title : titles.get(i).split(", ")) {
                        row.put(title, cells.get(i));
                    }
                }
                row.put("line", Integer.toString(line));
                page.tables
                        .computeIfAbsent(titles.get(0), key -> new ArrayList<>())
                        .add(row);
            }
        }
        return page;
    }

    /** The values of MySQL. */
    public List<Value> mySql() {
        return values("MySQL type");
    }

    /** The values of MariaDB. */
    public List<Value> mariaDb() {
        return values("MariaDB type");
    }

    public List<Option> options() {
        return rows("option").stream()
                .flatMap(row -> Arrays.stream(row.get("format").split(", "))
                        .map(format -> new Option(
                                Integer.parseInt(row.get("line")),
                                format,
                                row.get("option"),
                                row.get("type"),
                                row.get("inserted"),
                                row.get("written"))))
                .toList();
    }

    public List<Charset> charsets() {
        return rows("charset").stream()
                .map(row -> new Charset(Integer.parseInt(row.get("line")), row.get("charset"), row.get("text")))
                .toList();
    }

    private List<Value> values(String title) {
        return rows(title).stream()
                .map(row -> {
                    Map<String, String> written = new LinkedHashMap<>(row);
                    written.keySet().removeAll(List.of(title, "inserted", "logical", "line"));
                    return new Value(
                            Integer.parseInt(row.get("line")),
                            row.get(title),
                            row.get("inserted"),
                            row.get("logical"),
                            written);
                })
                .toList();
    }

    private List<Map<String, String>> rows(String title) {
        return tables.getOrDefault(title, List.of());
    }

    private static List<String> cells(String line) {
        List<String> cells = new ArrayList<>();
        String[] parts = CELLS.split(line, -1);
        for (int i = 1; i < parts.length - 1; i++) {
            Matcher code = CODE.matcher(parts[i]);
            StringBuilder text = new StringBuilder();
            int end = -1;
            while (code.find()) {
                if (end >= 0) {
                    text.append(parts[i], end, code.start());
                }
                text.append(code.group(1));
                end = code.end();
            }
            cells.add((end < 0 ? parts[i].strip() : text.toString()).replace("\\|", "|"));
        }
        return cells;
    }

    private static List<String> create(String table, String definition, String value) {
        List<String> statements = new ArrayList<>();
        Matcher under = UNDER.matcher(definition);
        if (under.matches()) {
            statements.add("SET GLOBAL " + under.group(2) + "=" + under.group(3));
            statements.add(create(table, under.group(1)));
            statements.add("SET GLOBAL " + under.group(2) + "=DEFAULT");
        } else if (definition.equals(GENERATED_KEY)) {
            statements.add("SET SESSION sql_generate_invisible_primary_key=ON");
            statements.add("CREATE TABLE " + table + " (id INT NOT NULL DEFAULT 1, z INT NOT NULL DEFAULT 77)");
            statements.add("SET SESSION sql_generate_invisible_primary_key=DEFAULT");
            statements.add("INSERT INTO " + table + " () VALUES ()");
            return statements;
        } else {
            statements.add(create(table, definition));
        }
        statements.add("INSERT INTO " + table + " (v) VALUES (" + value + ")");
        return statements;
    }

    private static String create(String table, String definition) {
        return "CREATE TABLE " + table + " (id INT AUTO_INCREMENT PRIMARY KEY, v " + definition
                + ", z INT NOT NULL DEFAULT 77)";
    }
}
