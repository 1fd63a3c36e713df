package io.dbus.fuzz;

import static java.util.Objects.requireNonNull;

import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * What a run is to do. The same seed, server and features do the same work.
 *
 * @param seed of all that is random
 * @param steps how many steps at most; empty for no limit
 * @param time how long at most; empty for no limit
 * @param mariaDb whether the server is MariaDB, not MySQL
 * @param features what is done
 */
public record FuzzOptions(
        long seed, Optional<Long> steps, Optional<Duration> time, boolean mariaDb, Set<Feature> features) {
    public FuzzOptions {
        requireNonNull(steps, "steps");
        requireNonNull(time, "time");
        features = Set.copyOf(features);
    }

    boolean has(Feature feature) {
        return features.contains(feature);
    }
}
