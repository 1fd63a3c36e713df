package io.dbus.sink.elasticsearch;

import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.io.IOException;

/** The failures of a writer, and the rejects of what can only be merged, in words: what happened, to which document of which change, and what to do. */
final class WriteFailures {
    private static final int SHOWN = 500;

    private final String component;
    private final RetryPolicy retry;

    WriteFailures(String component, RetryPolicy retry) {
        this.component = component;
        this.retry = retry;
    }

    /** The time for repeats is over. */
    ElasticsearchFailure tooLate(PendingOperation pending, String why) {
        return new ElasticsearchFailure("Sink " + component + ": " + document(pending) + " was not written within "
                + ElasticsearchSinkOptions.RETRY_TIMEOUT.key() + ", "
                + retry.within().toMillis() + " ms, in "
                + (pending.attempts() + 1) + " tries; at last: " + why
                + ". See whether the cluster is up and keeps pace; the job goes on from its last checkpoint.");
    }

    /** A whole request is refused. */
    ElasticsearchFailure refused(Answer answer) {
        String cure =
                switch (answer.status()) {
                    case 401 -> "Correct username and password, or api-key.";
                    case 403 ->
                        "Give the user the index privileges write, read and view_index_metadata, and create_index where indices "
                                + "are created.";
                    case 404, 405 -> "See whether hosts and connection.path-prefix lead to Elasticsearch.";
                    default ->
                        "See whether hosts lead to Elasticsearch, of version 8 or newer, and what stands between.";
                };
        return new ElasticsearchFailure("Sink " + component + ": " + answer.describe() + ". " + cure);
    }

    /** One operation is refused, and the document is not to blame. */
    ElasticsearchFailure refused(PendingOperation pending, BulkAnswer.Item item) {
        String cure =
                switch (item.status()) {
                    case 403 -> "Give the user the privilege write on the index, or take the block off it.";
                    case 404 ->
                        "Let nobody delete the index while the sink writes; with index.create it is created at the next start.";
                    default -> "See the index and its settings.";
                };
        return new ElasticsearchFailure(
                "Sink " + component + ": " + document(pending) + " is refused: " + describe(item) + ". " + cure);
    }

    /** What was answered is no answer. */
    ElasticsearchFailure malformed(Answer answer, IOException how) {
        return new ElasticsearchFailure(
                "Sink " + component + ": the answer of " + answer.host() + " to " + answer.request() + " "
                        + how.getMessage()
                        + ": " + answer.describe()
                        + ". See what stands between the job and Elasticsearch, such as a proxy; the job goes on from its last "
                        + "checkpoint.",
                how);
    }

    /** A row that holds only some columns has no document, and none is known that was deleted by a later change. */
    static Rejection withoutDocument(DocumentOperation merge) {
        return partial(
                merge,
                "there is no document " + place(merge) + " to put them into",
                "put a 'complete' operator before the sink, or SET GLOBAL binlog_row_image=FULL; after a restart that took longer than "
                        + "index.gc_deletes it may also have been deleted by a later change already, and nothing is lost");
    }

    /** A row that holds only some columns has a document, but not to be read. */
    static Rejection withoutSource(DocumentOperation merge) {
        return partial(
                merge,
                "the index keeps no _source of document " + place(merge) + " to put them into",
                "put a 'complete' operator before the sink, or let the mapping of the index keep _source");
    }

    private static Rejection partial(DocumentOperation merge, String why, String cure) {
        return Rejection.of(
                merge.event(),
                RejectReason.INCOMPLETE_ROW,
                "its image holds only some of the columns, and " + why,
                cure);
    }

    private static String document(PendingOperation pending) {
        return "document " + place(pending.operation()) + " ("
                + pending.operation().event().origin().describe() + ")";
    }

    static String place(DocumentOperation operation) {
        return operation.index() + "/" + operation.id();
    }

    static String describe(BulkAnswer.Item item) {
        String text =
                "status " + item.status() + (item.type().isEmpty() ? "" : ", " + item.type()) + ": " + item.reason();
        return text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...";
    }
}
