package io.dbus.operator.dedupe;

import io.dbus.operator.state.StateOptions;
import java.time.Duration;
import java.util.List;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;

/** The options of {@code dedupe}. */
public final class DedupeOptions {
    /** What becomes of updates that change nothing. */
    public static final ConfigOption<Duplicates> UNCHANGED = ConfigOptions.key("unchanged")
            .enumType(Duplicates.class)
            .defaultValue(Duplicates.DROP)
            .withDescription(
                    "What becomes of an update that changes none of the columns looked at: drop (counted as dropped, reason unchanged) or pass. Of images that are "
                            + "not full (binlog_row_image MINIMAL or NOBLOB) only updates are dropped that are sure to change nothing: a column that the image after "
                            + "the update lacks was not set, one that only the image before lacks may have changed. Updates that change the key pass.");

    /** The columns to look at. */
    public static final ConfigOption<List<String>> COLUMNS = ConfigOptions.key("columns")
            .stringType()
            .asList()
            .noDefaultValue()
            .withDescription(
                    "The columns that an update must change to pass, as patterns in order: names with * (any characters) and ? (one character); the last that fits "
                            + "decides, and one that begins with ! excludes. Without it, all columns. Example: ['*', '!updated_at'] drops updates that touch nothing but "
                            + "updated_at. Only these columns are decoded, and of updates only. Updates of a table that has none of them pass.");

    /** What becomes of repeats. */
    public static final ConfigOption<Duplicates> REPEATS = ConfigOptions.key("repeats")
            .enumType(Duplicates.class)
            .defaultValue(Duplicates.DROP)
            .withDescription(
                    "What becomes of an event whose key was seen before with its sequence or a later one of the same server, as when a source reads again from an earlier "
                            + "place: drop (counted as dropped, reason repeat) or pass. Sequences of different servers are "
                            + "never compared. A dead letter that a component behind this one wrote was seen here: replay it behind this one, or it is dropped as the repeat that it is.");

    /** How long sequences are kept. */
    public static final ConfigOption<Duration> STATE_TTL = StateOptions.ttl(
            "A repeat that comes after its key was forgotten passes; nothing else changes. The state is the last sequence of each key, some 40 bytes and the key.");

    private DedupeOptions() {}
}
