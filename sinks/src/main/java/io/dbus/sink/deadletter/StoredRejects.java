package io.dbus.sink.deadletter;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.Rejection;
import io.dbus.reject.Rejects;
import io.dbus.reject.RejectsContext;
import java.io.IOException;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Stores every rejected event as a dead letter, up to a limit. */
final class StoredRejects implements Rejects {
    private static final Logger LOG = LoggerFactory.getLogger(StoredRejects.class);

    private final RejectsContext context;
    private final RejectLimit limit;
    private final DeadLetterEncoder encoder;
    private final LetterStore store;
    private long sinceFlush;
    private Rejection last;

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
        sinceFlush++;
        last = rejection;
    }

    @Override
    public void flush() throws IOException, InterruptedException {
        limit.report();
        store.flush();
        if (sinceFlush > 0) {
            LOG.warn(
                    "Component {}: rejected {} since the last checkpoint, now among the dead letters; the last one: {}",
                    context.component(),
                    sinceFlush == 1 ? "one event" : sinceFlush + " events",
                    last.describe(context.component()));
            sinceFlush = 0;
            last = null;
        }
    }

    @Override
    public void close() throws IOException {
        store.close();
    }
}
