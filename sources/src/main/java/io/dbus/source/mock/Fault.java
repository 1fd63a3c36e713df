package io.dbus.source.mock;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.util.TimeUtils;

/**
 * Something that goes wrong at a row, or at each so-many-th.
 *
 * @param kind what
 * @param at the row's number in the source, from 0; of the first where it happens again and again
 * @param every after how many rows it happens again; 0 when it does not
 * @param amount rows of a burst, bytes of a row that is too large, milliseconds of a pause; otherwise 0
 */
record Fault(FaultKind kind, long at, long every, long amount) implements Serializable {
    private static final long serialVersionUID = 1L;

    Fault {
        requireNonNull(kind, "kind");
    }

    /**
     * A fault as a user writes it: {@code {kind: pause, at: 1000, for: 5 s}}.
     *
     * @throws IllegalArgumentException when it cannot be read; its message says why
     */
    static Fault parse(Map<String, String> text) {
        String name = text.getOrDefault("kind", "");
        FaultKind kind = Arrays.stream(FaultKind.values())
                .filter(k -> k.toString().equals(name.toLowerCase(Locale.ROOT)))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "'" + name + "' is no kind of fault; there are " + List.of(FaultKind.values())));
        String amountKey =
                switch (kind) {
                    case BURST -> "rows";
                    case TOO_LARGE -> "bytes";
                    case PAUSE -> "for";
                    default -> "";
                };
        Set<String> unknown = new HashSet<>(text.keySet());
        unknown.removeAll(Set.of("kind", "at", "every", amountKey));
        if (!unknown.isEmpty()) {
            throw new IllegalArgumentException("the fault " + kind + " knows no " + unknown);
        }
        if (text.containsKey("at") == text.containsKey("every")) {
            throw new IllegalArgumentException("the fault " + kind + " needs either 'at' or 'every', a number of rows");
        }
        long amount = 0;
        if (!amountKey.isEmpty()) {
            if (!text.containsKey(amountKey)) {
                throw new IllegalArgumentException("the fault " + kind + " needs '" + amountKey + "'");
            }
            amount = amount(kind, text.get(amountKey));
        }
        if (text.containsKey("at")) {
            return new Fault(kind, number("at", text.get("at"), 0), 0, amount);
        }
        long every = number("every", text.get("every"), 1);
        return new Fault(kind, every - 1, every, amount);
    }

    /** The number of the first row at or after one at which it happens; Long.MAX_VALUE when there is none. */
    long next(long from) {
        if (from <= at) {
            return at;
        }
        return every == 0 ? Long.MAX_VALUE : at + (from - at + every - 1) / every * every;
    }

    private static long amount(FaultKind kind, String text) {
        try {
            return switch (kind) {
                case BURST -> number("rows", text, 1);
                case TOO_LARGE -> MemorySize.parse(text).getBytes();
                default -> {
                    Duration duration = TimeUtils.parseDuration(text);
                    yield duration.toMillis();
                }
            };
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("the fault " + kind + " cannot have '" + text + "'", e);
        }
    }

    private static long number(String key, String text, long least) {
        try {
            long number = Long.parseLong(text);
            if (number >= least) {
                return number;
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + key + "' of a fault must be a number of rows, not " + text, e);
        }
        throw new IllegalArgumentException("'" + key + "' of a fault must be at least " + least + ", not " + text);
    }
}
