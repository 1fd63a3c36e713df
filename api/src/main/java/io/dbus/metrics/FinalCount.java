package io.dbus.metrics;

import static java.util.Objects.requireNonNull;

import java.util.Optional;

/**
 * The name of a count that is still to be had when a job has ended, as one of Flink's accumulators; they are shown in its web UI too.
 *
 * @param figure what is counted, such as {@code rows}; without a point
 * @param component the component that counts
 * @param what of what kind, such as {@code insert}; without a point
 * @param of of which table or server; may hold points
 */
public record FinalCount(String figure, String component, String what, String of) {
    private static final String PREFIX = "dbus.";

    public FinalCount {
        requireNonNull(figure, "figure");
        requireNonNull(component, "component");
        requireNonNull(what, "what");
        requireNonNull(of, "of");
    }

    /** The accumulator's name. */
    public String accumulator() {
        return PREFIX + figure + "." + component + "." + what + "." + of;
    }

    /** The count that an accumulator's name is of; empty when it is none of ours. */
    public static Optional<FinalCount> parse(String accumulator) {
        if (!accumulator.startsWith(PREFIX)) {
            return Optional.empty();
        }
        String[] parts = accumulator.substring(PREFIX.length()).split("\\.", 4);
        return parts.length == 4
                ? Optional.of(new FinalCount(parts[0], parts[1], parts[2], parts[3]))
                : Optional.empty();
    }
}
