package io.dbus.sink.deadletter;

import java.io.IOException;

/** Where one instance of a component stores its dead letters. Not thread-safe. */
interface LetterStore extends AutoCloseable {
    /** The size in bytes of the largest dead letter that it takes. */
    int largest() throws IOException, InterruptedException;

    /** Takes a letter; it is stored when {@link #flush} has returned. */
    void put(DeadLetter letter) throws IOException, InterruptedException;

    /** Returns when all letters are stored; throws when one cannot be. */
    void flush() throws IOException, InterruptedException;

    /** Stores what it can without waiting for long. */
    @Override
    void close() throws IOException;
}
