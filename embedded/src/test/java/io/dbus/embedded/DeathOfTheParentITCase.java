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

/** A server must not outlive the JVM that started it, however that one dies, nor leave files but its log. */
@RequiresServers({ServerKind.MYSQL, ServerKind.KAFKA})
class DeathOfTheParentITCase {

    @Test
    void mysqlDiesWithAJvmThatIsKilled() throws Exception {
        try (Holder holder = Holder.of("mysql")) {
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
            Process jvm = new ProcessBuilder(
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
