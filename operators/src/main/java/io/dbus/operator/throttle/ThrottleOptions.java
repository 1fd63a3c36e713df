package io.dbus.operator.throttle;

import java.time.Duration;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** The options of {@code throttle}. */
public final class ThrottleOptions {
    /** Events per second. */
    public static final ConfigOption<Double> ROWS = ConfigOptions.key("rows-per-second")
            .doubleType()
            .noDefaultValue()
            .withDescription(
                    "How many events go on in a second, such as 1000 or 0.5. At least one of this and bytes-per-second is given; with both, both hold.");

    /** Bytes per second. */
    public static final ConfigOption<MemorySize> BYTES = ConfigOptions.key("bytes-per-second")
            .memoryType()
            .noDefaultValue()
            .withDescription(
                    "How many bytes go on in a second, such as 2 mb: those of the row images as the server sent them, of keys and values of messages. An event that is larger "
                            + "than a burst waits until a burst would be free and goes on; those behind it wait the longer.");

    /** What the limit is for. */
    public static final ConfigOption<ThrottleBy> BY = ConfigOptions.key("by")
            .enumType(ThrottleBy.class)
            .defaultValue(ThrottleBy.ALL)
            .withDescription(
                    "What the limit is for. all: the component as a whole, each of its parallel instances having an equal share, so that the limit is reached only where "
                            + "all have enough to do; nothing is held, the instance waits. source, server, database, table, or key (each row): every one of them has the whole "
                            + "limit for itself, and one that is at its limit does not hold up the others as long as max-held is not reached. Tables and databases go by "
                            + "the names that they have at this place of the pipeline; each takes one lane.");

    /** How much may go on at once. */
    public static final ConfigOption<Duration> BURST = ConfigOptions.key("burst")
            .durationType()
            .defaultValue(Duration.ofSeconds(1))
            .withDescription(
                    "How much may go on at once after a quiet time: what the limit allows in this time, at least one event. With by: all a start begins without it; otherwise a group that is new "
                            + "begins with it, so that a restart may add a burst.");

    /** How much is held. */
    public static final ConfigOption<MemorySize> MAX_HELD = ConfigOptions.key("max-held")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(16))
            .withDescription(
                    "How many bytes of events that are over a limit each parallel instance holds while others pass: their row images, and 500 bytes for the rest of each. They "
                            + "are on the heap, and in every checkpoint. When it is reached the instance waits, which presses back to the sources: nothing is ever dropped. While "
                            + "it waits a checkpoint waits too, for the events in front of its barrier; where that takes long (a limit of few events a second), set "
                            + "execution.checkpointing.unaligned.enabled: true in pipeline.flink, so that barriers pass them. At the end of bounded input no checkpoint is taken until all that is held has "
                            + "gone: keep max-held below what the limit lets pass in execution.checkpointing.timeout (10 min). Not with by: all, which holds nothing.");

    private ThrottleOptions() {}
}
