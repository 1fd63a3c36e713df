package io.dbus.sink.format;

import io.dbus.event.RowChange;

/** Writes row changes as records of bytes, straight from their images. Keeps buffers between calls; not thread-safe. */
public interface EventEncoder {
    /**
     * Writes a change as no, one or more records, in the order in which they are to be sent. Those that it has handed over before it throws are not to be sent.
     *
     * @throws EncodeException when the change cannot be written in this format; its message says which and why
     */
    void encode(RowChange change, RecordReceiver records);
}
