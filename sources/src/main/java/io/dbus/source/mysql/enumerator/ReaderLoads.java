package io.dbus.source.mysql.enumerator;

import static java.util.Objects.requireNonNull;

import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;

/**
 * How many servers each reader has. The next server goes to a reader that has the fewest, of those to one on the TaskManager that has
 * the fewest: so no reader has two more than another, and TaskManagers differ by no more than the number of their readers makes
 * them. Not thread-safe.
 */
final class ReaderLoads {
    private final Map<Integer, String> places;
    private final int first;
    private final Map<Integer, Integer> byReader = new HashMap<>();
    private final Map<String, Integer> byPlace = new HashMap<>();

    /**
     * The loads of readers.
     *
     * @param places on which TaskManager each reader is, at least one
     * @param holders the reader of each server that has one
     * @param source the component's name: where all else is equal, sources begin with different readers, so that many with one server each do not
     *     all burden the first
     */
    ReaderLoads(Map<Integer, String> places, Collection<Integer> holders, String source) {
        this.places = Map.copyOf(requireNonNull(places, "places"));
        this.first = Math.floorMod(source.hashCode(), places.size());
        places.keySet().forEach(reader -> byReader.put(reader, 0));
        holders.stream().filter(places::containsKey).forEach(this::add);
    }

    /** Gives one more server to the reader that it returns. */
    int next() {
        int reader = places.keySet().stream()
                .min(Comparator.<Integer>comparingInt(byReader::get)
                        .thenComparing(candidate -> byPlace.getOrDefault(places.get(candidate), 0))
                        .thenComparing(candidate -> Math.floorMod(candidate - first, places.size())))
                .orElseThrow();
        add(reader);
        return reader;
    }

    private void add(int reader) {
        byReader.merge(reader, 1, Integer::sum);
        byPlace.merge(places.get(reader), 1, Integer::sum);
    }
}
