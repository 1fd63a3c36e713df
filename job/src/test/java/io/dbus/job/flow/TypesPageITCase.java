package io.dbus.job.flow;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.RequiresServers;
import io.dbus.embedded.SharedServers;
import io.dbus.job.local.LocalFlink;
import io.dbus.types.TypesPage;
import io.dbus.types.TypesPage.Option;
import io.dbus.types.TypesPage.Value;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What the page of types says that each format writes for each type is what comes out, to the byte, of a pipeline that reads the rows from a real server. How rows are read is one line of the pipeline, {@link
 * #START_IN_BINLOG}: whatever else reads rows must write the same.
 */
@RequiresServers
class TypesPageITCase {
    private static final Duration PATIENCE = Duration.ofMinutes(3);
    private static final String START_IN_BINLOG =
            "scan.startup.mode: specific-offset, scan.startup.specific-offset.file: %s, scan.startup.specific-offset.pos: %d";
    private static final String REJECTED = "rejected";

    /** The last row that is written: when it is there, all are. */
    private static final String LAST = "zz_last";

    /** Where the value of v stands in a line of each format. */
    private static final Map<String, Pattern> VALUES = Map.of(
            "debezium-json",
                    Pattern.compile(
                            "\"after\":\\{(?:\"my_row_id\":(?<key>[^,]+),)?\"id\":1,(?:\"v\":(?<v>.*),)?\"z\":77},\"source\""),
            "plain-json",
                    Pattern.compile(
                            "^\\{(?:\"my_row_id\":(?<key>[^,]+),)?\"id\":1,(?:\"v\":(?<v>.*),)?\"z\":77,\"__table"),
            "dbus-json", Pattern.compile("\"rows\":\\[\\[(?:(?<key>[^,]+),(?=1,77]))?1,(?:(?<v>.*),)?77]],\"pk\""),
            "canal-json",
                    Pattern.compile(
                            "\"data\":\\[\\{(?:\"my_row_id\":(?<key>[^,]+),)?\"id\":\"1\",(?:\"v\":(?<v>.*),)?\"z\":\"77\"}]"),
            "maxwell-json",
                    Pattern.compile(
                            "\"data\":\\{(?:\"my_row_id\":(?<key>[^,]+),)?\"id\":1,(?:\"v\":(?<v>.*),)?\"z\":77}"));

    private static final Map<String, Pattern> TABLES = Map.of(
            "debezium-json", Pattern.compile("\"table\":\"(\\w+)\""),
            "plain-json", Pattern.compile("\"__table\":\"(\\w+)\""),
            "dbus-json", Pattern.compile("\"tbl\":\"(\\w+)\""),
            "canal-json", Pattern.compile("\"table\":\"(\\w+)\""),
            "maxwell-json", Pattern.compile("\"table\":\"(\\w+)\""));

    @TempDir
    Path folder;

    /** A sink: a format under options, values by keys. */
    private record Output(String format, Map<String, String> options) {}

    /** A row of the page: what makes it in a table of its own, and what each output writes for it. */
    private record Line(String name, String table, List<String> statements, Map<Output, String> written) {}

    @Test
    void eachFormatWritesOfMySqlWhatThePageSays() throws Exception {
        assertPage(SharedServers.mysql(), values(TypesPage.read().mySql()));
    }

    @Test
    void eachFormatWritesOfMariaDbWhatThePageSays() throws Exception {
        assertPage(SharedServers.mariadb(), values(TypesPage.read().mariaDb()));
    }

    @Test
    void eachOptionDoesWhatThePageSays() throws Exception {
        assertPage(SharedServers.mysql(), options(TypesPage.read().options()));
    }

    private static List<Line> values(List<Value> values) {
        return values.stream()
                .map(value -> {
                    Map<Output, String> written = new LinkedHashMap<>();
                    value.written().forEach((format, text) -> written.put(new Output(format, Map.of()), text));
                    String table = "v" + value.line();
                    return new Line(value.toString(), table, value.statements("%s." + table), written);
                })
                .toList();
    }

    /** Options of several names go together into one sink, since each changes values of its own types. */
    private static List<Line> options(List<Option> options) {
        Map<String, List<Map<String, String>>> sinks = new LinkedHashMap<>();
        Map<String, Map<String, String>> sinkOf = new LinkedHashMap<>();
        for (Option option : options) {
            sinkOf.computeIfAbsent(option.format() + " " + option.option(), key -> {
                String[] words = option.option().split(": ");
                List<Map<String, String>> ofFormat =
                        sinks.computeIfAbsent(option.format(), format -> new ArrayList<>());
                Map<String, String> sink = ofFormat.stream()
                        .filter(one -> !one.containsKey(words[0]))
                        .findFirst()
                        .orElseGet(() -> {
                            Map<String, String> added = new TreeMap<>();
                            ofFormat.add(added);
                            return added;
                        });
                sink.put(words[0], words[1]);
                return sink;
            });
        }
        return options.stream()
                .map(option -> {
                    Output output = new Output(option.format(), sinkOf.get(option.format() + " " + option.option()));
                    String table = "o" + option.line();
                    return new Line(
                            option.toString(),
                            table,
                            option.statements("%s." + table),
                            Map.of(output, option.written()));
                })
                .toList();
    }

    private void assertPage(DatabaseServer server, List<Line> lines) throws Exception {
        assertThat(lines).hasSizeGreaterThan(50);
        Set<Output> outputs = new LinkedHashSet<>();
        lines.forEach(line -> outputs.addAll(line.written().keySet()));
        assertThat(outputs).extracting(Output::format).containsAll(VALUES.keySet());

        String database = server.createDatabase("page");
        BinlogPosition start = server.binlogPosition();
        write(server, database, lines);
        Map<Output, Map<String, String>> written = run(server, database, start, outputs);

        Map<String, String> expected = new LinkedHashMap<>();
        Map<String, String> found = new LinkedHashMap<>();
        for (Line line : lines) {
            line.written().forEach((output, text) -> {
                expected.put(line.name() + ": " + output, text);
                found.put(line.name() + ": " + output, written.get(output).getOrDefault(line.table(), REJECTED));
            });
        }
        assertThat(found).containsExactlyEntriesOf(expected);
    }

    private static void write(DatabaseServer server, String database, List<Line> lines) throws Exception {
        Set<String> done = new HashSet<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement()) {
            statement.execute("SET SESSION sql_mode='', time_zone='+00:00'");
            statement.execute("SET NAMES utf8mb4");
            for (Line line : lines) {
                if (done.add(line.table())) {
                    for (String sql : line.statements()) {
                        statement.execute(sql.replace("%s.", database + "."));
                    }
                }
            }
            statement.execute("CREATE TABLE " + database + "." + LAST + " (id INT PRIMARY KEY, z INT)");
            statement.execute("INSERT INTO " + database + "." + LAST + " VALUES (1, 77)");
        }
    }

    /** What each output writes for each table; without those that it rejects. */
    private Map<Output, Map<String, String>> run(
            DatabaseServer server, String database, BinlogPosition start, Set<Output> outputs) throws Exception {
        Map<Output, Path> files = new LinkedHashMap<>();
        StringBuilder sinks = new StringBuilder();
        for (Output output : outputs) {
            Path file = folder.resolve("out" + files.size());
            files.put(output, file);
            sinks.append("  s")
                    .append(files.size())
                    .append(": {type: stream, inputs: [db], path: ")
                    .append(file);
            sinks.append(", format: ").append(output.format());
            if (output.format().equals("plain-json")) {
                sinks.append(", add.fields: [table]");
            }
            output.options()
                    .forEach((key, value) ->
                            sinks.append(", ").append(key).append(": ").append(value));
            sinks.append("}\n");
        }
        String text = """
                name: types
                sources:
                  db: {type: mysql, hostname: %s, port: %d, username: %s, password: %s, tables: ["%s.*"], %s}
                sinks:
                %sdead-letters: {type: files, path: %s, max-per-minute: 1000}
                pipeline: {parallelism: 1, flink: {execution.checkpointing.interval: 1s}}
                """.formatted(
                        server.hostname(),
                        server.port(),
                        server.rootUser(),
                        server.password(),
                        database,
                        START_IN_BINLOG.formatted(start.file(), start.position()),
                        sinks,
                        folder.resolve("letters"));
        Path file = Files.writeString(folder.resolve("types.yaml"), text);
        try (LocalFlink flink = LocalFlink.start(SearchFlow.read(file), LocalFlink.Options.in(folder))) {
            for (Path output : files.values()) {
                Awaitility.await(output.toString()).atMost(PATIENCE).until(() -> {
                    assertThat(flink.failures()).isEmpty();
                    return Files.exists(output) && Files.readString(output).contains(LAST);
                });
            }
        }
        Map<Output, Map<String, String>> written = new LinkedHashMap<>();
        for (Map.Entry<Output, Path> output : files.entrySet()) {
            written.put(output.getKey(), values(output.getKey().format(), output.getValue()));
        }
        return written;
    }

    private static Map<String, String> values(String format, Path file) throws IOException {
        Map<String, String> values = new TreeMap<>();
        for (String line : Files.readAllLines(file, UTF_8)) {
            Matcher table = TABLES.get(format).matcher(line);
            assertThat(table.find()).as(line).isTrue();
            if (!table.group(1).equals(LAST)) {
                Matcher value = VALUES.get(format).matcher(line);
                assertThat(value.find()).as(line).isTrue();
                String text = value.group("v") == null ? value.group("key") : value.group("v");
                assertThat(values.put(table.group(1), text)).as(line).isNull();
            }
        }
        return values;
    }
}
