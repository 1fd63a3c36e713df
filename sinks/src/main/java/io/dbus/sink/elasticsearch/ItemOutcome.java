package io.dbus.sink.elasticsearch;

import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.util.Set;

/** What the answer to one operation of a bulk means for it. */
enum ItemOutcome {
    /** It is done. */
    DONE,
    /** The document has this version or a later one: it was done before. */
    CONFLICT,
    /** It was not done, and may be later. */
    RETRY,
    /** The document is none that the index takes. */
    BAD_DOCUMENT,
    /** No index can have this name. */
    ILLEGAL_NAME,
    /** Something is wrong that another try does not cure, and that the document is not to blame for. */
    FAIL;

    /** Errors of status 400 that every document of the index would meet. */
    private static final Set<String> OF_THE_INDEX = Set.of("index_closed_exception", "routing_missing_exception");

    /**
     * The outcome of a status and an error.
     *
     * @param type the type of the error; empty when there is none
     */
    static ItemOutcome of(DocumentOperation.Kind kind, int status, String type) {
        boolean delete = kind == DocumentOperation.Kind.DELETE || kind == DocumentOperation.Kind.LEAVE;
        if (status >= 200 && status < 300) {
            return type.isEmpty() ? DONE : FAIL;
        }
        if (status == 429 || status >= 500) {
            return RETRY;
        }
        return switch (status) {
            // A delete of what is not there is answered with 404 and no error; its version counts all the same. Where
            // not even the index is
            // there, nothing is left to delete.
            case 404 -> delete && (type.isEmpty() || type.equals("index_not_found_exception")) ? DONE : FAIL;
            case 409 -> type.equals("version_conflict_engine_exception") ? CONFLICT : FAIL;
            case 400 ->
                type.equals("invalid_index_name_exception")
                        ? ILLEGAL_NAME
                        : delete || type.isEmpty() || OF_THE_INDEX.contains(type) ? FAIL : BAD_DOCUMENT;
            default -> FAIL;
        };
    }
}
