package io.dbus.job.pipeline;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.MetricOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.configuration.StateChangelogOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.state.rocksdb.RocksDBConfigurableOptions;
import org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions;
import org.apache.flink.state.rocksdb.RocksDBOptions;

/**
 * The options of Flink that a job, not a cluster, decides: those that {@code pipeline.flink} takes. A cluster's options would
 * be taken without a word and do nothing, so they are refused.
 */
public final class FlinkOptions {
    private static final List<Class<?>> CLASSES = List.of(
            CheckpointingOptions.class,
            ExecutionOptions.class,
            PipelineOptions.class,
            RestartStrategyOptions.class,
            StateBackendOptions.class,
            StateChangelogOptions.class,
            StateRecoveryOptions.class,
            RocksDBConfigurableOptions.class,
            RocksDBNativeMetricOptions.class,
            RocksDBOptions.class);

    /** What the file says elsewhere. */
    private static final Set<String> OURS =
            Set.of(PipelineOptions.NAME.key(), PipelineOptions.MAX_PARALLELISM.key(), PipelineOptions.JARS.key());

    private FlinkOptions() {}

    /** Those that a job decides and that a pipeline file does not say elsewhere. */
    public static List<ConfigOption<?>> ofJobs() {
        List<ConfigOption<?>> options = new ArrayList<>();
        CLASSES.stream().flatMap(FlinkOptions::declared).forEach(options::add);
        options.add(MetricOptions.LATENCY_INTERVAL);
        options.removeIf(option -> OURS.contains(option.key()));
        return options;
    }

    private static Stream<ConfigOption<?>> declared(Class<?> type) {
        return Stream.of(type.getFields())
                .filter(field -> Modifier.isStatic(field.getModifiers()) && field.getType() == ConfigOption.class)
                .map(FlinkOptions::value);
    }

    private static ConfigOption<?> value(Field field) {
        try {
            return (ConfigOption<?>) field.get(null);
        } catch (IllegalAccessException e) {
            throw new IllegalStateException("Flink's option " + field + " cannot be read", e);
        }
    }
}
