package io.dbus.sink.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.process.ProcessTree;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.ProcessBuilder.Redirect;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.apache.flink.metrics.Counter;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines to a command's standard input. A thread writes them, in blocks, since nothing can interrupt a write into a pipe that is full: a job whose command reads no
 * more could not be cancelled. What it prints goes where this process prints; the last of its error output is told when it fails.
 */
final class CommandOutput implements LineOutput {
    private static final Logger LOG = LoggerFactory.getLogger(CommandOutput.class);
    private static final int LAST_ERRORS = 1000;
    private static final long PATIENCE_SECONDS = 60;
    private static final long PATIENCE_MILLIS = 2000;
    private static final int BLOCK = 1 << 16;
    private static final long LONGEST_DELAY_MILLIS = 60_000;

    private final String component;
    private final List<String> command;
    private final Restart restart;
    private final Counter restarts;
    private final long firstDelayMillis;
    private final ByteArrayOutputStream block = new ByteArrayOutputStream(BLOCK);
    private final ExecutorService pipe;
    private long delayMillis;
    private long startNanos;
    private Process process;
    private OutputStream in;
    private Thread errorThread;
    private volatile String errors = "";

    /**
     * Starts the command.
     *
     * @param delayMillis how long is waited before it is started again; twice as long each time, up to a minute
     */
    CommandOutput(String component, List<String> command, Restart restart, Counter restarts, long delayMillis)
            throws IOException {
        this.component = component;
        this.command = command;
        this.restart = restart;
        this.restarts = restarts;
        this.firstDelayMillis = delayMillis;
        this.delayMillis = delayMillis;
        start();
        this.pipe = Executors.newSingleThreadExecutor(task -> daemon(task, "input of " + component));
    }

    private static Thread daemon(Runnable task, String name) {
        Thread thread = new Thread(task, name);
        thread.setDaemon(true);
        return thread;
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
        in = process.getOutputStream();
        startNanos = System.nanoTime();
        errors = "";
        Process started = process;
        errorThread = daemon(() -> readErrors(started), "errors of " + component);
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
        block.writeBytes(line);
        block.write('\n');
        if (block.size() >= BLOCK) {
            try {
                send();
            } catch (IOException e) {
                ended(e);
            }
        }
    }

    /** Returns when the command, or the pipe to it, has all lines. */
    private void send() throws IOException, InterruptedException {
        byte[] bytes = block.toByteArray();
        block.reset();
        OutputStream to = in;
        try {
            pipe.submit(() -> {
                        to.write(bytes);
                        to.flush();
                        return null;
                    })
                    .get();
        } catch (ExecutionException e) {
            throw new IOException(e.getCause().getMessage(), e.getCause());
        }
    }

    @Override
    public void flush(boolean end) throws IOException, InterruptedException {
        try {
            send();
            if (!end && !process.isAlive()) {
                throw new IOException("it reads no more");
            }
        } catch (IOException e) {
            ended(e);
        }
        if (end) {
            end();
        }
    }

    private void end() throws IOException, InterruptedException {
        in.close();
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
        if (System.nanoTime() - startNanos > LONGEST_DELAY_MILLIS * 1_000_000) {
            delayMillis = firstDelayMillis;
        }
        LOG.warn("{}; it starts again in {} ms, and what it had not read of its input is lost", failure(), delayMillis);
        restarts.inc();
        TimeUnit.MILLISECONDS.sleep(delayMillis);
        delayMillis = Math.min(delayMillis * 2, LONGEST_DELAY_MILLIS);
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
        ProcessTree.end(process);
        pipe.shutdownNow();
    }
}
