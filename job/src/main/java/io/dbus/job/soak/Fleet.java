package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import io.dbus.embedded.MySqlServer;
import io.dbus.job.demo.ShopState;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The MySQL servers, who writes to them, and which of them the pipeline file names at the moment. The last of them leaves the file and comes back under another name, which
 * begins at the server's first change; its writer goes on all the while. For one thread, but for {@link #awaitProbe}.
 */
final class Fleet implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(5);
    private static final List<String> NAMES = List.of("north", "east", "south", "west");
    private static final int LAST = NAMES.size() - 1;

    private final SoakServers servers;
    private final Probes probes;
    private final List<SoakWriter> writers = new ArrayList<>();
    /** The server of each entry, by its number. */
    private final Map<String, Integer> entries = new LinkedHashMap<>();

    private final List<Owed> owed = new ArrayList<>();
    private int timesAdded;
    private volatile long probe;

    Fleet(SoakServers servers, Probes probes) {
        this.servers = requireNonNull(servers, "servers");
        this.probes = requireNonNull(probes, "probes");
        for (int i = 0; i < NAMES.size(); i++) {
            entries.put(NAMES.get(i), i);
        }
    }

    /** Begins to write to all of them. */
    void startWriters(double changesPerSecond, long seed) {
        for (int i = 0; i < NAMES.size(); i++) {
            writers.add(SoakWriter.start(servers.mysql(i), changesPerSecond / NAMES.size(), seed * NAMES.size() + i));
        }
    }

    /** The servers that the pipeline file is to name, by their entries. */
    Map<String, MySqlServer> entries() {
        Map<String, MySqlServer> named = new LinkedHashMap<>();
        entries.forEach((entry, index) -> named.put(entry, servers.mysql(index)));
        return named;
    }

    boolean isWhole() {
        return entries.containsValue(LAST);
    }

    /** Takes the last server out of the file, once all that was written to it is through; returns its entry. */
    String remove() throws InterruptedException {
        String entry = entries.entrySet().stream()
                .filter(each -> each.getValue() == LAST)
                .findFirst()
                .orElseThrow()
                .getKey();
        writers.get(LAST).pause();
        awaitProbe();
        settle(entry, LAST);
        entries.remove(entry);
        return entry;
    }

    /** Lets the writer of a server that {@link #remove} has taken out go on, when no job reads it any more. */
    void goOn() {
        writers.get(LAST).goOn();
    }

    /** Puts the last server into the file again, under a new name; returns that. */
    String add() {
        timesAdded++;
        String entry = NAMES.get(LAST) + "-" + (timesAdded + 1);
        entries.put(entry, LAST);
        return entry;
    }

    /** Waits until what each server of the file has committed by now is in both sinks. */
    void awaitProbe() throws InterruptedException {
        probe++;
        writers.forEach(writer -> writer.probe(probe));
        probes.await(entries.keySet(), probe, PATIENCE);
    }

    /** Ends all writing and waits until all is through. */
    void finish() throws InterruptedException {
        probe++;
        for (SoakWriter writer : writers) {
            writer.probe(probe);
            writer.stop();
        }
        probes.await(entries.keySet(), probe, PATIENCE);
        entries.forEach(this::settle);
    }

    private void settle(String entry, int index) {
        writers.get(index)
                .histories()
                .forEach((table, history) -> owed.add(new Owed(
                        entry,
                        table,
                        history,
                        ShopState.inMySql(servers.mysql(index), table).rows())));
    }

    /** What each entry that there ever was owes, after {@link #finish}. */
    List<Owed> owed() {
        return List.copyOf(owed);
    }

    /** How many changes of rows were committed so far. */
    long committed() {
        return writers.stream().mapToLong(SoakWriter::committed).sum();
    }

    /** Ends all writing that {@link #finish} has not ended, as after a failure. */
    @Override
    public void close() {
        writers.forEach(SoakWriter::abandon);
        probes.close();
    }
}
