package io.dbus.embedded;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class SupervisedProcessTest {
    private String name;
    private Path directory;
    private ServerLog log;
    private SupervisedProcess process;

    @BeforeEach
    void makeDirectory() {
        name = RunDirectory.ofThisJvm().nextName("process");
        directory = RunDirectory.ofThisJvm().make(name);
        log = new ServerLog(name);
    }

    @AfterEach
    void clean() {
        process.kill();
        RunDirectory.deleteTree(directory);
    }

    @Test
    void thePidIsTheCommandsOwnAndItsOutputsAreLogged() {
        start("sh", "-c", "echo pid $$; echo failed >&2; exec sleep 1000");
        Awaitility.await()
                .untilAsserted(() -> assertThat(log.sinceStart()).contains("pid " + process.pid() + "\n", "failed\n"));
        assertThat(process.isAlive()).isTrue();
    }

    @Test
    void aProcessThatEndsByItselfIsDeadAndLeavesNoMarker() {
        start("sh", "-c", "exit 3");
        Awaitility.await().until(() -> !process.isAlive());
        assertThat(directory.resolve("running")).doesNotExist();
    }

    @Test
    void terminatingLetsItEndInOrder() {
        start("sh", "-c", "trap 'echo bye; exit 0' TERM; echo ready; while :; do sleep 0.1; done");
        awaitReady();
        process.terminate(Duration.ofSeconds(60));
        assertThat(process.isAlive()).isFalse();
        assertThat(log.sinceStart()).contains("bye");
    }

    @Test
    void terminatingKillsWhatDoesNotEndInTime() {
        start("sh", "-c", "trap '' TERM; echo ready; while :; do sleep 0.1; done");
        awaitReady();
        process.terminate(Duration.ofMillis(300));
        assertThat(process.isAlive()).isFalse();
        assertThat(ProcessHandle.of(process.pid())).isEmpty();
    }

    @Test
    void killingReachesAServerBehindALauncherThatDoesNotExec() {
        start("sh", "-c", "sleep 1000 & echo server $!; echo ready; wait");
        awaitReady();
        long server = Long.parseLong(log.sinceStart().split("server ")[1].split("\n")[0]);
        assertThat(ProcessHandle.of(server)).isPresent();
        process.kill();
        Awaitility.await()
                .untilAsserted(() -> assertThat(ProcessHandle.of(server)).isEmpty());
    }

    @Test
    void killingReachesAProcessWhoseSupervisorIsDead() throws Exception {
        start("sleep", "1000");
        ProcessHandle command = ProcessHandle.of(process.pid()).orElseThrow();
        new ProcessBuilder(
                        "sh",
                        "-c",
                        "kill -s KILL -- -" + command.parent().orElseThrow().pid())
                .start()
                .waitFor();
        Awaitility.await().until(() -> !process.isAlive());
        assertThat(command.isAlive()).isTrue();
        process.kill();
        Awaitility.await().until(() -> !command.isAlive());
        assertThat(directory.resolve("running")).doesNotExist();
    }

    @Test
    void killingReachesAStoppedProcess() {
        start("sleep", "1000");
        process.signal("STOP");
        process.kill();
        assertThat(process.isAlive()).isFalse();
    }

    @Test
    void aCommandThatIsNotThereIsADeadProcessWhoseLogSaysSo() {
        start("no-such-command");
        Awaitility.await().until(() -> !process.isAlive());
        assertThat(log.failure("it").getMessage())
                .contains("no-such-command", log.file().toString());
    }

    @Test
    void theLogOfARestartBeginsAtTheRestartAndKeepsWhatWasBefore() throws Exception {
        start("echo", "first");
        Awaitility.await().until(() -> !process.isAlive());
        start("echo", "second");
        Awaitility.await().until(() -> !process.isAlive());
        assertThat(log.sinceStart()).isEqualTo("second\n");
        assertThat(Files.readString(log.file())).isEqualTo("first\nsecond\n");
    }

    @Test
    void oneDirectoryHoldsOneProcessAtATime() {
        start("sleep", "1000");
        assertThatThrownBy(() -> SupervisedProcess.start("other", List.of("true"), Map.of(), directory, log))
                .isInstanceOf(ServerFailedException.class);
    }

    private void start(String... command) {
        process = SupervisedProcess.start(name, List.of(command), Map.of(), directory, log);
    }

    private void awaitReady() {
        Awaitility.await().until(() -> log.sinceStart().contains("ready"));
    }
}
