package io.dbus.sink.elasticsearch;

import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/**
 * The operations of one writer that are not done. Of each document at most one is handed out at a time, the first that is not done; the others wait behind it, a
 * failed one's successors too. So operations of one document are done in their order, and no two of them ever meet.
 *
 * <p>A document is told by index and {@code _id}, whatever the routing: with two routings it may still be on one shard. Not thread-safe.
 */
final class OperationQueue {
    private record DocumentId(String index, String id) {
        static DocumentId of(DocumentOperation operation) {
            return new DocumentId(operation.index(), operation.id());
        }
    }

    /** How many documents are read at once for merges: their size is not known before, and the client takes no answer over 100 MB. */
    private static final int MOST_MERGES = 100;

    /** The last operation of each document that has any. */
    private final Map<DocumentId, PendingOperation> last = new HashMap<>();

    private final Deque<PendingOperation> ready = new ArrayDeque<>();
    private final PriorityQueue<PendingOperation> delayed =
            new PriorityQueue<>(Comparator.comparingLong(operation -> operation.readyAt));
    private int size;
    private long bytes;
    private long readyBytes;

    /** Puts an operation behind those of its document. */
    void add(DocumentOperation operation, long now) {
        PendingOperation added = new PendingOperation(operation);
        PendingOperation before = last.put(DocumentId.of(operation), added);
        size++;
        bytes += added.size();
        if (before == null) {
            added.readyAt = now;
            ready.addLast(added);
            readyBytes += added.size();
        } else {
            before.next = added;
        }
    }

    /** Whether an operation of the same document is not done. */
    boolean holds(DocumentOperation operation) {
        return last.containsKey(DocumentId.of(operation));
    }

    /**
     * Hands out operations of different documents, at least one: merges alone or others alone. One that was never sent and whose document has a later
     * one is passed over where nothing is lost by it.
     */
    List<PendingOperation> take(int maxActions, long maxBytes) {
        List<PendingOperation> taken = new ArrayList<>(Math.min(maxActions, ready.size()));
        long takenBytes = 0;
        while (!ready.isEmpty() && taken.size() < maxActions) {
            PendingOperation head = ready.peekFirst();
            PendingOperation latest = latest(head);
            if (!taken.isEmpty()
                    && (takenBytes + latest.size() > maxBytes
                            || latest.isMerge() != taken.get(0).isMerge()
                            || latest.isMerge() && taken.size() >= MOST_MERGES)) {
                break;
            }
            ready.removeFirst();
            readyBytes -= head.size();
            taken.add(latest);
            takenBytes += latest.size();
        }
        return taken;
    }

    private static PendingOperation latest(PendingOperation head) {
        PendingOperation latest = head;
        while (latest.next != null && latest.supersededBy(latest.next)) {
            latest.next.superseded = latest;
            latest = latest.next;
        }
        return latest;
    }

    /**
     * An operation that was handed out is done.
     *
     * @return how many operations that it stood for are done with it
     */
    int done(PendingOperation done, long now) {
        int stoodFor = 0;
        for (PendingOperation each = done.superseded; each != null; each = each.superseded) {
            forget(each);
            stoodFor++;
        }
        forget(done);
        if (done.next == null) {
            last.remove(DocumentId.of(done.operation()));
        } else {
            again(done.next, now);
        }
        return stoodFor;
    }

    /** An operation that was handed out is out of the flow; one that it stood for takes its place. */
    void rejected(PendingOperation rejected, long now) {
        PendingOperation before = rejected.superseded;
        if (before == null) {
            done(rejected, now);
            return;
        }
        forget(rejected);
        before.next = rejected.next;
        if (rejected.next == null) {
            last.put(DocumentId.of(before.operation()), before);
        }
        again(before, now);
    }

    private void forget(PendingOperation operation) {
        size--;
        bytes -= operation.size();
    }

    /** An operation that was handed out, or the next of its document, is ready before all others. */
    void again(PendingOperation operation, long now) {
        // Long ago enough for the interval to be over: the document has waited once.
        operation.readyAt = now - Long.MAX_VALUE / 4;
        ready.addFirst(operation);
        readyBytes += operation.size();
    }

    /** An operation that was handed out is ready again at a time. */
    void againAt(PendingOperation operation, long time) {
        operation.readyAt = time;
        delayed.add(operation);
    }

    /** Makes ready what was to be ready by now. */
    void wake(long now) {
        while (!delayed.isEmpty() && delayed.peek().readyAt <= now) {
            again(delayed.poll(), now);
        }
    }

    /** When the first of the delayed operations is to be ready; {@code Long.MAX_VALUE} when there are none. */
    long nextWake() {
        return delayed.isEmpty() ? Long.MAX_VALUE : delayed.peek().readyAt;
    }

    boolean hasReady() {
        return !ready.isEmpty();
    }

    /** Since when the first of those that are ready is so. */
    long readySince() {
        return ready.getFirst().readyAt;
    }

    int readyCount() {
        return ready.size();
    }

    long readyBytes() {
        return readyBytes;
    }

    /** How many operations are not done, handed out or not. */
    int size() {
        return size;
    }

    long bytes() {
        return bytes;
    }
}
