package io.dbus.sink.kafka;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.Truncate;
import io.dbus.metrics.DropReason;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * The operations that a sink is told not to write, by Debezium's letters.
 *
 * @param letters of {@code c}, {@code u}, {@code d}, {@code t}
 */
record SkippedOperations(Set<String> letters) implements Serializable {
    private static final long serialVersionUID = 1L;

    private static final String NONE = "none";
    private static final Set<String> KNOWN = Set.of("c", "u", "d", "t");

    SkippedOperations {
        letters = Set.copyOf(requireNonNull(letters, "letters"));
    }

    /**
     * The operations of a list of letters, each by itself or several with commas between, or of {@code none} alone.
     *
     * @throws IllegalArgumentException when it is another; its message says why
     */
    static SkippedOperations parse(List<String> texts) {
        List<String> letters = new ArrayList<>();
        for (String text : String.join(",", texts).split(",")) {
            String letter = text.strip();
            if (!letter.equals(NONE) && !KNOWN.contains(letter)) {
                throw new IllegalArgumentException("there is no operation '" + letter + "'");
            }
            letters.add(letter);
        }
        if (!letters.contains(NONE)) {
            return new SkippedOperations(Set.copyOf(letters));
        }
        if (letters.size() > 1) {
            throw new IllegalArgumentException("'none' stands beside other operations");
        }
        return new SkippedOperations(Set.of());
    }

    /** Why an event is not written, if it is not. */
    Optional<DropReason> reasonToSkip(Event event) {
        if (letters.isEmpty()) {
            return Optional.empty();
        }
        if (event instanceof Truncate) {
            return letters.contains("t") ? Optional.of(DropReason.TRUNCATE) : Optional.empty();
        }
        return event instanceof RowChange row && letters.contains(letter(row))
                ? Optional.of(DropReason.OPERATION)
                : Optional.empty();
    }

    private static String letter(RowChange row) {
        return switch (row.operation()) {
            case INSERT -> "c";
            case UPDATE -> "u";
            case DELETE -> "d";
        };
    }
}
