package io.dbus.sink.stream;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.PrintStream;

/** Lines on this process's standard output. */
final class StandardOutput implements LineOutput {
    private final PrintStream stream = System.out;
    private final BufferedOutputStream out = new BufferedOutputStream(stream, 1 << 16);

    @Override
    public void write(byte[] line) throws IOException {
        out.write(line);
        out.write('\n');
    }

    @Override
    public void flush(boolean end) throws IOException {
        out.flush();
        if (stream.checkError()) {
            throw new IOException("Standard output cannot be written to: whoever read it is gone.");
        }
    }

    @Override
    public void close() throws IOException {
        // Not the process's own stream.
        out.flush();
    }
}
