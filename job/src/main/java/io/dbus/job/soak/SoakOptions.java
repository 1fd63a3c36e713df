package io.dbus.job.soak;

import static java.util.Objects.requireNonNull;

import java.nio.file.Path;
import java.time.Duration;

/**
 * What a soak is to be like.
 *
 * @param time how long faults are made
 * @param every from the begin of a fault to that of the next, unless recovery takes longer
 * @param seed decides the faults, their order and what is written
 * @param changesPerSecond how many changes of rows are written a second, on all servers together
 * @param delivery the guarantee of the Kafka sink
 * @param jar the job's jar
 */
record SoakOptions(Duration time, Duration every, long seed, double changesPerSecond, String delivery, Path jar) {
    SoakOptions {
        requireNonNull(time, "time");
        requireNonNull(every, "every");
        requireNonNull(delivery, "delivery");
        requireNonNull(jar, "jar");
        if (!(changesPerSecond > 0)) {
            throw new IllegalArgumentException("changesPerSecond is " + changesPerSecond + ", must be above 0");
        }
    }
}
