package io.dbus.sink.mock;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.Transaction;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Looks after the order of each key's events. What it knows of a key it learns from the first event that it sees, and forgets when the writer is restored: what a restore sends once more is
 * no violation.
 */
final class KeyOrder {
    private static final int MOST_SERVERS = 10_000;

    private final boolean operations;
    private final int limit;
    private final Map<String, Keys> byServer = new HashMap<>();
    private Transaction lastTransaction;
    private Keys lastKeys;
    private long forgotten;

    /**
     * An order.
     *
     * @param operations whether a row's operations must fit each other, too
     * @param limit of how many keys of a server it knows; of more it forgets those that came up the longest ago
     */
    KeyOrder(boolean operations, int limit) {
        this.operations = operations;
        this.limit = limit;
    }

    /** What is known of a key. */
    private static final class Seen {
        private long sequence;
        private Operation operation;
    }

    /** The keys of one server, those that came up the longest ago first. */
    private final class Keys extends LinkedHashMap<EventKey, Seen> {
        private static final long serialVersionUID = 1L;

        Keys() {
            super(1024, 0.75f, true);
        }

        @Override
        protected boolean removeEldestEntry(Map.Entry<EventKey, Seen> eldest) {
            boolean over = size() > limit;
            forgotten += over ? 1 : 0;
            return over;
        }
    }

    /** What is wrong with an event after those before it. */
    Optional<Violation> check(Event event) {
        Seen seen = keys(event).computeIfAbsent(event.key(), key -> new Seen());
        long sequence = event.origin().sequence();
        Operation operation =
                event instanceof RowChange row && !row.schema().key().isEmpty() ? row.operation() : null;
        Optional<Violation> violation = Optional.empty();
        if (seen.sequence != 0 && sequence <= seen.sequence) {
            // What was known stays: it is the newest.
            return Optional.of(sequence == seen.sequence ? Violation.REPEAT : Violation.OUT_OF_ORDER);
        }
        if (operations && operation != null && seen.operation != null) {
            violation = misfit(seen.operation, operation);
        }
        seen.sequence = sequence;
        seen.operation = operation;
        return violation;
    }

    /** How many keys are known no more. */
    long forgotten() {
        return forgotten;
    }

    private Keys keys(Event event) {
        Transaction transaction = event.origin().transaction();
        if (transaction != lastTransaction) {
            if (byServer.size() > MOST_SERVERS) {
                byServer.values().forEach(keys -> forgotten += keys.size());
                byServer.clear();
            }
            lastTransaction = transaction;
            // Sequences compare within a server only.
            lastKeys =
                    byServer.computeIfAbsent(transaction.source() + "/" + transaction.server(), server -> new Keys());
        }
        return lastKeys;
    }

    private static Optional<Violation> misfit(Operation before, Operation now) {
        boolean deleted = before == Operation.DELETE;
        return switch (now) {
            case INSERT -> deleted ? Optional.empty() : Optional.of(Violation.INSERT_OF_EXISTING);
            case UPDATE -> deleted ? Optional.of(Violation.UPDATE_OF_DELETED) : Optional.empty();
            case DELETE -> deleted ? Optional.of(Violation.DELETE_OF_DELETED) : Optional.empty();
        };
    }
}
