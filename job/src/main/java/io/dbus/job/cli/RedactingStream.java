package io.dbus.job.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;

import io.dbus.job.pipeline.Secrets;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** Passes text on line by line, in UTF-8, without the secrets. A flush passes an unfinished line on. */
final class RedactingStream extends OutputStream {
    private final OutputStream out;
    private final Secrets secrets;
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(256);

    RedactingStream(OutputStream out, Secrets secrets) {
        this.out = requireNonNull(out, "out");
        this.secrets = requireNonNull(secrets, "secrets");
    }

    @Override
    public synchronized void write(int b) throws IOException {
        line.write(b);
        if (b == '\n') {
            pass();
        }
    }

    @Override
    public synchronized void write(byte[] bytes, int offset, int length) throws IOException {
        for (int i = offset; i < offset + length; i++) {
            write(bytes[i]);
        }
    }

    @Override
    public synchronized void flush() throws IOException {
        pass();
        out.flush();
    }

    private void pass() throws IOException {
        if (line.size() > 0) {
            out.write(secrets.redact(line.toString(UTF_8)).getBytes(UTF_8));
            line.reset();
        }
    }
}
