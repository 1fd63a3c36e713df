package io.dbus.sink.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores every rejected event as a dead letter, up to a limit. */
final class StoredRejects implements Rejects {
    private static final Logger LOG = LoggerFactory.getLogger(StoredRejects.class);
    /** The log tells of rejects at once, and then no more often than this. */
    private static final Duration TELL_EVERY = Duration.ofMinutes(1);

    private final RejectsContext context;
    private final RejectLimit limit;
    private final DeadLetterEncoder encoder;
    private final LetterStore store;
    /** Rejects that the log does not tell of yet. */
    private long untold;

    private Rejection last;
    private long toldNanos = System.nanoTime() - TELL_EVERY.toNanos();

    StoredRejects(RejectsContext context, RejectLimit limit, DeadLetterEncoder encoder, LetterStore store) {
        this.context = requireNonNull(context, "context");
        this.limit = requireNonNull(limit, "limit");
        this.encoder = requireNonNull(encoder, "encoder");
        this.store = requireNonNull(store, "store");
    }

    @Override
    public void reject(Rejection rejection) throws IOException, InterruptedException {
        context.metrics().rejected(rejection.reason());
        limit.count(rejection);
        store.put(encoder.encode(rejection, Instant.now(), store.largest()));
        untold++;
        last = rejection;
    }

    @Override
    public void flush() throws IOException, InterruptedException {
        limit.report();
        store.flush();
        if (untold > 0 && System.nanoTime() - toldNanos >= TELL_EVERY.toNanos()) {
            tell();
        }
    }

    private void tell() {
        LOG.warn(
                "Component {}: {} rejected for the dead letters; the last one: {}",
                context.component(),
                untold == 1 ? "one event was" : untold + " events were",
                last.describe(context.component()));
        untold = 0;
        last = null;
        toldNanos = System.nanoTime();
    }

    @Override
    public void close() throws IOException {
        if (untold > 0) {
            tell();
        }
        store.close();
    }
}
