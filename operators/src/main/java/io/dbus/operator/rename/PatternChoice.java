package io.dbus.operator.rename;

import io.dbus.event.TableId;
import io.dbus.pattern.TablePattern;
import java.util.List;
import java.util.Optional;

/** Entries by pattern of table, without an order: an exact name goes before patterns, and two patterns must not meet. */
final class PatternChoice<V> {
    private final List<Entry<V>> entries;

    record Entry<V>(TablePattern pattern, V value) {
        /** Whether it names one table. */
        boolean isExact() {
            return pattern.captureCount() == 0 && !pattern.toString().startsWith("/");
        }
    }

    record Match<V>(Entry<V> entry, List<String> captures) {}

    PatternChoice(List<Entry<V>> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * The entry for a table, if there is one.
     *
     * @throws IllegalArgumentException when two patterns fit it; its message names them
     */
    Optional<Match<V>> of(TableId table) {
        List<Match<V>> matches = entries.stream()
                .flatMap(
                        entry -> entry.pattern().captures(table).map(captures -> new Match<>(entry, captures)).stream())
                .toList();
        Optional<Match<V>> exact =
                matches.stream().filter(match -> match.entry().isExact()).findFirst();
        if (exact.isEmpty() && matches.size() > 1) {
            throw new IllegalArgumentException("both " + matches.get(0).entry().pattern() + " and "
                    + matches.get(1).entry().pattern() + " fit table " + table + ", and neither goes before the other");
        }
        return exact.or(() -> matches.stream().findFirst());
    }
}
