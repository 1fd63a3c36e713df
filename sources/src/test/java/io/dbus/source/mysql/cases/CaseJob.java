package io.dbus.source.mysql.cases;

import io.dbus.event.Event;
import io.dbus.event.Operation;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.plugin.PluginContext;
import io.dbus.source.JobEnds;
import io.dbus.source.mysql.MySqlSourcePlugin;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.configuration.CheckpointingOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.runtime.state.FunctionInitializationContext;
import org.apache.flink.runtime.state.FunctionSnapshotContext;
import org.apache.flink.streaming.api.checkpoint.CheckpointedFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/**
 * Jobs of the source, one after the other, each of which goes on from the state of the one before. How much came out is state too: after a
 * restart what came later is forgotten, so that in the end every event must be there once.
 */
final class CaseJob implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Map<Integer, Shared> SHARED = new ConcurrentHashMap<>();
    /** What Flink says around the message that matters. */
    private static final List<String> FLINKS_OWN = List.of(
            "JobExecutionException",
            "Job execution failed",
            "The failure is not recoverable",
            "fetchers have encountered exception",
            "SplitFetcher thread");

    private static final Duration BETWEEN_CHECKPOINTS = Duration.ofMillis(30);

    /** Rows of which more than so many bytes are kept as a name only, where a case is too big for memory. */
    private static final int LARGE = 1 << 20;

    /** Long enough for a checkpoint between two events. */
    private static final long SLOW_NANOS = Duration.ofMillis(100).toNanos();

    /** What a running job shares with its test. */
    private static final class Shared {
        private final List<Event> out = new ArrayList<>();
        private volatile int killAt = -1;
        private volatile int checkpoints;
        private volatile int restored;
        private volatile boolean killed;
    }

    private final int number = NUMBERS.incrementAndGet();
    private final Shared shared = new Shared();
    private final Configuration options;
    private final Configuration flink = new Configuration();
    private final String marks;
    private final Path directory;
    private final boolean light;
    private Optional<JobClient> client = Optional.empty();
    private final List<JobID> jobs = new ArrayList<>();

    /**
     * A job that is not started yet.
     *
     * @param directory where checkpoints and savepoints go
     * @param options the source's
     * @param marks the database whose rows are the runner's own
     * @param light whether large rows are kept without their columns
     */
    CaseJob(Path directory, Configuration options, String marks, boolean light) {
        this.directory = directory;
        this.options = options;
        this.marks = marks;
        this.light = light;
        SHARED.put(number, shared);
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, BETWEEN_CHECKPOINTS);
        flink.set(CheckpointingOptions.MIN_PAUSE_BETWEEN_CHECKPOINTS, BETWEEN_CHECKPOINTS);
        flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        flink.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        flink.set(
                CheckpointingOptions.EXTERNALIZED_CHECKPOINT_RETENTION,
                ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    }

    PluginContext context() {
        return new PluginContext("case-" + number, "db", options, List.of());
    }

    void start() throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        environment.setParallelism(1);
        MySqlSourcePlugin plugin = new MySqlSourcePlugin();
        environment
                .fromSource(plugin.source(context()), plugin.watermarks(context()), "source")
                .uid("source")
                .map(new Collect(number, marks, light))
                .returns(Types.INT)
                .uid("collect")
                .sinkTo(new DiscardingSink<>())
                .uid("sink");
        JobClient started = environment.executeAsync("case " + number);
        client = Optional.of(started);
        jobs.add(started.getJobID());
    }

    /** The ids of all jobs, in their order. */
    List<JobID> ids() {
        return List.copyOf(jobs);
    }

    boolean isRunning() {
        return client.isPresent();
    }

    /** Ends the job with a savepoint, from which the next goes on. */
    void stopWithSavepoint() throws Exception {
        goOnFrom(JobEnds.bySavepoint(client.orElseThrow(), directory.resolve("savepoints")));
    }

    /** Throws the job away; the next goes on from its last checkpoint. */
    void throwAway() throws Exception {
        JobEnds.byCancel(client.orElseThrow());
        goOnFrom(lastCheckpoint());
    }

    private void goOnFrom(String state) {
        flink.set(StateRecoveryOptions.SAVEPOINT_PATH, state);
        client = Optional.empty();
    }

    private String lastCheckpoint() throws IOException {
        Path checkpoints = directory
                .resolve("checkpoints")
                .resolve(jobs.get(jobs.size() - 1).toHexString());
        try (Stream<Path> entries = Files.list(checkpoints)) {
            return entries.filter(entry -> Files.exists(entry.resolve("_metadata")))
                    .max(Comparator.comparingInt(entry ->
                            Integer.parseInt(entry.getFileName().toString().substring(4))))
                    .orElseThrow(() -> new IllegalStateException("There is no checkpoint in " + checkpoints))
                    .toUri()
                    .toString();
        }
    }

    /** Lets the job fail when so many more events of the case are out. */
    void killAfter(int events) {
        shared.killAt = count() + events;
    }

    /** Whether a kill is still to come. */
    boolean isToBeKilled() {
        return shared.killAt >= 0;
    }

    /** Starts another job if this one was killed as asked; gives how many events its checkpoint had. */
    Optional<Integer> restartIfKilled() throws Exception {
        if (!shared.killed || !status().isGloballyTerminalState()) {
            return Optional.empty();
        }
        shared.killed = false;
        goOnFrom(lastCheckpoint());
        int starts = shared.restored;
        start();
        while (shared.restored == starts && !status().isGloballyTerminalState()) {
            LockSupport.parkNanos(5_000_000);
        }
        return Optional.of(count());
    }

    JobStatus status() throws Exception {
        return client.orElseThrow().getJobStatus().get(60, TimeUnit.SECONDS);
    }

    /** The messages of the failure of a job that ended by itself. */
    String failure() throws Exception {
        try {
            client.orElseThrow().getJobExecutionResult().get(60, TimeUnit.SECONDS);
            return "the job ended without a failure";
        } catch (ExecutionException e) {
            client = Optional.empty();
            StringBuilder text = new StringBuilder();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                String message = String.valueOf(cause.getMessage());
                if (FLINKS_OWN.stream().noneMatch(message::contains)) {
                    text.append(message).append('\n');
                }
            }
            return text.toString();
        }
    }

    /** All events but the runner's own. */
    List<Event> events() {
        return events(false);
    }

    /** How many events of the case are out. */
    int count() {
        return events(false).size();
    }

    /** Whether the runner's row of the number is out. */
    boolean hasMark(long mark) {
        String line = "[" + mark + "]";
        return events(true).stream()
                .anyMatch(event -> event instanceof RowChange row
                        && io.dbus.event.ValueText.of(row).endsWith(line));
    }

    private List<Event> events(boolean ofMarks) {
        synchronized (shared.out) {
            return shared.out.stream()
                    .filter(event -> isOf(event, marks) == ofMarks)
                    .toList();
        }
    }

    /** How many checkpoints the job completed. */
    int checkpoints() {
        return shared.checkpoints;
    }

    private static boolean isOf(Event event, String database) {
        return event instanceof RowChange row && row.table().database().equals(database)
                || event instanceof Truncate truncate
                        && truncate.table().database().equals(database)
                || event instanceof SchemaChange change && change.database().equals(database);
    }

    @Override
    public void close() {
        try {
            if (client.isPresent() && !status().isGloballyTerminalState()) {
                JobEnds.byCancel(client.orElseThrow());
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
        private final String marks;
        private final boolean light;
        private transient ListState<Integer> state;

        Collect(int number, String marks, boolean light) {
            this.number = number;
            this.marks = marks;
            this.light = light;
        }

        @Override
        public Integer map(Event arrived) {
            Event event = light ? lightened(arrived) : arrived;
            Shared shared = SHARED.get(number);
            synchronized (shared.out) {
                shared.out.add(event);
            }
            if (shared.killAt >= 0 && !isOf(event, marks)) {
                if (casesOwn(shared) >= shared.killAt) {
                    shared.killAt = -1;
                    shared.killed = true;
                    throw new IllegalStateException("the case kills the job here");
                }
                LockSupport.parkNanos(SLOW_NANOS);
            }
            return 1;
        }

        private long casesOwn(Shared shared) {
            synchronized (shared.out) {
                return shared.out.stream().filter(one -> !isOf(one, marks)).count();
            }
        }

        /** A large row without its columns. */
        private static Event lightened(Event event) {
            if (!(event instanceof RowChange row)
                    || row.operation() != Operation.INSERT
                    || row.image().length() < LARGE) {
                return event;
            }
            TableSchema none = TableSchema.of(row.table(), RowBuilder.layout(), List.of(), List.of());
            return RowChange.insert(none, new RowBuilder(none.layout()).build(), row.origin(), row.key());
        }

        @Override
        public void snapshotState(FunctionSnapshotContext context) throws Exception {
            Shared shared = SHARED.get(number);
            synchronized (shared.out) {
                state.update(List.of(shared.out.size()));
            }
        }

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // Only the task's thread writes it.
        public void notifyCheckpointComplete(long checkpointId) {
            Shared shared = SHARED.get(number);
            if (shared != null) {
                shared.checkpoints++;
            }
        }

        @Override
        @SuppressWarnings("NonAtomicOperationOnVolatileField") // Only the task's thread writes it.
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state = context.getOperatorStateStore().getListState(new ListStateDescriptor<>("out", Types.INT));
            Shared shared = SHARED.get(number);
            synchronized (shared.out) {
                int kept = 0;
                for (int size : state.get()) {
                    kept += size;
                }
                shared.out.subList(kept, shared.out.size()).clear();
                shared.checkpoints = 0;
                shared.restored++;
            }
        }
    }
}
