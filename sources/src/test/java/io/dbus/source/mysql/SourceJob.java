package io.dbus.source.mysql;

import io.dbus.embedded.DatabaseServer;
import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.Truncate;
import io.dbus.event.ValueText;
import io.dbus.plugin.PluginContext;
import io.dbus.plugin.Problem;
import io.dbus.source.JobEnds;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.JobStatus;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.state.CheckpointListener;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
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
 * A Flink job of the source and a list of what came out of it. The list is state of the job: after a restart it is as the
 * checkpoint had it, so that in the end every row must be in it once.
 */
final class SourceJob implements AutoCloseable {
    private static final AtomicInteger NUMBERS = new AtomicInteger();
    private static final Map<Integer, Lines> LINES = new ConcurrentHashMap<>();

    /** What a running job shares with its test. */
    private static final class Lines {
        private final List<Out> out = new ArrayList<>();
        private volatile int restores;
        private volatile int failAfter = -1;
        private volatile int failSaved;
        private volatile int restoredRows;
        private volatile long parkNanos;
        private volatile long checkpoints;
        private final Set<String> begun = ConcurrentHashMap.newKeySet();
    }

    /** A row that came out. */
    record Out(
            String server,
            String line,
            long sequence,
            long ordinal,
            boolean last,
            String gtid,
            Event event,
            long checkpointsBefore) {
        RowChange change() {
            return (RowChange) event;
        }
    }

    private final int number = NUMBERS.incrementAndGet();
    private final Configuration options = new Configuration();
    private final Configuration flink = new Configuration();
    private final Path directory;
    private Set<String> servers = Set.of();
    private int parallelism = 1;
    private Optional<JobClient> client = Optional.empty();

    /**
     * A job that reads a server's tables from the next transaction on.
     *
     * @param directory where checkpoints and savepoints go
     */
    SourceJob(Path directory, DatabaseServer server, String... tables) {
        this(directory, Map.of("db", List.of(server)), tables);
    }

    SourceJob(Path directory, Map<String, List<DatabaseServer>> servers, String... tables) {
        this.directory = directory;
        LINES.put(number, new Lines());
        DatabaseServer any = servers.values().iterator().next().get(0);
        options.set(MySqlSourceOptions.USERNAME, any.rootUser());
        options.set(MySqlSourceOptions.PASSWORD, any.password());
        options.set(MySqlSourceOptions.TABLES, List.of(tables));
        options.set(MySqlSourceOptions.HEARTBEAT_INTERVAL, Duration.ofSeconds(1));
        options.set(MySqlSourceOptions.RECONNECT_BACKOFF, Duration.ofMillis(100));
        options.set(MySqlSourceOptions.RECONNECT_BACKOFF_MAX, Duration.ofSeconds(1));
        servers(servers);
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofMillis(100));
        flink.set(CheckpointingOptions.CHECKPOINT_STORAGE, "filesystem");
        flink.set(
                CheckpointingOptions.CHECKPOINTS_DIRECTORY,
                directory.resolve("checkpoints").toUri().toString());
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "none");
    }

    /** Other servers than at first, or other hosts of them. */
    SourceJob servers(Map<String, List<DatabaseServer>> servers) {
        this.servers = Set.copyOf(servers.keySet());
        options.set(
                MySqlSourceOptions.SERVERS,
                servers.entrySet().stream()
                        .collect(java.util.stream.Collectors.toMap(
                                Map.Entry::getKey,
                                entry -> "["
                                        + String.join(
                                                ", ",
                                                entry.getValue().stream()
                                                        .map(server -> server.hostname() + ":" + server.port())
                                                        .toList())
                                        + "]")));
        return this;
    }

    <T> SourceJob with(org.apache.flink.configuration.ConfigOption<T> option, T value) {
        options.set(option, value);
        return this;
    }

    SourceJob parallelism(int readers) {
        parallelism = readers;
        return this;
    }

    SourceJob checkpointEvery(Duration interval) {
        flink.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, interval);
        return this;
    }

    /** Lets the job fail once, when so many rows are out and a checkpoint has some of them, and restart from that. */
    SourceJob failingOnceAfter(int rows) {
        return failingOnceAfter(rows, 1);
    }

    /** The same, once a checkpoint has so many rows at least. */
    SourceJob failingOnceAfter(int rows, int saved) {
        LINES.get(number).failSaved = saved;
        LINES.get(number).failAfter = rows;
        return restarting();
    }

    /** Lets Flink start the job again after a failure, three times. */
    SourceJob restarting() {
        flink.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_DELAY, Duration.ZERO);
        flink.set(RestartStrategyOptions.RESTART_STRATEGY_FIXED_DELAY_ATTEMPTS, 3);
        return this;
    }

    /** Makes the pipeline slow: so long for each row. */
    SourceJob slowBy(Duration perRow) {
        LINES.get(number).parkNanos = perRow.toNanos();
        return this;
    }

    MySqlSource source() {
        return (MySqlSource) new MySqlSourcePlugin().source(context());
    }

    List<Problem> problems() {
        return new MySqlSourcePlugin().validate(context());
    }

    PluginContext context() {
        return new PluginContext("test-" + number, "db", options, List.of());
    }

    SourceJob start() throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(flink);
        environment.setParallelism(parallelism);
        environment
                .fromSource(
                        new WatchedSource(source(), begun(number)),
                        new MySqlSourcePlugin().watermarks(context()),
                        "source")
                .uid("source")
                .map(new Collect(number))
                .returns(Types.INT)
                .uid("collect")
                .setParallelism(1)
                .sinkTo(new DiscardingSink<>())
                .uid("sink")
                .setParallelism(1);
        client = Optional.of(environment.executeAsync("source test " + number));
        return this;
    }

    private static WatchedSource.Begun begun(int number) {
        return server -> {
            Lines lines = LINES.get(number);
            if (lines != null) {
                lines.begun.add(server);
            }
        };
    }

    JobID id() {
        return client.orElseThrow().getJobID();
    }

    /** Stops with a savepoint, from which the next {@link #start} goes on. */
    SourceJob stopWithSavepoint() throws Exception {
        String savepoint = JobEnds.bySavepoint(client.orElseThrow(), directory.resolve("savepoints"));
        flink.set(StateRecoveryOptions.SAVEPOINT_PATH, savepoint);
        client = Optional.empty();
        return this;
    }

    List<Out> out() {
        List<Out> out = LINES.get(number).out;
        synchronized (out) {
            return List.copyOf(out);
        }
    }

    List<String> lines() {
        return out().stream().map(Out::line).toList();
    }

    int count() {
        List<Out> out = LINES.get(number).out;
        synchronized (out) {
            return out.size();
        }
    }

    /** How many checkpoints are complete; none before each server has a position, without which checkpoints complete too. */
    long checkpoints() {
        Lines lines = LINES.get(number);
        return lines.begun.containsAll(servers) ? lines.checkpoints : 0;
    }

    /** How often the job restarted. */
    int restores() {
        return LINES.get(number).restores;
    }

    /** How many rows the checkpoint had from which the job restarted the last time. */
    int restoredRows() {
        return LINES.get(number).restoredRows;
    }

    JobStatus status() throws Exception {
        return client.orElseThrow().getJobStatus().get(30, TimeUnit.SECONDS);
    }

    /** Waits for the job's failure and returns all its messages. */
    String failure() throws Exception {
        try {
            client.orElseThrow().getJobExecutionResult().get(90, TimeUnit.SECONDS);
            throw new AssertionError("the job ended without a failure");
        } catch (java.util.concurrent.ExecutionException e) {
            client = Optional.empty();
            StringBuilder text = new StringBuilder();
            for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                text.append(cause.getMessage()).append('\n');
            }
            return text.toString();
        }
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
        LINES.remove(number);
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
        public void open(OpenContext context) {
            LINES.get(number).checkpoints = 0;
        }

        @Override
        public Integer map(Event event) {
            if (event instanceof SchemaChange) {
                return 0; // Of rows alone these tests tell.
            }
            Lines lines = LINES.get(number);
            int size;
            synchronized (lines.out) {
                lines.out.add(line(event, lines.checkpoints));
                size = lines.out.size();
            }
            added.add(event);
            if (lines.parkNanos > 0) {
                LockSupport.parkNanos(lines.parkNanos);
            }
            if (lines.failAfter >= 0 && size > lines.failAfter && saved >= lines.failSaved) {
                lines.failAfter = -1;
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
            LINES.get(number).checkpoints++;
            saved = inSnapshot;
        }

        @Override
        public void initializeState(FunctionInitializationContext context) throws Exception {
            state = context.getOperatorStateStore()
                    .getListState(new ListStateDescriptor<>("out", io.dbus.event.EventTypeInfo.INSTANCE));
            added = new ArrayList<>();
            Lines lines = LINES.get(number);
            synchronized (lines.out) {
                lines.out.clear();
                for (Event event : state.get()) {
                    added.add(event);
                    lines.out.add(line(event, 0));
                }
                lines.restores += context.isRestored() ? 1 : 0;
                lines.restoredRows = lines.out.size();
            }
        }

        private static Out line(Event event, long checkpoints) {
            String line = event instanceof RowChange row
                    ? row.table().table() + " " + ValueText.of(row)
                    : ((Truncate) event).table().table() + " TRUNCATE";
            return new Out(
                    event.origin().transaction().server(),
                    line,
                    event.origin().sequence(),
                    event.origin().ordinal(),
                    event.origin().last(),
                    event.origin().transaction().gtid(),
                    event,
                    checkpoints);
        }
    }
}
