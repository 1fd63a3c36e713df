package io.dbus.sink.elasticsearch;

import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.sink.elasticsearch.client.Answer;
import io.dbus.sink.elasticsearch.client.ElasticsearchConnection;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.random.RandomGenerator;

/**
 * Writes operations in bulks, several at a time, and classes each answer by itself.
 *
 * <p>Guarantees: operations of one document are done in their order, one at a time ({@link OperationQueue}); each is done, done before, or rejected, or the job fails;
 * none is under way for longer than the retry policy says, repeats included; {@link #drain} returns when none is left. Everything happens on the task's
 * thread; only answers and the timer come from others, through {@link TaskThread}.
 *
 * <p>Not built on Flink's {@code AsyncSinkWriter} (FLIP-171, 2.3): that sends what is buffered with the checkpoint only at the end of the input and keeps it in its state
 * otherwise; puts what is to be repeated back without a pause; and spins in {@code flush} when no batch can be made because all documents are in flight.
 */
final class BulkWriter {
    private final WriteFailures failures;
    private final BulkLimits limits;
    private final RetryPolicy retry;
    private final ElasticsearchConnection connection;
    private final TaskThread task;
    private final Rejects rejects;
    private final SinkMetrics metrics;
    private final RandomGenerator random;
    private final OperationQueue queue = new OperationQueue();
    private final Set<Request> inFlight = new LinkedHashSet<>();
    private boolean draining;
    private long maxBytes;
    private int failuresInARow;
    private long pausedUntil;
    private long nextTick = Long.MAX_VALUE;

    /** What the gauges show; written by the task's thread. */
    private volatile int operationsInFlight;

    private volatile int buffered;
    private volatile long bufferedBytes;

    /** Operations in flight together. */
    private record Request(List<PendingOperation> operations, long deadline) {
        // Told by identity: the same operations may go twice.
        @Override
        public boolean equals(Object other) {
            return this == other;
        }

        @Override
        public int hashCode() {
            return System.identityHashCode(this);
        }
    }

    BulkWriter(
            String component,
            BulkLimits limits,
            RetryPolicy retry,
            ElasticsearchConnection connection,
            TaskThread task,
            Rejects rejects,
            SinkMetrics metrics,
            RandomGenerator random) {
        this.failures = new WriteFailures(component, retry);
        this.limits = limits;
        this.retry = retry;
        this.connection = connection;
        this.task = task;
        this.rejects = rejects;
        this.metrics = metrics;
        this.random = random;
        this.maxBytes = limits.maxBytes();
        this.pausedUntil = task.nanoTime();
        metrics.gauges(() -> operationsInFlight, () -> buffered, () -> bufferedBytes);
    }

    /** Takes an operation on; waits while there are too many. */
    void add(DocumentOperation operation) throws IOException, InterruptedException {
        if (operation.estimatedSize() > limits.maxDocument()) {
            reject(
                    operation,
                    RejectReason.RECORD_TOO_LARGE,
                    "its document of " + operation.source().length + " bytes is over "
                            + ElasticsearchSinkOptions.MAX_DOCUMENT.key() + ", " + limits.maxDocument() + " bytes",
                    "leave the large column out, or raise http.max_content_length of Elasticsearch and the option");
            return;
        }
        queue.add(operation, task.nanoTime());
        pump();
        while (isFull()) {
            task.runNext();
        }
    }

    /** Whether an operation of the same document is not done. */
    boolean holds(DocumentOperation operation) {
        return queue.holds(operation);
    }

    /** Returns when no operation is left. */
    void drain() throws IOException, InterruptedException {
        draining = true;
        try {
            pump();
            while (queue.size() > 0) {
                task.runNext();
            }
        } finally {
            draining = false;
        }
    }

    private boolean isFull() {
        return queue.size() >= limits.maxOperations() || queue.bytes() >= limits.maxBuffered();
    }

    /** Sends what can and should be sent now, and sees to it that it is called again when there is more. */
    private void pump() throws IOException {
        long now = task.nanoTime();
        queue.wake(now);
        while (inFlight.size() < limits.maxRequests() && now - pausedUntil >= 0 && queue.hasReady() && isDue(now)) {
            send(queue.take(limits.maxActions(), maxBytes), now);
        }
        operationsInFlight =
                inFlight.stream().mapToInt(r -> r.operations().size()).sum();
        buffered = queue.size();
        bufferedBytes = queue.bytes();
        schedule(now);
    }

    private boolean isDue(long now) {
        return draining
                || isFull()
                || queue.readyCount() >= limits.maxActions()
                || queue.readyBytes() >= maxBytes
                || now - queue.readySince() >= limits.interval().toNanos();
    }

    private void schedule(long now) {
        long wait = Long.MAX_VALUE;
        for (Request request : inFlight) {
            wait = Math.min(wait, request.deadline() - now);
        }
        if (queue.nextWake() != Long.MAX_VALUE) {
            wait = Math.min(wait, queue.nextWake() - now);
        }
        if (queue.hasReady() && inFlight.size() < limits.maxRequests()) {
            long due = isDue(now) ? 0 : queue.readySince() + limits.interval().toNanos() - now;
            wait = Math.min(wait, Math.max(due, pausedUntil - now));
        }
        if (wait != Long.MAX_VALUE && (nextTick == Long.MAX_VALUE || now + wait - nextTick < 0)) {
            long tick = now + wait;
            nextTick = tick;
            task.executeIn(wait, () -> tick(tick), "What is to be sent later, or again");
        }
    }

    private void tick(long at) throws IOException {
        if (at == nextTick) {
            nextTick = Long.MAX_VALUE;
        }
        // Only here: after what held the task up for long, an answer that came meanwhile has its turn before the timer.
        long now = task.nanoTime();
        for (Request request : inFlight) {
            if (now - request.deadline() >= 0) {
                throw failures.tooLate(oldest(request.operations()), "no answer came");
            }
        }
        pump();
    }

    private void send(List<PendingOperation> operations, long now) {
        operations.forEach(operation -> operation.sent(now));
        Request request = new Request(
                operations, oldest(operations).firstSentAt() + retry.within().toNanos());
        inFlight.add(request);
        CompletableFuture<Answer> answer;
        if (operations.get(0).isMerge()) {
            answer = connection.send("POST", "/_mget", Map.of(), BulkBody.reading(operations));
        } else {
            BulkBody body = BulkBody.of(operations);
            metrics.sent(operations.size(), body.size());
            answer = connection.bulk(body.bytes(), body.size(), Map.of("filter_path", BulkAnswer.FILTER));
        }
        answer.whenComplete((answered, failure) ->
                task.execute(() -> completed(request, answered, failure), "The answer of Elasticsearch"));
    }

    private static PendingOperation oldest(List<PendingOperation> operations) {
        PendingOperation oldest = operations.get(0);
        for (PendingOperation each : operations) {
            if (each.firstSentAt() - oldest.firstSentAt() < 0) {
                oldest = each;
            }
        }
        return oldest;
    }

    /** An answer is there, or it is known that there will be none. */
    private void completed(Request request, Answer answer, Throwable failure) throws IOException, InterruptedException {
        inFlight.remove(request);
        List<PendingOperation> operations = request.operations();
        if (failure != null) {
            again(operations, message(failure), true);
        } else if (answer.ok()) {
            failuresInARow = 0;
            if (operations.get(0).isMerge()) {
                merge(operations, answer);
            } else {
                settle(operations, answer);
            }
        } else if (answer.status() == 429 || answer.status() == 408 || answer.status() >= 500) {
            again(operations, answer.describe(), true);
        } else if (answer.status() == 413) {
            split(operations, answer);
        } else {
            throw failures.refused(answer);
        }
        pump();
    }

    private void settle(List<PendingOperation> operations, Answer answer) throws IOException, InterruptedException {
        List<BulkAnswer.Item> items;
        try {
            items = BulkAnswer.items(answer.body(), operations.size());
        } catch (IOException e) {
            throw failures.malformed(answer, e);
        }
        List<PendingOperation> repeated = new ArrayList<>();
        String why = "";
        boolean overloaded = false;
        for (int i = 0; i < items.size(); i++) {
            PendingOperation pending = operations.get(i);
            BulkAnswer.Item item = items.get(i);
            DocumentOperation operation = pending.operation();
            if (!item.id().isEmpty() && !item.id().equals(operation.id())) {
                throw failures.malformed(
                        answer,
                        new IOException("names document " + item.id() + " where " + operation.id() + " was sent"));
            }
            switch (ItemOutcome.of(operation.kind(), item.status(), item.type())) {
                case DONE -> {
                    if (pending.isProbe()) {
                        reject(WriteFailures.withoutDocument(operation));
                        queue.rejected(pending, task.nanoTime());
                    } else {
                        metrics.done(operation);
                        finish(pending);
                    }
                }
                case CONFLICT -> {
                    metrics.conflict(operation);
                    finish(pending);
                }
                case RETRY -> {
                    repeated.add(pending);
                    why = WriteFailures.describe(item);
                    overloaded |= item.status() == 429;
                }
                case BAD_DOCUMENT -> {
                    reject(
                            operation,
                            RejectReason.BAD_DOCUMENT,
                            "Elasticsearch does not take its document " + WriteFailures.place(operation) + ": "
                                    + WriteFailures.describe(item),
                            "correct the mapping of the index, or leave the column out or convert it before the sink");
                    queue.rejected(pending, task.nanoTime());
                }
                case ILLEGAL_NAME -> {
                    reject(
                            operation,
                            RejectReason.ILLEGAL_NAME,
                            "Elasticsearch has no index of the name " + operation.index() + ": "
                                    + WriteFailures.describe(item),
                            "correct the option index");
                    queue.rejected(pending, task.nanoTime());
                }
                case FAIL -> throw failures.refused(pending, item);
            }
        }
        if (!repeated.isEmpty()) {
            again(repeated, why, overloaded);
        }
    }

    private void finish(PendingOperation done) {
        metrics.superseded(queue.done(done, task.nanoTime()));
    }

    /** Puts what rows hold into the documents that were read for them. */
    private void merge(List<PendingOperation> operations, Answer answer) throws IOException, InterruptedException {
        List<StoredDocuments.Stored> stored;
        try {
            stored = StoredDocuments.of(answer.body(), operations.size());
        } catch (IOException e) {
            throw failures.malformed(answer, e);
        }
        List<PendingOperation> repeated = new ArrayList<>();
        String why = "";
        for (int i = 0; i < operations.size(); i++) {
            PendingOperation pending = operations.get(i);
            StoredDocuments.Stored document = stored.get(i);
            DocumentOperation operation = pending.operation();
            if (!document.error().isEmpty()) {
                repeated.add(pending);
                why = "document " + WriteFailures.place(operation) + " cannot be read: " + document.error();
            } else if (document.found() && document.version() >= operation.version()) {
                metrics.conflict(operation);
                finish(pending);
            } else if (document.source().length > 0) {
                pending.merged(JsonMerge.merge(document.source(), operation.source()));
                queue.again(pending, task.nanoTime());
            } else if (document.found()) {
                reject(WriteFailures.withoutSource(operation));
                queue.rejected(pending, task.nanoTime());
            } else {
                pending.probe();
                queue.again(pending, task.nanoTime());
            }
        }
        if (!repeated.isEmpty()) {
            again(repeated, why, false);
        }
    }

    /** A bulk too large for the server goes again in halves, and none is as large any more. */
    private void split(List<PendingOperation> operations, Answer answer) throws IOException, InterruptedException {
        if (operations.size() == 1) {
            PendingOperation pending = operations.get(0);
            reject(
                    pending.operation(),
                    RejectReason.RECORD_TOO_LARGE,
                    "its document " + WriteFailures.place(pending.operation()) + " of "
                            + pending.operation().source().length + " bytes is too large: " + answer.describe(),
                    "leave the large column out, or raise http.max_content_length of Elasticsearch, or the limit of the proxy before it");
            queue.rejected(pending, task.nanoTime());
            return;
        }
        metrics.retried(operations.size());
        long bytes = operations.stream().mapToLong(PendingOperation::size).sum();
        maxBytes = Math.max(1, Math.min(maxBytes, bytes / 2));
        int half = operations.size() / 2;
        long now = task.nanoTime();
        send(operations.subList(0, half), now);
        send(operations.subList(half, operations.size()), now);
    }

    /** Repeats operations after a pause, or fails the job when they are under way for too long. */
    private void again(List<PendingOperation> operations, String why, boolean all) throws IOException {
        long now = task.nanoTime();
        metrics.retried(operations.size());
        int tries = all ? ++failuresInARow : 1;
        for (PendingOperation operation : operations) {
            operation.failed();
            tries = Math.max(tries, operation.attempts());
        }
        // One pause for all: they go together again.
        long at = now + retry.pauseNanos(tries, random);
        if (all) {
            pausedUntil = at;
        }
        for (PendingOperation operation : operations) {
            if (at - operation.firstSentAt() >= retry.within().toNanos()) {
                throw failures.tooLate(operation, why);
            }
            queue.againAt(operation, at);
        }
    }

    private void reject(DocumentOperation operation, RejectReason reason, String what, String cure)
            throws IOException, InterruptedException {
        reject(Rejection.of(operation.event(), reason, what, cure));
    }

    private void reject(Rejection rejection) throws IOException, InterruptedException {
        metrics.failed();
        rejects.reject(rejection);
    }

    private static String message(Throwable failure) {
        return failure.getMessage() == null ? failure.toString() : failure.getMessage();
    }
}
