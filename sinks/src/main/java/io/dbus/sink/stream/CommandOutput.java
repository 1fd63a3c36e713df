package io.dbus.sink.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Lines to a command's standard input. What it prints goes where this process prints; the last of its error output is told when it fails. */
final class CommandOutput implements LineOutput {
    private static final Logger LOG = LoggerFactory.getLogger(CommandOutput.class);
    private static final int LAST_ERRORS = 1000;
    private static final long PATIENCE_SECONDS = 60;
    private static final long PATIENCE_MILLIS = 2000;

    private final String component;
    private final List<String> command;
    private final Restart restart;
    private final Counter restarts;
    private Process process;
    private OutputStream in;
    private Thread errorThread;
    private volatile String errors = "";

    CommandOutput(String component, List<String> command, Restart restart, Counter restarts) throws IOException {
        this.component = component;
        this.command = command;
        this.restart = restart;
        this.restarts = restarts;
        start();
    }

    private void start() throws IOException {
        try {
            process =
                    new ProcessBuilder(command).redirectOutput(Redirect.INHERIT).start();
        } catch (IOException e) {
            throw new IOException(
                    "Sink " + component + ": the command " + command.get(0) + " cannot be started: " + e.getMessage()
                            + "; name a program that is on every machine where the sink may run.",
                    e);
        }
        in = new BufferedOutputStream(process.getOutputStream(), 1 << 16);
        errors = "";
        Process started = process;
        errorThread = new Thread(() -> readErrors(started), "errors of " + component);
        errorThread.setDaemon(true);
        errorThread.start();
        LOG.info("Sink {}: started {} (pid {})", component, command.get(0), process.pid());
    }

    private void readErrors(Process started) {
        byte[] block = new byte[4096];
        try (InputStream from = started.getErrorStream()) {
            for (int count = from.read(block); count >= 0; count = from.read(block)) {
                String all = errors + new String(block, 0, count, UTF_8);
                errors = all.substring(Math.max(0, all.length() - LAST_ERRORS));
            }
        } catch (IOException e) {
            errors = errors + " (its error output cannot be read: " + e.getMessage() + ")";
        }
    }

    @Override
    public void write(byte[] line) throws IOException, InterruptedException {
        try {
            in.write(line);
            in.write('\n');
        } catch (IOException e) {
            ended(e);
            write(line);
        }
    }

    @Override
    public void flush(boolean end) throws IOException, InterruptedException {
        try {
            in.flush();
            if (!end) {
                if (!process.isAlive()) {
                    ended(new IOException("it reads no more"));
                }
                return;
            }
            in.close();
        } catch (IOException e) {
            ended(e);
            flush(end);
            return;
        }
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException("Sink " + component + ": the command " + command.get(0) + " did not end within "
                    + PATIENCE_SECONDS + " s of the end of its input; let it end then.");
        }
        if (process.exitValue() != 0) {
            throw new IOException(failure() + "; correct it.");
        }
    }

    /** The command is gone in the middle of the stream: starts it again, or fails. */
    private void ended(IOException cause) throws IOException, InterruptedException {
        if (!process.waitFor(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
            throw new IOException(
                    "Sink " + component + ": the command " + command.get(0)
                            + " has closed its standard input but has not ended; let it read to the end.",
                    cause);
        }
        boolean again = restart == Restart.ALWAYS || restart == Restart.ON_FAILURE && process.exitValue() != 0;
        if (!again) {
            throw new IOException(failure() + "; correct it, or set restart.", cause);
        }
        LOG.warn("{}; it starts again, and what it had not read of its input is lost", failure());
        restarts.inc();
        start();
    }

    /** In words, once it has ended; with all of its error output, unless another process holds that open. */
    private String failure() throws InterruptedException {
        errorThread.join(PATIENCE_MILLIS);
        return "Sink " + component + ": the command " + command.get(0) + " ended with exit code " + process.exitValue()
                + (errors.isBlank() ? "" : "; the last of its error output: " + errors.strip());
    }

    @Override
    public void close() throws IOException {
        process.descendants().forEach(ProcessHandle::destroy);
        process.destroy();
    }
}
