package io.dbus.source.stream;

import java.io.IOException;

/** Where lines come from. Used by one thread, but for {@link #wakeUp}. */
interface LineInput extends AutoCloseable {
    /**
     * Adds lines to a batch until it is full or, after a while, none come.
     *
     * @return whether more lines may come
     * @throws IOException when lines can no longer be had; the message says what to do
     */
    boolean read(LineBatch batch) throws IOException, InterruptedException;

    /** Ends the current wait, or the next one if none is on. Called by another thread. */
    void wakeUp();

    @Override
    void close() throws IOException;
}
