package io.dbus.source.mysql.enumerator;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.split.BinlogSplit;
import java.util.List;
import java.util.Set;

/**
 * What the enumerator remembers. Immutable.
 *
 * @param servers the names of the servers whose start has been found: their splits are with a reader or among {@code waiting}
 * @param waiting splits that no reader has
 */
public record MySqlSourceEnumeratorState(Set<String> servers, List<BinlogSplit> waiting) {
    public MySqlSourceEnumeratorState {
        servers = Set.copyOf(requireNonNull(servers, "servers"));
        waiting = List.copyOf(requireNonNull(waiting, "waiting"));
    }

    /** Of a pipeline that has not run yet. */
    public static MySqlSourceEnumeratorState initial() {
        return new MySqlSourceEnumeratorState(Set.of(), List.of());
    }
}
