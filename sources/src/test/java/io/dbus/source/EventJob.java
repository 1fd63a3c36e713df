package io.dbus.source;

import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * A Flink job of a source and a list of what came out of it. The list is state of the job: after a restart it is as the checkpoint
 * had it, so that in the end every event must be in it once.
 */
public final class EventJob implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Map<Integer, Shared> SHARED = new ConcurrentHashMap<>();

    /** What a running job shares with its test. */
    private static final class Shared {
        private final List<Event> out = new ArrayList<>();
        private volatile int failAfter = -1;
        private volatile int restores;
        private volatile long parkNanos;
        private volatile long checkpoints;
    }

    private final int number = NUMBERS.incrementAndGet();
    private final Path directory;
    private final Supplier<? extends Source<Event, ?, ?>> source;
    private final Configuration flink = new Configuration();
    private int parallelism = 1;
    private Optional<JobClient> client = Optional.empty();

    /**
     * A job.
     *
     * @param directory where checkpoints and savepoints go
     */
    public EventJob(Path directory, Supplier<? extends Source<Event, ?, ?>> source) {
        this.directory = directory;
        this.source = source;
        SHARED.put(number, new Shared());
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
        flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        flink.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    }

    public EventJob parallelism(int readers) {
        parallelism = readers;
        return this;
    }

    /** Lets Flink start the job again after a failure, three times. */
    public EventJob restarting() {
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        return this;
    }

    /** Lets the job fail once, when so many events are out and a checkpoint has some of them. */
    public EventJob failingOnceAfter(int events) {
        shared().failAfter = events;
        return restarting();
    }

    /** Makes the pipeline slow: so long for each event. */
    public EventJob slowBy(Duration perEvent) {
        shared().parkNanos = perEvent.toNanos();
        return this;
    }

    public EventJob start() throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        environment.setParallelism(parallelism);
        environment
                .fromSource(source.get(), WatermarkStrategy.noWatermarks(), "source", EventTypeInfo.INSTANCE)
                .uid("source")
                .map(new Collect(number))
                .returns(Types.INT)
                .uid("collect")
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>())
                .uid("sink")
                .setParallelism(1);
        client = Optional.of(environment.executeAsync("event job " + number));
        return this;
    }

    /** Stops with a savepoint, from which the next {@link #start} goes on. */
    public EventJob stopWithSavepoint() throws Exception {
        String savepoint = JobEnds.bySavepoint(client.orElseThrow(), directory.resolve("savepoints"));
        flink.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        client = Optional.empty();
        return this;
    }

    /** Waits for the job's end. */
    public EventJob finish() throws Exception {
        client.orElseThrow().getJobExecutionResult().get(120, TimeUnit.SECONDS);
        client = Optional.empty();
        return this;
    }

    /** Waits for the job's failure and returns all its messages. */
    public String failure() throws Exception {
        try {
            client.orElseThrow().getJobExecutionResult().get(90, TimeUnit.SECONDS);
            throw new AssertionError("the job ended without a failure");
        } catch (ExecutionException e) {
            client = Optional.empty();
            StringBuilder text = new StringBuilder();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                text.append(cause.getMessage()).append('\n');
            }
            return text.toString();
        }
    }

    /** What came out, those events first that a checkpoint had. */
    public List<Event> out() {
        synchronized (shared().out) {
            return List.copyOf(shared().out);
        }
    }

    public int count() {
        synchronized (shared().out) {
            return shared().out.size();
        }
    }

    /** How many checkpoints are complete since the last start. */
    public long checkpoints() {
        return shared().checkpoints;
    }

    /** How often the job was restored. */
    public int restores() {
        return shared().restores;
    }

    public JobStatus status() throws Exception {
        return client.orElseThrow().getJobStatus().get(30, TimeUnit.SECONDS);
    }

    private Shared shared() {
        return SHARED.get(number);
    }

    @Override
    public void close() {
        try {
            if (client.isPresent() && !status().isGloballyTerminalState()) {
                JobEnds.byCancel(client.get());
            }
        } catch (Exception e) {
            throw new AssertionError("the job cannot be cancelled", e);
        }
        SHARED.remove(number);
    }

    private static final class Collect extends RichMapFunction<Event, Integer>
            implements CheckpointedFunction, CheckpointListener {
        private static final long serialVersionUID = 1L;

        private final int number;
        private transient ListState<Event> state;
        private transient List<Event> added;
        private transient int inSnapshot;
        private transient int saved;

        Collect(int number) {
            this.number = number;
        }

        @Override
        public Integer map(Event event) {
            Shared shared = SHARED.get(number);
            int size;
            synchronized (shared.out) {
                shared.out.add(event);
                size = shared.out.size();
            }
            added.add(event);
            if (shared.parkNanos > 0) {
                LockSupport.parkNanos(shared.parkNanos);
            }
            if (shared.failAfter >= 0 && size > shared.failAfter && saved > 0) {
                shared.failAfter = -1;
                throw new IllegalStateException("the test fails the job here");
            }
            return 1;
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            state.update(added);
            inSnapshot = added.size();
        }

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // Only the task's thread writes it.
        public void notifyCheckpointComplete(long checkpointId) {
            SHARED.get(number).checkpoints++;
            saved = inSnapshot;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state = context.getOperatorStateStore()
                    .getListState(new ListStateDescriptor<>("out", EventTypeInfo.INSTANCE));
            added = new ArrayList<>();
            Shared shared = SHARED.get(number);
            shared.checkpoints = 0;
            synchronized (shared.out) {
                shared.out.clear();
                for (Event event : state.get()) {
                    added.add(event);
                    shared.out.add(event);
                }
                shared.restores += context.isRestored() ? 1 : 0;
            }
        }
    }
}
