package io.dbus.sink.elasticsearch.document;

import io.dbus.event.TableSchema;
import java.io.IOException;

/** The indices of one writer. Not thread-safe: called by the task's thread. */
public interface Indices {
    /**
     * Returns when an index is there and takes documents of a table: called before the first operation to it and again for each schema of
     * the table that was not seen before; cheap for what was.
     *
     * @param index the index's name
     * @param schema the table as sinks see it
     * @throws DocumentException when no index of this name can be (a name that is not legal); the row is rejected
     * @throws IOException when it is not there and may not be created, or cannot be; the message says what and where, and the job fails
     */
    void ensure(String index, TableSchema schema) throws IOException, InterruptedException;
}
