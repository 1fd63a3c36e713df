package io.dbus.source.mysql.cases;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * A case as its folder has it.
 *
 * @param name the folder's name
 * @param requires what the server must be
 * @param huge whether it is too big for every day
 * @param volatileColumns the columns that differ on every run, as {@code c} or {@code c of key value}
 * @param events what must come out, in order
 * @param selected the only database that is read; empty for all of the case
 */
record CaseFolder(
        String name,
        String setup,
        String changes,
        List<String> requires,
        boolean huge,
        List<String> volatileColumns,
        List<Expectation> events,
        Optional<String> selected) {
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(JsonParser.Feature.STRICT_DUPLICATE_DETECTION)
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(DeserializationFeature.USE_BIG_INTEGER_FOR_INTS)
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    /** What tells the case: the part before the first dash. */
    String number() {
        return name.split("-", 2)[0]
                + selected.map(database -> "[" + database + "]").orElse("");
    }

    boolean onMariaDb() {
        return requires.stream().anyMatch(need -> need.regionMatches(true, 0, "mariadb", 0, 7));
    }

    /** The databases that its events name. */
    Set<String> databases() {
        Set<String> databases = new TreeSet<>();
        events.forEach(event -> databases.addAll(event.databases()));
        return databases;
    }

    /** Whether each of its changes of definitions says which tables it changed, so that it is known which databases it is of. */
    boolean saysWhatItChanges() {
        return events.stream()
                .allMatch(event -> !(event instanceof Expectation.Ddl)
                        || !event.databases().isEmpty());
    }

    /** The same case with one of its databases read. */
    CaseFolder alone(String database) {
        List<Expectation> left = new ArrayList<>();
        for (Expectation event : events) {
            if (event instanceof Expectation.Ddl ddl) {
                if (ddl.databases().contains(database)) {
                    left.add(ddl.alone(database));
                }
            } else if (event.databases().isEmpty() || event.databases().contains(database)) {
                left.add(event);
            }
        }
        return new CaseFolder(name, setup, changes, requires, huge, volatileColumns, left, Optional.of(database));
    }

    /** The folders of a folder, by name. */
    static List<Path> in(Path folder) throws IOException {
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> Files.isRegularFile(entry.resolve("changes.sql"))
                            || Files.isRegularFile(entry.resolve("expect.json")))
                    .sorted()
                    .toList();
        }
    }

    /**
     * The case of a folder.
     *
     * @throws IllegalArgumentException when something in it is not known to the runner
     */
    static CaseFolder read(Path folder) {
        try {
            JsonNode root = JSON.readTree(Files.readString(folder.resolve("expect.json")));
            Expectation.Fields fields = new Expectation.Fields(root);
            fields.ignore("case", "bugs", "title", "notes", "server", "rows_in_binlog_but_not_expected");
            List<Expectation> events = new ArrayList<>();
            fields.optional("events")
                    .orElseThrow(() -> new IllegalArgumentException("There are no events"))
                    .forEach(event -> events.add(Expectation.of(event)));
            CaseFolder read = new CaseFolder(
                    folder.getFileName().toString(),
                    Files.readString(folder.resolve("setup.sql")),
                    Files.readString(folder.resolve("changes.sql")),
                    texts(fields, "requires"),
                    fields.optional("not_run").map(JsonNode::booleanValue).orElse(false),
                    texts(fields, "volatile_columns"),
                    List.copyOf(events),
                    Optional.empty());
            fields.end();
            return read;
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(folder.getFileName() + "/expect.json: " + e.getMessage(), e);
        } catch (IOException e) {
            throw new UncheckedIOException(folder + " cannot be read", e);
        }
    }

    private static List<String> texts(Expectation.Fields fields, String name) {
        List<String> texts = new ArrayList<>();
        fields.optional(name).ifPresent(node -> node.forEach(element -> texts.add(element.textValue())));
        return List.copyOf(texts);
    }
}
