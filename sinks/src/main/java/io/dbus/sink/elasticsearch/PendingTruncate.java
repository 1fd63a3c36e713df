package io.dbus.sink.elasticsearch;

import static java.util.Objects.requireNonNull;

/**
 * A TRUNCATE TABLE whose documents are to be deleted when the checkpoint is complete.
 *
 * @param index the index of the table's documents, which holds no others
 * @param sequence the statement's sequence: documents of lower versions are of rows that it took away
 * @param what the statement and its place, for people
 */
record PendingTruncate(String index, long sequence, String what) {
    PendingTruncate {
        requireNonNull(index, "index");
        requireNonNull(what, "what");
    }
}
