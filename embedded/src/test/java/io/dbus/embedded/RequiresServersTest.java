package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.TestExecutionResult.Status;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

class RequiresServersTest {
    private static final String PROPERTY = "dbus.embedded.required";

    @AfterEach
    void forget() {
        System.clearProperty(PROPERTY);
    }

    @Test
    void aTestWhoseServerIsMissingIsSkippedAndTheEndOfTheRunSaysWhyInOneLine() {
        System.setProperty(PROPERTY, "false");
        Run run = Run.of(MissingInTest.class, MissingBeforeAll.class);
        assertThat(run.results)
                .filteredOn(result -> result.getStatus() == Status.ABORTED)
                .hasSize(3)
                .allSatisfy(result ->
                        assertThat(result.getThrowable().orElseThrow()).hasMessageStartingWith("no such server"));
        assertThat(run.results).noneMatch(result -> result.getStatus() == Status.FAILED);
        assertThat(run.output.lines().filter(line -> line.startsWith("SKIPPED")))
                .containsExactly(
                        "SKIPPED MissingBeforeAll, MissingInTest.first, MissingInTest.second: no such server: gone");
    }

    @Test
    void whereServersAreRequiredATestWhoseServerIsMissingFails() {
        System.setProperty(PROPERTY, "true");
        Run run = Run.of(MissingInTest.class, MissingBeforeAll.class);
        assertThat(run.results)
                .filteredOn(result -> result.getStatus() == Status.FAILED)
                .hasSize(3)
                .allSatisfy(result -> assertThat(result.getThrowable().orElseThrow())
                        .hasStackTraceContaining("ServerUnavailableException: no such server: gone"));
        assertThat(run.results).noneMatch(result -> result.getStatus() == Status.ABORTED);
        assertThat(run.output).doesNotContain("SKIPPED");
    }

    @Test
    void aFailureTellsTheLogsOfTheServersThatRun() {
        ServerLog log = new ServerLog("sleeper");
        SupervisedProcess process = SupervisedProcess.start(
                "sleeper",
                List.of("sleep", "1000"),
                Map.of(),
                RunDirectory.ofThisJvm().make("sleeper"),
                log);
        try {
            assertThat(Run.of(Failing.class).results)
                    .filteredOn(result -> result.getStatus() == Status.FAILED)
                    .singleElement()
                    .satisfies(result -> assertThat(result.getThrowable().orElseThrow())
                            .hasMessage("wrong")
                            .satisfies(failure -> assertThat(failure.getSuppressed())
                                    .singleElement()
                                    .satisfies(suppressed ->
                                            assertThat(suppressed).hasMessageContaining("sleeper " + log.file()))));
        } finally {
            process.kill();
        }
    }

    @RequiresServers
    static class Failing {
        @Test
        void fails() {
            throw new IllegalStateException("wrong");
        }
    }

    @RequiresServers
    static class MissingInTest {
        @Test
        void first() {
            throw new ServerUnavailableException("no such server: gone");
        }

        @Test
        void second() {
            throw new IllegalStateException("wrapped", new ServerUnavailableException("no such server: gone"));
        }

        @Test
        void third() {}
    }

    @RequiresServers
    static class MissingBeforeAll {
        @BeforeAll
        static void start() {
            throw new ServerUnavailableException("no such server: gone");
        }

        @Test
        void test() {}
    }

    private record Run(List<TestExecutionResult> results, String output) {
        static Run of(Class<?>... classes) {
            List<TestExecutionResult> results = new ArrayList<>();
            TestExecutionListener listener = new TestExecutionListener() {
                @Override
                public void executionFinished(TestIdentifier test, TestExecutionResult result) {
                    results.add(result);
                }
            };
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            PrintStream original = System.out;
            System.setOut(new PrintStream(bytes, true, StandardCharsets.UTF_8));
            try {
                LauncherDiscoveryRequestBuilder request = LauncherDiscoveryRequestBuilder.request();
                for (Class<?> type : classes) {
                    request.selectors(selectClass(type));
                }
                LauncherFactory.create().execute(request.build(), listener);
            } finally {
                System.setOut(original);
            }
            return new Run(results, bytes.toString(StandardCharsets.UTF_8));
        }
    }
}
