package io.dbus.sink.format;

import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import io.dbus.reject.RejectReason;

/** Writes row changes as records of bytes, straight from their images. Keeps buffers between calls; not thread-safe. */
public interface EventEncoder {
    /**
     * Says where the records go that are encoded next, until another topic is said. A sink that has topics says it before it encodes. Most formats take no notice;
     * those whose schemas are registered under names of topics need it.
     */
    default void topic(String name) {}

    /**
     * Writes a change as no, one or more records, in the order in which they are to be sent. Those that it has handed over before it throws are not to be sent.
     *
     * @throws EncodeException when the change cannot be written in this format; its message says which and why
     */
    void encode(RowChange change, RecordReceiver records);

    /**
     * Writes that all rows of a table were taken out, which most formats have no form for.
     *
     * @throws EncodeException when this one has none either
     */
    default void encode(Truncate truncate, RecordReceiver records) {
        throw new EncodeException(
                RejectReason.NO_FORM,
                "the rows of the table were all taken out by TRUNCATE, which the sink's format has no form for",
                "skip truncates in the sink, as is its default, or take another format");
    }

    /**
     * Writes what a statement did to tables, which not every format has a form for.
     *
     * @throws EncodeException when this one has none
     */
    default void encode(SchemaChange change, RecordReceiver records) {
        throw new EncodeException(
                RejectReason.NO_FORM,
                "a table's definition was changed, which the sink's format has no form for",
                "leave include.schema.changes out of the sink, or take another format");
    }
}
