package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * A child process that does not outlive this JVM, not even at {@code kill -9}: a small shell script, {@code
 * supervise.sh}, runs it, reads the pipe that this JVM holds and kills it at the pipe's end.
 *
 * <p>(The kernel's own PR_SET_PDEATHSIG is no help: it goes by the thread that forked, and in a JVM threads come and go.)
 */
final class SupervisedProcess implements RunningServer {
    private static final Duration KILL_LIMIT = Duration.ofSeconds(60);
    private static final int SECONDS_TO_END = 5;
    private static final Set<SupervisedProcess> LIVE = ConcurrentHashMap.newKeySet();

    private final String name;
    private final Process supervisor;
    private final Path marker;
    private final ServerLog log;
    private final long pid;

    private SupervisedProcess(String name, Process supervisor, Path marker, ServerLog log, long pid) {
        this.name = name;
        this.supervisor = supervisor;
        this.marker = marker;
        this.log = log;
        this.pid = pid;
    }

    /**
     * Starts the command with both outputs appended to the log.
     *
     * @param directory the server's own directory, made by {@link RunDirectory#make}; one process at a time
     */
    static SupervisedProcess start(
            String name, List<String> command, Map<String, String> environment, Path directory, ServerLog log) {
        requireNonNull(command, "command is null");
        Path marker = directory.resolve("running");
        List<String> supervised = new ArrayList<>(RunDirectory.ownSession(
                "sh",
                RunDirectory.ofThisJvm().supervisor().toString(),
                marker.toString(),
                Integer.toString(SECONDS_TO_END)));
        supervised.addAll(command);
        ProcessBuilder builder = new ProcessBuilder(supervised)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(ProcessBuilder.Redirect.appendTo(log.file().toFile()));
        builder.environment().putAll(environment);
        log.markStart();
        try {
            // Before the process is there: from now on the guard waits for the supervisor to remove it.
            Files.createFile(marker);
            Process supervisor;
            try {
                supervisor = builder.start();
            } catch (IOException e) {
                Files.delete(marker);
                throw e;
            }
            SupervisedProcess process =
                    new SupervisedProcess(name, supervisor, marker, log, awaitPid(supervisor, marker));
            LIVE.add(process);
            supervisor.onExit().thenRun(() -> {
                if (!Files.exists(marker)) {
                    LIVE.remove(process);
                }
            });
            return process;
        } catch (IOException e) {
            throw log.failure(name + " cannot be started", e);
        }
    }

    private static long awaitPid(Process supervisor, Path marker) throws IOException {
        while (true) {
            boolean ended = !supervisor.isAlive();
            String text = Files.exists(marker) ? Files.readString(marker).strip() : "";
            if (!text.isEmpty()) {
                return Long.parseLong(text.split(" ")[0]);
            }
            if (ended) {
                // It was that quick; callers see a dead process, and its log.
                return supervisor.pid();
            }
            sleep(5);
        }
    }

    /** The command's own process id. */
    @Override
    public long pid() {
        return pid;
    }

    @Override
    public boolean isAlive() {
        return supervisor.isAlive();
    }

    @Override
    public void terminate(Duration limit) {
        signal("TERM");
        signal("CONT");
        if (!awaitExit(limit)) {
            kill();
        }
    }

    @Override
    public void kill() {
        signal("KILL");
        if (!awaitExit(KILL_LIMIT)) {
            throw log.failure(name + " (pid " + pid + ") is not dead " + KILL_LIMIT.toSeconds() + " s after SIGKILL");
        }
        removeMarker();
    }

    @Override
    public void pause() {
        signal("STOP");
    }

    @Override
    public void resume() {
        signal("CONT");
    }

    /** Left by a supervisor that somebody has killed. */
    private void removeMarker() {
        try {
            Files.deleteIfExists(marker);
        } catch (IOException e) {
            throw log.failure(name + " has left " + marker, e);
        }
    }

    /** Sends a signal, by its name without SIG, to the process and to all that it started. No error when it is dead. */
    void signal(String signal) {
        // The marker tells more than the supervisor: it stays when somebody has killed that one, and the command may
        // live.
        if (!isAlive() && !Files.exists(marker)) {
            return;
        }
        run("kill -s \"$1\" -- \"-$2\" 2>/dev/null || kill -s \"$1\" \"$2\" 2>/dev/null", signal, Long.toString(pid));
    }

    private static void run(String script, String... arguments) {
        List<String> command = new ArrayList<>(List.of("sh", "-c", script, "dbus-signal"));
        command.addAll(List.of(arguments));
        try {
            new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException("cannot run sh to send a signal", e);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Waits until it has ended by itself, and returns its exit code. */
    int awaitEnd(Duration limit) {
        if (!awaitExit(limit)) {
            throw log.failure(name + " (pid " + pid + ") still runs after " + limit.toSeconds() + " s");
        }
        return supervisor.exitValue();
    }

    private boolean awaitExit(Duration limit) {
        try {
            if (!supervisor.waitFor(limit.toMillis(), TimeUnit.MILLISECONDS)) {
                return false;
            }
            supervisor.getOutputStream().close();
            return true;
        } catch (IOException e) {
            // The pipe of a process that is gone: closed is what it should be.
            return true;
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    static ServerFailedException interrupted(InterruptedException e) {
        Thread.currentThread().interrupt();
        return new ServerFailedException("interrupted while waiting for a server", e);
    }

    static void sleep(long milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException e) {
            throw interrupted(e);
        }
    }

    /** Names and logs of all that run. */
    static List<String> liveLogs() {
        return LIVE.stream()
                .map(process -> process.name + " " + process.log.file())
                .sorted()
                .toList();
    }

    /** For the end of this JVM: kills them all at once, then waits for each. */
    static void killAll() {
        List<SupervisedProcess> processes = List.copyOf(LIVE);
        processes.forEach(process -> process.signal("KILL"));
        processes.forEach(process -> process.awaitExit(KILL_LIMIT));
    }
}
