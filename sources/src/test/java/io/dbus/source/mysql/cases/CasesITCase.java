package io.dbus.source.mysql.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;
import static org.junit.jupiter.api.Named.named;

import io.dbus.embedded.RequiresServers;
import io.dbus.metrics.DropReason;
import io.dbus.source.mysql.MySqlSourceOptions;
import io.dbus.source.mysql.reader.StatementHandling;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TimeZone;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.testutils.InMemoryReporter;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.opentest4j.TestAbortedException;

/** Runs every folder of {@code cases}, whose README tells what they are and how to run others. */
@RequiresServers
class CasesITCase {
    private static final InMemoryReporter METRICS = InMemoryReporter.createWithRetainedMetrics();

    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setConfiguration(METRICS.addToConfiguration(new Configuration()))
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    private static final String ALL = "all databases";

    private static final TimeZone ZONE = TimeZone.getDefault();

    private static CaseServers servers;
    private static List<Limit> limits;

    @TempDir
    Path directory;

    @BeforeAll
    static void begin() throws Exception {
        servers = new CaseServers();
        limits = Limit.in(folder());
    }

    @AfterAll
    static void end() {
        TimeZone.setDefault(ZONE);
        servers.close();
    }

    private static Path folder() throws URISyntaxException {
        String given = System.getProperty("dbus.cases.dir", "");
        if (given.isEmpty()) {
            return Path.of(CasesITCase.class.getResource("/cases").toURI());
        }
        // Tests run in the folder of their module, and who names a folder is in the one above.
        Path here = Path.of(given);
        return Files.isDirectory(here) ? here : Path.of("..").resolve(given);
    }

    static Stream<Arguments> cases() throws IOException, URISyntaxException {
        List<String> only = Arrays.stream(
                        System.getProperty("dbus.cases.only", "").split(","))
                .filter(prefix -> !prefix.isBlank())
                .map(String::strip)
                .toList();
        List<Path> folders = CaseFolder.in(folder()).stream()
                .filter(path -> only.isEmpty()
                        || only.stream().anyMatch(path.getFileName().toString()::startsWith))
                .toList();
        if (folders.isEmpty()) {
            throw new IllegalStateException("There are no cases in " + folder());
        }
        List<Path> run = new ArrayList<>();
        for (Path path : folders) {
            if (isHuge(path) && !Boolean.getBoolean("dbus.cases.huge")) {
                report(path.getFileName()
                        + " left out: it takes minutes and tens of gigabytes, with -Ddbus.cases.huge=true");
            } else {
                run.add(path);
            }
        }
        return Arrays.stream(Mode.values()).flatMap(mode -> run.stream().flatMap(path -> selections(path).stream()
                .map(database ->
                        Arguments.of(named(path.getFileName().toString(), path), mode, named(database, database)))));
    }

    private static boolean isHuge(Path path) {
        try {
            return CaseFolder.read(path).huge();
        } catch (IllegalArgumentException e) {
            // The run of the case fails with it.
            return false;
        }
    }

    /** All databases of a case, and each alone where there are several and it is known what must come out then. */
    private static List<String> selections(Path path) {
        List<String> selections = new ArrayList<>(List.of(ALL));
        if (!System.getProperty("dbus.cases.dir", "").isEmpty()) {
            return selections;
        }
        try {
            CaseFolder folder = CaseFolder.read(path);
            if (folder.databases().size() > 1 && folder.saysWhatItChanges()) {
                selections.addAll(folder.databases());
            }
        } catch (IllegalArgumentException e) {
            // The run of the case fails with it.
            return List.of(ALL);
        }
        return selections;
    }

    @ParameterizedTest(name = "{0} {1} {2}")
    @MethodSource("cases")
    void whatACaseExpectsComesOutAndNothingElse(Path path, Mode mode, String database) throws Exception {
        // No zone of the machine may show in what comes out.
        TimeZone.setDefault(TimeZone.getTimeZone(mode == Mode.FULL ? "Asia/Shanghai" : "America/Los_Angeles"));
        String name = path.getFileName().toString().split("-", 2)[0];
        String result = "failed";
        try {
            CaseFolder folder = CaseFolder.read(path);
            if (!database.equals(ALL)) {
                folder = folder.alone(database);
                name = folder.number();
            }
            result = run(folder, mode);
        } catch (TestAbortedException e) {
            result = "left out: " + e.getMessage();
            throw e;
        } catch (Exception | AssertionError e) {
            result = "failed: " + shortened(e.getMessage());
            throw e;
        } finally {
            report(name + " " + mode + " " + result);
        }
    }

    private String run(CaseFolder folder, Mode mode) throws Exception {
        boolean alarms = folder.events().stream().anyMatch(Expectation.Text.class::isInstance);
        Configuration options = new Configuration();
        if (alarms) {
            options.set(MySqlSourceOptions.STATEMENT_HANDLING, StatementHandling.COUNT);
        }
        Outcome outcome = outcome(folder, mode, options);
        List<String> differences = differences(folder, outcome);
        if (alarms && differences.isEmpty()) {
            options.set(MySqlSourceOptions.STATEMENT_HANDLING, StatementHandling.FAIL);
            differences.addAll(differencesOfAlarm(folder, outcome(folder, mode, options)));
        }
        Optional<Limit> limit =
                limits.stream().filter(one -> one.isOf(folder, mode)).findFirst();
        if (limit.isPresent()) {
            assertThat(String.join("\n", differences))
                    .as(
                            "%s does not show its limit (%s) any more",
                            folder.name(), limit.get().why())
                    .contains(limit.get().shows());
            return "limited: " + limit.get().why();
        }
        assertThat(differences).as(folder.name()).isEmpty();
        return "passed " + outcome.seen().size() + " events" + outcome.told();
    }

    private Outcome outcome(CaseFolder folder, Mode mode, Configuration options) throws Exception {
        CaseServers.Lease lease = servers.lease(folder, mode);
        try {
            CaseRun run = new CaseRun(folder, lease, mode, directory, options);
            Optional<String> unfit = run.unfit();
            assumeTrue(unfit.isEmpty(), () -> unfit.orElse(""));
            return run.run();
        } finally {
            servers.giveBack(lease);
        }
    }

    private static List<String> differences(CaseFolder folder, Outcome outcome) {
        List<String> differences = new ArrayList<>();
        Optional<Expectation.Failure> failure =
                of(folder, Expectation.Failure.class).findFirst();
        if (failure.isEmpty()) {
            outcome.failure().ifPresent(message -> differences.add("the job failed: " + message));
        } else if (outcome.failure().isEmpty()) {
            differences.add("the job did not fail");
        } else {
            failure.get().contains().stream()
                    .filter(text -> !outcome.failure().get().contains(text))
                    .forEach(text -> differences.add(
                            "'" + text + "' is not in " + outcome.failure().get()));
        }
        differences.addAll(Comparison.differences(folder, folder.events(), outcome.seen()));
        long alarms = of(folder, Expectation.Text.class).count();
        long counted = outcome.jobs().stream()
                .flatMap(job ->
                        METRICS
                                .findMetrics(job, "reason." + DropReason.STATEMENT.label() + ".dropped")
                                .values()
                                .stream())
                .mapToLong(metric -> ((Counter) metric).getCount())
                .sum();
        if (counted != alarms) {
            differences.add(counted + " statements are counted in place of " + alarms);
        }
        return differences;
    }

    /** Where the policy is to fail, the job ends at the first statement. */
    private static List<String> differencesOfAlarm(CaseFolder folder, Outcome outcome) {
        List<Expectation> before = new ArrayList<>();
        for (Expectation event : folder.events()) {
            if (event instanceof Expectation.Text text) {
                List<String> differences = new ArrayList<>(Comparison.differences(folder, before, outcome.seen()));
                // A failure may overtake the rows before it: those come again after a restart.
                differences.removeIf(line -> line.startsWith("missing: "));
                if (!outcome.failure().orElse("").contains(text.sql())) {
                    differences.add("the job did not fail with " + text.sql() + ": "
                            + outcome.failure().orElse("it went on"));
                }
                return differences;
            }
            before.add(event);
        }
        throw new IllegalArgumentException("There is no statement");
    }

    private static <T extends Expectation> Stream<T> of(CaseFolder folder, Class<T> kind) {
        return folder.events().stream().filter(kind::isInstance).map(kind::cast);
    }

    private static String shortened(String message) {
        String text = message == null ? "" : message.strip().replaceAll("\\s*\\n\\s*", " | ");
        return text.length() <= 1500 ? text : text.substring(0, 1500) + "...";
    }

    private static void report(String line) throws IOException {
        System.out.println(line);
        String file = System.getProperty("dbus.cases.report", "");
        if (!file.isEmpty()) {
            Files.writeString(Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
