package io.dbus.sink.stream;

import java.io.IOException;
import java.util.List;

/** Where lines go. */
interface LineOutput extends AutoCloseable {
    /** Writes a line and its end. */
    void write(byte[] line) throws IOException, InterruptedException;

    /**
     * Returns when what was written is where it should be.
     *
     * @param end whether there will be no more lines
     */
    void flush(boolean end) throws IOException, InterruptedException;

    /** What a checkpoint keeps. */
    default List<WrittenFile> state() {
        return List.of();
    }

    @Override
    void close() throws IOException;
}
