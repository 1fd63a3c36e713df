package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A server must not outlive the JVM that started it, however that one dies, nor leave files but its log. */
@RequiresServers({ServerKind.MYSQL, ServerKind.KAFKA, ServerKind.ELASTICSEARCH})
class DeathOfTheParentITCase {

    @Test
    void mysqlDiesWithAJvmThatIsKilled() throws Exception {
        try (Holder holder = Holder.of("mysql")) {
            holder.jvm.destroyForcibly();
            holder.assertNothingIsLeft();
        }
    }

    /** As {@code timeout} ends a build, and a CI system: the signal reaches all that the JVM has started, but servers. */
    @ParameterizedTest
    @ValueSource(strings = {"TERM", "KILL"})
    void mysqlDiesWhenTheWholeProcessGroupOfTheJvmGetsASignal(String signal) throws Exception {
        try (Holder holder = Holder.of("mysql")) {
            new ProcessBuilder("sh", "-c", "kill -s " + signal + " -- -" + holder.jvm.pid())
                    .start()
                    .waitFor();
            holder.assertNothingIsLeft();
        }
    }

    @Test
    void mysqlDiesWithAJvmThatIsKilledAfterItsSupervisorWas() throws Exception {
        try (Holder holder = Holder.of("mysql")) {
            long supervisor = ProcessHandle.of(holder.pids.get(0))
                    .orElseThrow()
                    .parent()
                    .orElseThrow()
                    .pid();
            // With what it consists of: the shell and the subshell that reads the pipe.
            new ProcessBuilder("sh", "-c", "kill -s KILL -- -" + supervisor)
                    .start()
                    .waitFor();
            holder.jvm.destroyForcibly();
            holder.assertNothingIsLeft();
        }
    }

    @Test
    void kafkaDiesWithAJvmThatIsKilled() throws Exception {
        try (Holder holder = Holder.of("kafka")) {
            holder.jvm.destroyForcibly();
            holder.assertNothingIsLeft();
        }
    }

    @Test
    void elasticsearchDiesWithAJvmThatIsKilled() throws Exception {
        try (Holder holder = Holder.of("elasticsearch")) {
            // The launcher, the server that it has started, the guard.
            assertThat(holder.pids).hasSizeGreaterThan(2);
            holder.jvm.destroyForcibly();
            holder.assertNothingIsLeft();
        }
    }

    @Test
    void mysqlDiesWithAJvmThatExits() throws Exception {
        try (Holder holder = Holder.of("mysql")) {
            holder.jvm.getOutputStream().write('\n');
            holder.jvm.getOutputStream().flush();
            assertThat(holder.jvm.waitFor()).isZero();
            // Here the JVM itself has seen to it before it ended.
            assertThat(lives(holder.pids.get(0))).isFalse();
            holder.assertNothingIsLeft();
        }
    }

    @Test
    void mysqlDiesWithAJvmThatIsKilledWhileTheServerIsStopped() throws Exception {
        try (Holder holder = Holder.of("mysql")) {
            new ProcessBuilder("sh", "-c", "kill -STOP " + holder.pids.get(0))
                    .start()
                    .waitFor();
            holder.jvm.destroyForcibly();
            holder.assertNothingIsLeft();
        }
    }

    private static boolean lives(long pid) {
        return ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false);
    }

    private static final class Holder implements AutoCloseable {
        private final Process jvm;
        private final List<Long> pids = new ArrayList<>();
        private final List<Path> directories = new ArrayList<>();
        private final List<Path> logs = new ArrayList<>();

        private Holder(Process jvm) {
            this.jvm = jvm;
        }

        private static Holder of(String kind) throws Exception {
            // setsid: with a process group of its own.
            Process jvm = new ProcessBuilder(
                            "setsid",
                            Path.of(System.getProperty("java.home"), "bin", "java")
                                    .toString(),
                            "-Xmx256m",
                            "-XX:TieredStopAtLevel=1",
                            "-Ddbus.embedded.logs=" + System.getProperty("dbus.embedded.logs"),
                            "-cp",
                            System.getProperty("java.class.path"),
                            ServerHolder.class.getName(),
                            kind)
                    .redirectErrorStream(true)
                    .start();
            Holder holder = new Holder(jvm);
            StringBuilder output = new StringBuilder();
            BufferedReader reader =
                    new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8));
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                output.append(line).append('\n');
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "server" -> {
                        holder.pids.add(Long.parseLong(words[1]));
                        holder.directories.add(Path.of(words[2]));
                        holder.logs.add(Path.of(words[3]));
                    }
                    case "guard" -> holder.pids.add(Long.parseLong(words[1]));
                    case "ready" -> {
                        assertThat(holder.pids).hasSizeGreaterThan(1).allMatch(DeathOfTheParentITCase::lives);
                        assertThat(holder.directories).allMatch(Files::isDirectory);
                        return holder;
                    }
                    default -> {}
                }
            }
            throw new AssertionError("the JVM ended before its server was ready:\n" + output);
        }

        private void assertNothingIsLeft() {
            Awaitility.await().atMost(Duration.ofSeconds(60)).untilAsserted(() -> {
                assertThat(pids).noneMatch(DeathOfTheParentITCase::lives);
                assertThat(directories).noneMatch(Files::exists);
            });
            assertThat(logs).allMatch(Files::exists);
        }

        @Override
        public void close() {
            jvm.destroyForcibly();
        }
    }
}
