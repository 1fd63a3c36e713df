package io.dbus.source.mysql.cases;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What a case says must come out. All of it is read, or the case fails: a field that nobody looks at would prove nothing. */
sealed interface Expectation {
    /** The databases that it is of. */
    default Set<String> databases() {
        return Set.of();
    }

    /** A row; empty where there is no image. A column without a value is not compared. */
    record Row(
            String op,
            String db,
            String table,
            Optional<Map<String, JsonNode>> before,
            Optional<Map<String, JsonNode>> after,
            Optional<Set<String>> presentBefore,
            Optional<Set<String>> presentAfter)
            implements Expectation {
        String name() {
            return db + "." + table;
        }

        @Override
        public Set<String> databases() {
            return Set.of(db);
        }
    }

    /** So many rows of a table, whatever is in them. */
    record Rows(String op, String db, String table, int count) implements Expectation {
        @Override
        public Set<String> databases() {
            return Set.of(db);
        }
    }

    /** A change of definitions; the columns as name and type. */
    record Ddl(
            String db,
            String sql,
            Optional<Map<String, List<Map.Entry<String, String>>>> after,
            Optional<List<String>> dropped)
            implements Expectation {
        @Override
        public Set<String> databases() {
            Set<String> databases = new TreeSet<>();
            after.ifPresent(tables -> tables.keySet().forEach(table -> databases.add(database(table))));
            dropped.ifPresent(tables -> tables.forEach(table -> databases.add(database(table))));
            return databases;
        }

        /** What it does to the tables of one database. */
        Ddl alone(String database) {
            Optional<Map<String, List<Map.Entry<String, String>>>> left = after.map(LinkedHashMap::new);
            left.ifPresent(
                    tables -> tables.keySet().removeIf(table -> !database(table).equals(database)));
            return new Ddl(db, sql, left, dropped.map(tables -> tables.stream()
                    .filter(table -> database(table).equals(database))
                    .toList()));
        }

        private static String database(String table) {
            return table.split("\\.", 2)[0];
        }
    }

    /** A change that was logged as text. */
    record Text(String sql) implements Expectation {}

    /** A line of the script. */
    record Line(String text) implements Expectation {}

    /** The end of the job, with these texts in its message. */
    record Failure(List<String> contains) implements Expectation {}

    /**
     * The expectation of an entry of {@code events}.
     *
     * @throws IllegalArgumentException when it has a field or a value that is not known
     */
    static Expectation of(JsonNode event) {
        Fields fields = new Fields(event);
        String op = fields.text("op");
        Expectation read =
                switch (op) {
                    case "insert", "update", "delete" -> row(op, fields);
                    case "ddl" -> {
                        fields.ignore("table", "before", "after");
                        yield new Ddl(
                                fields.textOr("db", ""),
                                fields.text("sql"),
                                fields.optional("schema_after").map(Expectation::schemas),
                                fields.optional("dropped").map(Expectation::texts));
                    }
                    case "statement" -> {
                        fields.ignore("db", "table", "before", "after");
                        yield new Text(fields.text("sql"));
                    }
                    case "directive" -> {
                        fields.ignore("db", "table", "before", "after");
                        yield new Line(fields.text("text"));
                    }
                    case "failure" -> {
                        fields.ignore("text", "db", "table", "before", "after");
                        yield new Failure(fields.optional("contains")
                                .map(Expectation::texts)
                                .orElse(List.of()));
                    }
                    default ->
                        throw new IllegalArgumentException("The runner does not know the op '" + op + "' of " + event);
                };
        fields.end();
        return read;
    }

    private static Expectation row(String op, Fields fields) {
        Optional<JsonNode> count = fields.optional("count");
        if (count.isPresent()) {
            return new Rows(
                    op, fields.text("db"), fields.text("table"), count.get().intValue());
        }
        Row row = new Row(
                op,
                fields.text("db"),
                fields.text("table"),
                fields.optional("before").map(Expectation::columns),
                fields.optional("after").map(Expectation::columns),
                fields.optional("present_before").map(node -> Set.copyOf(texts(node))),
                fields.optional("present_after").map(node -> Set.copyOf(texts(node))));
        if (row.before.isPresent() == op.equals("insert") || row.after.isPresent() == op.equals("delete")) {
            throw new IllegalArgumentException("The images do not fit the op: " + fields.node);
        }
        return row;
    }

    private static Map<String, JsonNode> columns(JsonNode node) {
        Map<String, JsonNode> columns = new LinkedHashMap<>();
        node.properties().forEach(entry -> columns.put(entry.getKey(), entry.getValue()));
        return columns;
    }

    private static Map<String, List<Map.Entry<String, String>>> schemas(JsonNode node) {
        Map<String, List<Map.Entry<String, String>>> schemas = new LinkedHashMap<>();
        node.properties().forEach(entry -> {
            List<Map.Entry<String, String>> columns = new ArrayList<>();
            for (JsonNode column : entry.getValue()) {
                Fields fields = new Fields(column);
                columns.add(Map.entry(fields.text("name"), fields.text("type")));
                fields.end();
            }
            schemas.put(entry.getKey(), columns);
        });
        return schemas;
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(element -> texts.add(element.textValue()));
        return texts;
    }

    /** The fields of an object, each to be taken once. */
    final class Fields {
        private final JsonNode node;
        private final ObjectNode left;

        Fields(JsonNode node) {
            if (!(node instanceof ObjectNode object)) {
                throw new IllegalArgumentException("Not an object: " + node);
            }
            this.node = node;
            this.left = object.deepCopy();
        }

        String text(String name) {
            return optional(name)
                    .map(JsonNode::textValue)
                    .orElseThrow(() -> new IllegalArgumentException("There is no text '" + name + "' in " + node));
        }

        String textOr(String name, String other) {
            return optional(name).map(JsonNode::textValue).orElse(other);
        }

        /** Empty where it is missing or null. */
        Optional<JsonNode> optional(String name) {
            JsonNode value = left.remove(name);
            return value == null || value.isNull() ? Optional.empty() : Optional.of(value);
        }

        void ignore(String... names) {
            left.remove(List.of(names));
        }

        void end() {
            Iterator<String> names = left.fieldNames();
            if (names.hasNext()) {
                throw new IllegalArgumentException(
                        "The runner does not know the field '" + names.next() + "' of " + node);
            }
        }
    }
}
