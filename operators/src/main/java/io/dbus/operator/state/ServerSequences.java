package io.dbus.operator.state;

import java.util.ArrayList;
import java.util.List;

/**
 * A sequence of each server, as sequences of different servers say nothing of each other. Immutable. Most keys have one server.
 *
 * @param entries one for each server
 */
public record ServerSequences(List<Entry> entries) {
    /** Of no server. */
    public static final ServerSequences NONE = new ServerSequences(List.of());

    /**
     * The sequence of a server.
     *
     * @param source the name of the source
     * @param server the name of the server in it
     * @param sequence the sequence
     */
    public record Entry(String source, String server, long sequence) {
        private boolean isOf(String otherSource, String otherServer) {
            return server.equals(otherServer) && source.equals(otherSource);
        }
    }

    public ServerSequences {
        entries = List.copyOf(entries);
    }

    /** The sequence of a server; {@link Long#MIN_VALUE} when there is none. */
    public long of(String source, String server) {
        for (Entry entry : entries) {
            if (entry.isOf(source, server)) {
                return entry.sequence();
            }
        }
        return Long.MIN_VALUE;
    }

    /** The same with another sequence of a server. */
    public ServerSequences with(String source, String server, long sequence) {
        Entry entry = new Entry(source, server, sequence);
        if (entries.isEmpty() || entries.size() == 1 && entries.get(0).isOf(source, server)) {
            return new ServerSequences(List.of(entry));
        }
        List<Entry> others = new ArrayList<>(entries);
        others.removeIf(other -> other.isOf(source, server));
        others.add(entry);
        return new ServerSequences(others);
    }
}
