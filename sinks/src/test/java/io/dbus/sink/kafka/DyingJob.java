package io.dbus.sink.kafka;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.deadletter.FilesDeadLetterPlugin;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A process with a whole Flink that halts as soon as the checkpoint is complete that covers its one reject, number 5. */
public final class DyingJob {
    static final int EXIT_CODE = 9;

    private DyingJob() {}

    /** With the brokers, the topic and the folder of dead letters. */
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(1, new Configuration());
        env.enableCheckpointing(200);
        PluginContext sink = Changes.context("dying", args[0], args[1], Map.of());
        Changes.job(
                env,
                sink.withRejects(new FilesDeadLetterPlugin().rejects(letters(args[2]))),
                Long.MAX_VALUE,
                1_000,
                new Death());
        env.execute();
    }

    static PluginContext letters(String folder) {
        return new PluginContext("shop", "dead-letters", Configuration.fromMap(Map.of("path", folder)), List.of());
    }

    private static final class Death implements MapFunction<Event, Event>, CheckpointedFunction, CheckpointListener {
        private static final long serialVersionUID = 1L;

        private transient long passed;
        private transient long covering;

        @Override
        public Event map(Event event) {
            RowChange row = (RowChange) event;
            passed = Math.max(passed, row.origin().ordinal());
            return row.origin().ordinal() == 5
                    ? RowChange.insert(row.schema(), Changes.spoilt(5), row.origin(), row.key())
                    : row;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) {
            // One that is behind number 5 is in the sink, and so was number 5.
            if (covering == 0 && passed > 5) {
                covering = context.getCheckpointId();
            }
        }

        @Override
        public void initializeState(FunctionInitializationContext context) {}

        @Override
        public void notifyCheckpointComplete(long checkpointId) {
            if (covering > 0 && checkpointId >= covering) {
                Runtime.getRuntime().halt(EXIT_CODE);
            }
        }
    }
}
