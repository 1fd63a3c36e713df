package io.dbus.operator.complete;

import io.dbus.event.Origin;
import io.dbus.event.Transaction;
import io.dbus.operator.state.ServerSequences;
import io.dbus.operator.state.ServerSequences.Entry;
import io.dbus.operator.state.ServerSequencesSerializer;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.OperatorStateStore;

/**
 * The latest sequence of each server that the instance has seen: a change with a later one is later than all that is known of any row, which need not be read
 * to tell. Each instance starts with the latest of all, since rows may come from any of them.
 *
 * <p>Hot path: the rows of a transaction come in runs, so its server is looked up once.
 */
final class LatestSequences {
    private final ListState<ServerSequences> state;
    private final Map<Server, Latest> servers = new HashMap<>();
    private Transaction lastTransaction;
    private Latest last;

    private record Server(String source, String name) {}

    private static final class Latest {
        private long sequence = Long.MIN_VALUE;

        boolean advance(long to) {
            boolean later = to > sequence;
            if (later) {
                sequence = to;
            }
            return later;
        }
    }

    private LatestSequences(ListState<ServerSequences> state) {
        this.state = state;
    }

    /** Those of a function's state. */
    static LatestSequences restored(OperatorStateStore store) throws Exception {
        LatestSequences latest = new LatestSequences(store.getUnionListState(
                new ListStateDescriptor<>("latest-sequences", new ServerSequencesSerializer())));
        for (ServerSequences ofInstance : latest.state.get()) {
            for (Entry entry : ofInstance.entries()) {
                latest.of(entry.source(), entry.server()).advance(entry.sequence());
            }
        }
        return latest;
    }

    /** Takes note of a change; whether it is later than all of its server that were seen before. */
    boolean advance(Origin origin) {
        Transaction transaction = origin.transaction();
        if (transaction != lastTransaction) {
            lastTransaction = transaction;
            last = of(transaction.source(), transaction.server());
        }
        return last.advance(origin.sequence());
    }

    private Latest of(String source, String server) {
        return servers.computeIfAbsent(new Server(source, server), s -> new Latest());
    }

    /** Puts them into the state. */
    void store() throws Exception {
        state.update(List.of(new ServerSequences(servers.entrySet().stream()
                .map(entry -> new Entry(entry.getKey().source(), entry.getKey().name(), entry.getValue().sequence))
                .toList())));
    }
}
