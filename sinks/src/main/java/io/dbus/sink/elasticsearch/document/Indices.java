package io.dbus.sink.elasticsearch.document;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.TableSchema;
import java.io.IOException;
import java.net.URLEncoder;

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

    /**
     * Whether an index is there, to a minute: for deletes, which have nothing to do where none is. Sent all the same, one that carries a version makes
     * Elasticsearch create the index anew (Elasticsearch reference, "Delete API", Automatic index creation): empty, without our mapping, and right after it was dropped
     * for its age. Never creates it.
     *
     * @throws IOException when that cannot be found out; the job fails
     */
    boolean isThere(String index) throws IOException, InterruptedException;

    /** An index's path in a URL. A name may hold what URLs do not. */
    static String path(String index) {
        return "/" + URLEncoder.encode(index, UTF_8).replace("+", "%20");
    }
}
