package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.FlinkCluster;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The faults of the soak, in an order that the seed decides: each kind comes once before one comes again. For one thread. */
final class Faults {
    private final SoakServers servers;
    private final Random random;
    private final List<Integer> taskManagers = new ArrayList<>();
    private final List<Fault> all = new ArrayList<>();
    private final List<Fault> deck = new ArrayList<>();

    Faults(SoakServers servers, long seed) {
        this.servers = requireNonNull(servers, "servers");
        this.random = new Random(seed);
        IntStream.range(0, servers.flink().taskManagers()).forEach(taskManagers::add);
        all.add(new Fault("TaskManager killed", this::killTaskManager));
    }

    Fault next() {
        if (deck.isEmpty()) {
            deck.addAll(all);
            Collections.shuffle(deck, random);
        }
        return deck.remove(deck.size() - 1);
    }

    private Fault.Outcome killTaskManager() {
        int index = taskManagers.remove(random.nextInt(taskManagers.size()));
        flink().kill9TaskManager(index);
        return new Fault.Outcome(
                "kill -9 of TaskManager " + index + ", another one started",
                () -> taskManagers.add(flink().addTaskManager()));
    }

    private FlinkCluster flink() {
        return servers.flink();
    }
}
