package io.dbus.job.graph;

import io.dbus.job.pipeline.Pipeline;
import java.time.Duration;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.ReadableConfig;
import org.apache.flink.configuration.StateBackendOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * The options of Flink that a pipeline's job runs with. What {@code pipeline.flink} says wins over what the cluster is
 * configured to, and that over the defaults of dbus.
 */
final class JobOptions {
    private JobOptions() {}

    static void configure(StreamExecutionEnvironment env, Pipeline pipeline) {
        Configuration options = defaults(env.getConfiguration(), pipeline);
        options.addAll(pipeline.settings().flink());
        options.set(PipelineOptions.NAME, pipeline.name());
        options.set(PipelineOptions.MAX_PARALLELISM, pipeline.settings().maxParallelism());
        env.configure(options);
        pipeline.settings().parallelism().ifPresent(env::setParallelism);
    }

    private static Configuration defaults(ReadableConfig given, Pipeline pipeline) {
        Configuration options = new Configuration();
        unlessGiven(given, options, CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(10));
        unlessGiven(
                given, options, CheckpointingOptions.CHECKPOINTING_CONSISTENCY_MODE, CheckpointingMode.EXACTLY_ONCE);
        unlessGiven(
                given,
                options,
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        // Events are immutable, so nothing need be copied between chained operators.
        unlessGiven(given, options, PipelineOptions.OBJECT_REUSE, true);
        // An operator whose uid Flink would make up could not be restored after an edit of the file.
        unlessGiven(given, options, PipelineOptions.AUTO_GENERATE_UIDS, false);
        unlessGiven(given, options, PipelineOptions.GENERIC_TYPES, false);
        if (pipeline.operators().stream().anyMatch(operator -> operator.plugin().keyed(operator.context()))) {
            unlessGiven(given, options, StateBackendOptions.STATE_BACKEND, "rocksdb");
            unlessGiven(given, options, CheckpointingOptions.INCREMENTAL_CHECKPOINTS, true);
            // The size of the state, as RocksDB estimates it for each state of each operator.
            unlessGiven(given, options, RocksDBNativeMetricOptions.ESTIMATE_NUM_KEYS, true);
            unlessGiven(given, options, RocksDBNativeMetricOptions.ESTIMATE_LIVE_DATA_SIZE, true);
        }
        return options;
    }

    private static <T> void unlessGiven(ReadableConfig given, Configuration options, ConfigOption<T> option, T value) {
        if (given.getOptional(option).isEmpty()) {
            options.set(option, value);
        }
    }
}
