package io.dbus.embedded;

import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The JobManagers of a {@link FlinkCluster}, and who of them leads. */
final class FlinkJobManagers {
    private final List<FlinkJobManager> all;
    private final Optional<FlinkLeaderLookup> lookup;
    private volatile FlinkJobManager lastLeader;

    /** Several need a lookup; without one the first leads. */
    FlinkJobManagers(List<FlinkJobManager> all, Optional<FlinkLeaderLookup> lookup) {
        this.all = List.copyOf(all);
        this.lookup = lookup;
        this.lastLeader = all.get(0);
    }

    List<FlinkJobManager> all() {
        return all;
    }

    List<URI> restUris() {
        return all.stream().map(FlinkJobManager::restUri).toList();
    }

    FlinkJobManager get(int index) {
        return all.get(index);
    }

    /** The one that leads now; empty between leaders, and while ZooKeeper does not answer. */
    OptionalInt leader() {
        if (lookup.isEmpty()) {
            return OptionalInt.of(0);
        }
        OptionalInt port = lookup.get().dispatcherPort();
        for (int i = 0; port.isPresent() && i < all.size(); i++) {
            if (all.get(i).rpcPort() == port.getAsInt()) {
                lastLeader = all.get(i);
                return OptionalInt.of(i);
            }
        }
        return OptionalInt.empty();
    }

    /** The one to send REST calls to: who leads, or is last known to have led. */
    FlinkJobManager leading() {
        OptionalInt leader = leader();
        return leader.isPresent() ? all.get(leader.getAsInt()) : lastLeader;
    }

    /** Waits for a leader of which the index is not this. */
    int awaitLeaderOtherThan(int index, Duration timeout) {
        long deadline = System.nanoTime() + timeout.toNanos();
        while (true) {
            OptionalInt leader = leader();
            if (leader.isPresent() && leader.getAsInt() != index) {
                return leader.getAsInt();
            }
            if (System.nanoTime() > deadline) {
                throw lastLeader
                        .log()
                        .failure("no JobManager " + (index < 0 ? "" : "but " + all.get(index) + " ") + "leads after "
                                + timeout.toSeconds() + " s");
            }
            SupervisedProcess.sleep(20);
        }
    }

    void close() {
        all.forEach(jobManager -> jobManager.process().close());
        lookup.ifPresent(FlinkLeaderLookup::close);
    }
}
