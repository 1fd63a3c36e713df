package io.dbus.sink.elasticsearch;

import io.dbus.sink.elasticsearch.document.DocumentOperation;

/** An operation that is not done yet. Belongs to an {@link OperationQueue}; its times are those of {@link TaskThread#nanoTime()}. */
final class PendingOperation {
    private static final long NEVER = Long.MIN_VALUE;

    private final int size;
    private DocumentOperation operation;
    private long firstSentAt = NEVER;
    private int attempts;
    private boolean probe;

    /** When it came to be ready, or is to be again. */
    long readyAt;

    /** The next operation of the same document; null when there is none. */
    PendingOperation next;

    /** The operation that this one stands for, too, and that is sent when this one is rejected; null when there is none. */
    PendingOperation superseded;

    PendingOperation(DocumentOperation operation) {
        this.operation = operation;
        this.size = operation.estimatedSize();
    }

    DocumentOperation operation() {
        return operation;
    }

    int size() {
        return size;
    }

    /** The document of a merge is known now. */
    void merged(byte[] source) {
        operation = operation.merged(source);
    }

    boolean isMerge() {
        return operation.kind() == DocumentOperation.Kind.MERGE;
    }

    /**
     * A merge found no document: asks whether one was deleted by this change or a later one, as after a restart, by a delete of a version that only such a delete's refuses, and that
     * an earlier question's does not.
     */
    void probe() {
        operation = DocumentOperation.leave(
                operation.index(), operation.id(), operation.routing().orElse(null), operation.event());
        probe = true;
    }

    boolean isProbe() {
        return probe;
    }

    boolean neverSent() {
        return firstSentAt == NEVER;
    }

    void sent(long now) {
        if (firstSentAt == NEVER) {
            firstSentAt = now;
        }
    }

    /** Since when it is under way; only of one that was sent. */
    long firstSentAt() {
        return firstSentAt;
    }

    void failed() {
        attempts++;
    }

    int attempts() {
        return attempts;
    }

    /** Whether nothing is lost when only the other, which comes after it, is sent. One that was sent may arrive yet: it is never passed over. */
    boolean supersededBy(PendingOperation later) {
        return neverSent() && !later.isMerge() && operation.routing().equals(later.operation.routing());
    }
}
