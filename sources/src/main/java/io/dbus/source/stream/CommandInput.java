package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.process.ProcessTree;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.Optional;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Lines of a command's output. A thread reads the pipe into two blocks at most: when lines are not taken, the pipe fills and the command waits. What the command writes to its error output is read too, and the last
 * of it is told when it fails.
 */
final class CommandInput implements LineInput {
    private static final Logger LOG = LoggerFactory.getLogger(CommandInput.class);
    private static final int BLOCK = 1 << 16;
    private static final long PATIENCE_MILLIS = 200;
    private static final byte[] END = new byte[0];

    private final StreamSettings settings;
    private final StreamFigures figures;
    private final Wait wait = new Wait();
    private final LineAssembler assembler;
    private Optional<Run> running = Optional.empty();
    private long lines;
    private long delayMillis;

    /** One run of the command. */
    private static final class Run {
        private final Process process;
        private final BlockingQueue<byte[]> blocks = new ArrayBlockingQueue<>(2);
        private final long startNanos = System.nanoTime();
        private final Thread outputThread;
        private final Thread errorThread;
        private volatile IOException failure;
        private volatile String errors = "";
        private boolean isOver;

        Run(Process process, String name) {
            this.process = process;
            outputThread = thread("output of " + name, this::readOutput);
            errorThread = thread("errors of " + name, this::readErrors);
        }

        /** The last of its error output, once the command has ended: all of it, unless another process holds that open. */
        String errors() throws InterruptedException {
            errorThread.join(PATIENCE_MILLIS * 10);
            return errors.strip();
        }

        private static Thread thread(String name, Runnable task) {
            Thread thread = new Thread(task, name);
            thread.setDaemon(true);
            thread.start();
            return thread;
        }

        private void readOutput() {
            byte[] block = new byte[BLOCK];
            try (InputStream in = process.getInputStream()) {
                for (int count = in.read(block); count >= 0; count = in.read(block)) {
                    blocks.put(Arrays.copyOf(block, count));
                }
            } catch (IOException e) {
                failure = e;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            try {
                blocks.put(END);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        private void readErrors() {
            byte[] block = new byte[4096];
            try (InputStream in = process.getErrorStream()) {
                for (int count = in.read(block); count >= 0; count = in.read(block)) {
                    String all = errors + new String(block, 0, count, UTF_8);
                    errors = all.substring(Math.max(0, all.length() - 1000));
                }
            } catch (IOException e) {
                errors = errors + " (its error output cannot be read: " + e.getMessage() + ")";
            }
        }

        void end() {
            ProcessTree.end(process);
            // It may wait to hand over a block.
            outputThread.interrupt();
        }
    }

    CommandInput(StreamSettings settings, StreamFigures figures) {
        this.settings = settings;
        this.figures = figures;
        this.assembler = new LineAssembler(settings.maxLineBytes());
        this.delayMillis = settings.restartDelayMillis();
    }

    @Override
    public boolean read(LineBatch batch) throws IOException, InterruptedException {
        if (running.isEmpty()) {
            running = Optional.of(start());
        }
        Run run = running.get();
        Lines taker = new Lines(batch);
        if (!run.isOver) {
            byte[] block = run.blocks.poll(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
            while (block != null && block != END) {
                assembler.feed(block, 0, block.length, taker);
                block = batch.isFull() ? null : run.blocks.poll();
            }
            run.isOver = block == END;
        }
        // One that has closed its output may run on: whoever reads must be able to leave.
        boolean hasEnded = run.isOver && run.process.waitFor(PATIENCE_MILLIS, TimeUnit.MILLISECONDS);
        return !hasEnded || ended(run, taker);
    }

    private Run start() throws IOException {
        try {
            Process process = new ProcessBuilder(settings.command()).start();
            process.getOutputStream().close();
            LOG.info(
                    "Source {}: started {} (pid {})",
                    settings.source(),
                    settings.command().get(0),
                    process.pid());
            return new Run(process, settings.source());
        } catch (IOException e) {
            throw new IOException(
                    "Source " + settings.source() + ": the command "
                            + settings.command().get(0)
                            + " cannot be started: " + e.getMessage()
                            + "; name a program that is on every machine where the source may run.",
                    e);
        }
    }

    /** The command has ended; whether it goes on with another run. */
    private boolean ended(Run run, Lines taker) throws IOException, InterruptedException {
        int code = run.process.exitValue();
        running = Optional.empty();
        boolean failed = code != 0 || run.failure != null;
        last(failed, taker);
        String errors = run.errors();
        String how = settings.command().get(0) + " ended with exit code " + code
                + (run.failure == null ? "" : ", and its output cannot be read: " + run.failure.getMessage())
                + (errors.isEmpty() ? "" : "; the last of its error output: " + errors);
        if (!failed && settings.restart() != Restart.ALWAYS) {
            LOG.info("Source {}: {}; the stream ends", settings.source(), how);
            return false;
        }
        if (settings.restart() == Restart.NEVER) {
            throw new IOException("Source " + settings.source() + ": the command " + how
                    + "; correct it, or set restart to on-failure.");
        }
        if (System.nanoTime() - run.startNanos > settings.restartDelayMaxMillis() * 1_000_000) {
            delayMillis = settings.restartDelayMillis();
        }
        LOG.warn("Source {}: the command {}; it starts again in {} ms", settings.source(), how, delayMillis);
        figures.restarted();
        wait.milliseconds(delayMillis);
        delayMillis = Math.min(delayMillis * 2, settings.restartDelayMaxMillis());
        return true;
    }

    private void last(boolean failed, Lines taker) {
        if (assembler.pending() == 0) {
            return;
        }
        boolean emit =
                settings.unterminated() == Unterminated.EMIT || settings.unterminated() == Unterminated.AUTO && !failed;
        if (emit) {
            assembler.end(taker);
        } else {
            long length = assembler.pending();
            taker.add(Line.State.CUT, assembler.cut(), length);
        }
    }

    private final class Lines implements LineAssembler.Lines {
        private final LineBatch batch;

        Lines(LineBatch batch) {
            this.batch = batch;
        }

        @Override
        public void whole(byte[] line) {
            add(Line.State.WHOLE, line, line.length);
        }

        @Override
        public void tooLong(byte[] beginning, long length) {
            add(Line.State.TOO_LONG, beginning, length);
        }

        private void add(Line.State state, byte[] bytes, long length) {
            batch.add(new Line(state, bytes, length, settings.command().get(0), lines++, Optional.empty()));
        }
    }

    @Override
    public void wakeUp() {
        wait.wakeUp();
    }

    @Override
    public void close() {
        running.ifPresent(Run::end);
        running = Optional.empty();
    }
}
