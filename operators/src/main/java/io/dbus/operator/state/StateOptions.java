package io.dbus.operator.state;

import io.dbus.plugin.Problem;
import java.time.Duration;
import java.util.List;
import org.apache.flink.api.common.state.StateDescriptor;
import org.apache.flink.api.common.state.StateTtlConfig;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.ReadableConfig;

/** The options that operators with keyed state share. */
public final class StateOptions {
    private static final String SIZE = " How large the state is, Flink shows in the operator's metrics "
            + "<state>.rocksdb.estimate-num-keys and <state>.rocksdb.estimate-live-data-size (bytes): RocksDB's own estimates of each instance, after a restore "
            + "as before it; after one at another parallelism, too high until RocksDB has compacted.";

    private StateOptions() {}

    /**
     * {@code state.ttl} of an operator.
     *
     * @param meaning what it means for the operator's results that state is forgotten, as sentences
     */
    public static ConfigOption<Duration> ttl(String meaning) {
        return ConfigOptions.key("state.ttl")
                .durationType()
                .noDefaultValue()
                .withDescription(
                        "How long what the operator knows of a key is kept after the key's last event, such as 30 d; "
                                + "without it, for ever. It counts the machines' clocks, not the times of events. "
                                + meaning + SIZE);
    }

    /** What is wrong with {@code state.ttl}. */
    public static List<Problem> problems(ReadableConfig options, ConfigOption<Duration> ttl) {
        return options.getOptional(ttl)
                        .filter(duration -> duration.toMillis() < 1)
                        .isPresent()
                ? List.of(Problem.ofOption(
                        ttl.key(), "nothing would be kept", "give a time like 30 d, or take the key out to keep all"))
                : List.of();
    }

    /**
     * Makes state expire.
     *
     * @param ttl how long after its last write; null means never
     */
    public static void expire(StateDescriptor<?, ?> descriptor, Duration ttl) {
        if (ttl != null) {
            descriptor.enableTimeToLive(config(ttl));
        }
    }

    private static StateTtlConfig config(Duration ttl) {
        return StateTtlConfig.newBuilder(ttl)
                .setUpdateType(StateTtlConfig.UpdateType.OnCreateAndWrite)
                .setStateVisibility(StateTtlConfig.StateVisibility.NeverReturnExpired)
                .cleanupInRocksdbCompactFilter(10_000)
                .cleanupIncrementally(10, false)
                .build();
    }
}
