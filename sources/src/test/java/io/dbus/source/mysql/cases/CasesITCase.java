package io.dbus.source.mysql.cases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.dbus.embedded.RequiresServers;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.flink.configuration.Configuration;
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

    private static CaseServers servers;

    @TempDir
    Path directory;

    @BeforeAll
    static void begin() {
        servers = new CaseServers();
    }

    @AfterAll
    static void end() {
        servers.close();
    }

    static Stream<Arguments> cases() throws IOException, URISyntaxException {
        String given = System.getProperty("dbus.cases.dir", "");
        Path folder = given.isEmpty()
                ? Path.of(CasesITCase.class.getResource("/cases").toURI())
                : Path.of(given);
        List<String> only = Arrays.stream(
                        System.getProperty("dbus.cases.only", "").split(","))
                .filter(prefix -> !prefix.isBlank())
                .map(String::strip)
                .toList();
        List<Path> folders = CaseFolder.in(folder).stream()
                .filter(path -> only.isEmpty()
                        || only.stream().anyMatch(path.getFileName().toString()::startsWith))
                .toList();
        if (folders.isEmpty()) {
            throw new IllegalStateException("There are no cases in " + folder);
        }
        return Arrays.stream(Mode.values()).flatMap(mode -> folders.stream()
                .map(path -> Arguments.of(
                        org.junit.jupiter.api.Named.of(path.getFileName().toString(), path), mode)));
    }

    @ParameterizedTest(name = "{0} {1}")
    @MethodSource("cases")
    void whatACaseExpectsComesOutAndNothingElse(Path path, Mode mode) throws Exception {
        String name = path.getFileName().toString().split("-", 2)[0] + " " + mode;
        String result = "failed";
        try {
            result = run(CaseFolder.read(path), mode);
        } catch (org.opentest4j.TestAbortedException e) {
            result = "left out: " + e.getMessage();
            throw e;
        } catch (Exception | AssertionError e) {
            result = "failed: " + firstLines(e.getMessage());
            throw e;
        } finally {
            report(name + " " + result);
        }
    }

    private String run(CaseFolder folder, Mode mode) throws Exception {
        assumeTrue(
                !folder.huge() || Boolean.getBoolean("dbus.cases.huge"),
                "needs -Ddbus.cases.huge=true, minutes and tens of gigabytes");
        CaseServers.Lease lease = servers.lease(folder, mode);
        try {
            CaseRun run = new CaseRun(folder, lease, directory, new Configuration());
            Optional<String> unfit = run.unfit();
            assumeTrue(unfit.isEmpty(), () -> unfit.orElse(""));
            Outcome outcome = run.run();
            check(folder, outcome);
            return "passed " + outcome.seen().size() + " events" + outcome.told();
        } finally {
            servers.giveBack(lease);
        }
    }

    private static void check(CaseFolder folder, Outcome outcome) {
        List<String> differences = new ArrayList<>();
        Optional<Expectation.Failure> failure = folder.events().stream()
                .filter(Expectation.Failure.class::isInstance)
                .map(Expectation.Failure.class::cast)
                .findFirst();
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
        assertThat(differences).as(folder.name()).isEmpty();
    }

    private static String firstLines(String message) {
        String text = message == null ? "" : message.strip().replaceAll("\\s*\\n\\s*", " | ");
        return text.length() <= 600 ? text : text.substring(0, 600) + "...";
    }

    private static void report(String line) throws IOException {
        System.out.println(line);
        String file = System.getProperty("dbus.cases.report", "");
        if (!file.isEmpty()) {
            Files.writeString(Path.of(file), line + "\n", StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        }
    }
}
