package io.dbus.sink.kafka;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.apache.flink.api.connector.sink2.Committer;
import org.apache.flink.connector.kafka.sink.KafkaCommittable;
import org.apache.flink.metrics.Counter;
import org.apache.kafka.common.errors.InvalidPidMappingException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Commits by way of Flink's committer, but never goes on without the records of a transaction that Kafka has aborted.
 *
 * <p>Flink's committer counts a transaction that was fenced, or that timed out, as failed for a known reason, and the job goes on. Here
 * its {@link CommitMarks mark} says whether the transaction was committed before; if not, the job fails, and fails again at each restart, until
 * it is started from an earlier state or told to count the loss.
 */
@SuppressWarnings("try") // close() may be interrupted, as Flink's own may
final class StrictCommitter implements Committer<MarkedCommittable> {
    private static final Logger LOG = LoggerFactory.getLogger(StrictCommitter.class);

    private final Committer<KafkaCommittable> committer;
    private final CommitMarks marks;
    private final String component;
    private final KafkaSinkOptions.LostTransactions lostTransactions;
    private final Counter lost;
    private final AutoCloseable closed;

    /**
     * A committer.
     *
     * @param closed is closed with it
     */
    StrictCommitter(
            Committer<KafkaCommittable> committer,
            CommitMarks marks,
            String component,
            KafkaSinkOptions.LostTransactions lostTransactions,
            Counter lost,
            AutoCloseable closed) {
        this.committer = committer;
        this.marks = marks;
        this.component = component;
        this.lostTransactions = lostTransactions;
        this.lost = lost;
        this.closed = closed;
    }

    @Override
    public void commit(Collection<CommitRequest<MarkedCommittable>> requests) throws IOException, InterruptedException {
        List<Request> all = new ArrayList<>(requests.size());
        requests.forEach(request -> all.add(new Request(request)));
        committer.commit(List.copyOf(all));
        LostTransactionException failure = null;
        // First all that can be committed are: a failure must not let the others time out too.
        for (Request request : all) {
            if (request.refused != null) {
                failure = judge(request, failure);
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private LostTransactionException judge(Request request, LostTransactionException earlier)
            throws IOException, InterruptedException {
        MarkedCommittable committable = request.outer.getCommittable();
        String id = committable.transaction().getTransactionalId();
        MarkHistory committed = marks.committed(id);
        if (committed.holds(committable.mark())) {
            LOG.info(
                    "Sink {}: transaction {} with mark {} was committed before; the last committed one has mark {}",
                    component,
                    id,
                    committable.mark(),
                    committed.newest());
            request.outer.signalAlreadyCommitted();
            return earlier;
        }
        lost.inc();
        long before = committable.afterCheckpoint();
        String what = "Sink " + component + ": Kafka has aborted transaction " + id + " with the records "
                + (before < 0 ? "before the first checkpoint" : "after checkpoint " + before)
                + ", because the job did not commit it within transaction.timeout.ms or another one uses its id, so that "
                + "these records are not in Kafka"
                + (committed.isEmpty() ? " (as far as it knows: it keeps marks for offsets.retention.minutes)" : "");
        if (lostTransactions == KafkaSinkOptions.LostTransactions.COUNT) {
            LOG.error(
                    "{}: it goes on without them as {} says",
                    what,
                    KafkaSinkOptions.LOST_TRANSACTIONS.key(),
                    request.refused);
            request.outer.signalFailedWithKnownReason(request.refused);
            return earlier;
        }
        LostTransactionException failure = new LostTransactionException(
                what + ": start the job from an older state, or let its sources begin before that time; or set "
                        + KafkaSinkOptions.LOST_TRANSACTIONS.key() + " to " + KafkaSinkOptions.LostTransactions.COUNT
                        + " to go on without them.",
                request.refused);
        if (earlier != null) {
            earlier.addSuppressed(failure);
            return earlier;
        }
        return failure;
    }

    @Override
    public void close() throws Exception {
        try (closed) {
            committer.close();
        }
    }

    /** A request as Flink's committer sees it, which keeps to itself that Kafka refused it. */
    private static final class Request implements CommitRequest<KafkaCommittable> {
        private final CommitRequest<MarkedCommittable> outer;
        private Throwable refused;

        Request(CommitRequest<MarkedCommittable> outer) {
            this.outer = outer;
        }

        @Override
        public KafkaCommittable getCommittable() {
            return outer.getCommittable().transaction();
        }

        @Override
        public int getNumberOfRetries() {
            return outer.getNumberOfRetries();
        }

        @Override
        public void signalFailedWithKnownReason(Throwable reason) {
            refused = reason;
        }

        @Override
        public void signalFailedWithUnknownReason(Throwable reason) {
            // The id is not used for transactional.id.expiration.ms: Flink's committer does not know this one.
            if (reason instanceof InvalidPidMappingException) {
                refused = reason;
            } else {
                outer.signalFailedWithUnknownReason(reason);
            }
        }

        @Override
        public void retryLater() {
            outer.retryLater();
        }

        @Override
        public void updateAndRetryLater(KafkaCommittable transaction) {
            MarkedCommittable before = outer.getCommittable();
            outer.updateAndRetryLater(new MarkedCommittable(transaction, before.mark(), before.afterCheckpoint()));
        }

        @Override
        public void signalAlreadyCommitted() {
            outer.signalAlreadyCommitted();
        }

        @Override
        public String toString() {
            return outer.toString();
        }
    }
}
