package io.dbus.operator.state;

import io.dbus.event.Event;
import io.dbus.event.EventSerializer;
import io.dbus.event.EventTypeInfo;
import io.dbus.operator.TestRows;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import io.dbus.reject.RejectsFactory;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import org.apache.flink.api.common.JobID;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.metrics.Gauge;
import org.apache.flink.metrics.Metric;
import org.apache.flink.metrics.View;
import org.apache.flink.runtime.checkpoint.OperatorSubtaskState;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.runtime.state.KeyGroupRangeAssignment;
import org.apache.flink.runtime.state.StateBackend;
import org.apache.flink.runtime.state.hashmap.HashMapStateBackend;
import org.apache.flink.state.rocksdb.EmbeddedRocksDBStateBackend;
import org.apache.flink.state.rocksdb.RocksDBNativeMetricOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.api.watermark.Watermark;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.AbstractStreamOperatorTestHarness;
import org.apache.flink.streaming.util.KeyedOneInputStreamOperatorTestHarness;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;

/**
 * An operator with keyed state run on events as Flink would run its parallel instances: made by its plugin, sent to its machines as bytes, fed by key, stopped with its state and
 * started again with it at another parallelism. What stands in front of its exchange is one instance.
 */
public final class StatefulRun implements AutoCloseable {
    /** Where state by key is. */
    public enum Backend {
        HEAP,
        ROCKSDB
    }

    private static final int MAX_PARALLELISM = 720;

    private final How how;
    private final int parallelism;
    private final List<OneInputStreamOperatorTestHarness<Object, Event>> instances = new ArrayList<>();
    private final List<MockEnvironment> machines = new ArrayList<>();
    private final Map<String, List<Metric>> metrics = new TreeMap<>();
    private final Set<Integer> used = new HashSet<>();
    private final List<Event> out = new ArrayList<>();
    private final List<Object> records = new ArrayList<>();
    private final Deque<AutoCloseable> open = new ArrayDeque<>();
    private OneInputStreamOperatorTestHarness<Object, Object> front;
    private KeySelector<Object, Object> key;

    private record How(
            Function<DataStream<Event>, OperatorPlugin.Outputs> operator,
            Backend backend,
            TypeSerializer<?> crossing) {}

    private StatefulRun(How how, int parallelism) {
        this.how = how;
        this.parallelism = parallelism;
    }

    /** A context with options from text. */
    public static PluginContext context(Map<String, String> options, RejectsFactory rejects) {
        return new PluginContext("shop", "the-operator", Configuration.fromMap(options), List.of())
                .withRejects(rejects);
    }

    /** Starts the instances of a plugin's operator without state. */
    public static StatefulRun of(OperatorPlugin plugin, PluginContext context, Backend backend, int parallelism)
            throws Exception {
        return of(input -> plugin.apply(input, context), backend, parallelism);
    }

    /** Starts the instances of an operator without state. */
    public static StatefulRun of(
            Function<DataStream<Event>, OperatorPlugin.Outputs> operator, Backend backend, int parallelism)
            throws Exception {
        StatefulRun run = new StatefulRun(new How(operator, backend, new EventSerializer()), parallelism);
        run.start(null, 0, 0);
        return run;
    }

    @SuppressWarnings("unchecked") // Plugins make operators of events, and keys of EventKey.
    private void start(OperatorSubtaskState state, int oldParallelism, long time) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        OneInputTransformation<Object, Event> main =
                (OneInputTransformation<Object, Event>) (Transformation<?>) how.operator()
                        .apply(environment.fromData(EventTypeInfo.INSTANCE, TestRows.insert("a", "b", 1, "c")))
                        .main()
                        .getTransformation();
        key = (KeySelector<Object, Object>) main.getStateKeySelector();
        List<Transformation<?>> inputs = main.getInputs().get(0).getInputs();
        Transformation<?> before = inputs.isEmpty() ? null : inputs.get(0);
        if (before instanceof OneInputTransformation<?, ?> first
                && !(first.getInputs().isEmpty())) {
            front = new OneInputStreamOperatorTestHarness<>(
                    (OneInputStreamOperator<Object, Object>) operator(first.getOperatorFactory()), machine(0, 1));
            front.setProcessingTime(time);
            front.setup((TypeSerializer<Object>) first.getOutputType()
                    .createSerializer(environment.getConfig().getSerializerConfig()));
            front.open();
            open.push(front);
        }
        for (int i = 0; i < parallelism; i++) {
            OneInputStreamOperator<Object, Event> operator =
                    (OneInputStreamOperator<Object, Event>) operator(main.getOperatorFactory());
            OneInputStreamOperatorTestHarness<Object, Event> instance = key == null
                    ? new OneInputStreamOperatorTestHarness<>(operator, machine(i, parallelism))
                    : new KeyedOneInputStreamOperatorTestHarness<>(
                            operator, key, (TypeInformation<Object>) main.getStateKeyType(), machine(i, parallelism));
            instance.setStateBackend(backend());
            instance.setProcessingTime(time);
            instance.setStateTtlProcessingTime(time);
            instance.setup(new EventSerializer());
            if (state != null) {
                instance.initializeState(AbstractStreamOperatorTestHarness.repartitionOperatorState(
                        state, MAX_PARALLELISM, oldParallelism, parallelism, i));
            }
            instance.open();
            open.push(instance);
            instances.add(instance);
        }
    }

    private static Object operator(StreamOperatorFactory<?> factory) throws Exception {
        return ((SimpleOperatorFactory<?>) InstantiationUtil.clone(factory)).getOperator();
    }

    private StateBackend backend() {
        if (how.backend() == Backend.HEAP) {
            return new HashMapStateBackend();
        }
        Configuration options = new Configuration();
        options.set(RocksDBNativeMetricOptions.ESTIMATE_NUM_KEYS, true);
        return new EmbeddedRocksDBStateBackend(true)
                .configure(options, getClass().getClassLoader());
    }

    private MockEnvironment machine(int index, int of) {
        MockEnvironment machine = new MockEnvironmentBuilder()
                .setMetricGroup(group())
                .setMaxParallelism(MAX_PARALLELISM)
                .setParallelism(of)
                .setSubtaskIndex(index)
                .setManagedMemorySize(64 << 20)
                .build();
        open.push(machine);
        machines.add(machine);
        return machine;
    }

    private TaskMetricGroup group() {
        TestingMetricRegistry registry = TestingMetricRegistry.builder()
                .setRegisterConsumer((metric, name, group) -> {
                    if (name.equals("rocksdb.estimate-num-keys")) {
                        String[] scope = group.getScopeComponents();
                        String state = scope[scope.length - 1];
                        metrics.computeIfAbsent("keys " + state, n -> new ArrayList<>())
                                .add(metric);
                    }
                    String identifier = group.getMetricIdentifier(name, text -> text, -1, '.');
                    if (identifier.contains(".dbus.the-operator.")) {
                        String reason = group.getAllVariables().get("<reason>");
                        metrics.computeIfAbsent(reason == null ? name : name + " " + reason, n -> new ArrayList<>())
                                .add(metric);
                    }
                })
                .build();
        return TaskManagerMetricGroup.createTaskManagerMetricGroup(registry, "localhost", ResourceID.generate())
                .addJob(new JobID(), "job")
                .addTask(ExecutionAttemptID.randomId(), "task");
    }

    /** Gives events to the instances that their keys belong to. */
    public StatefulRun in(Event... events) throws Exception {
        for (Event event : events) {
            StreamRecord<Object> record =
                    new StreamRecord<>(event, event.origin().transaction().commitMicros() / 1000);
            if (front == null) {
                cross(record);
            } else {
                front.processElement(record);
                crossAll();
            }
        }
        collect();
        return this;
    }

    private void crossAll() throws Exception {
        for (Object element = front.getOutput().poll();
                element != null;
                element = front.getOutput().poll()) {
            if (element instanceof StreamRecord<?> record) {
                cross(new StreamRecord<>(record.getValue()));
            } else if (element instanceof Watermark mark) {
                for (var instance : instances) {
                    instance.processWatermark(mark);
                }
            }
        }
        collect();
    }

    private void cross(StreamRecord<Object> record) throws Exception {
        int instance = key == null
                ? 0
                : KeyGroupRangeAssignment.assignKeyToParallelOperator(
                        key.getKey(record.getValue()), MAX_PARALLELISM, parallelism);
        used.add(instance);
        instances.get(instance).processElement(record);
        collect();
    }

    private void collect() {
        for (var instance : instances) {
            for (Object element = instance.getOutput().poll();
                    element != null;
                    element = instance.getOutput().poll()) {
                records.add(element);
                if (element instanceof StreamRecord<?> record) {
                    out.add((Event) record.getValue());
                }
            }
        }
    }

    /** Sets the clock, in milliseconds. */
    public StatefulRun clock(long millis) throws Exception {
        if (front != null) {
            front.setProcessingTime(millis);
            crossAll();
        }
        for (var instance : instances) {
            instance.setStateTtlProcessingTime(millis);
            instance.setProcessingTime(millis);
        }
        collect();
        return this;
    }

    /** Sets the clock, in milliseconds, of instances that are at work. */
    public void clockAtWork(long millis) {
        for (var instance : instances) {
            try {
                instance.setProcessingTime(millis);
            } catch (Exception e) {
                throw new IllegalStateException("A timer failed", e);
            }
        }
    }

    /** Sends a watermark, in milliseconds. */
    public StatefulRun watermark(long millis) throws Exception {
        if (front == null) {
            for (var instance : instances) {
                instance.processWatermark(new Watermark(millis));
            }
        } else {
            front.processWatermark(new Watermark(millis));
            crossAll();
        }
        collect();
        return this;
    }

    /** Ends the input, as a bounded source does: after the last watermark. */
    public StatefulRun end() throws Exception {
        return watermark(Long.MAX_VALUE).endWithoutWatermark();
    }

    /** Tells the instances that the input ends, and nothing of time. */
    public StatefulRun endWithoutWatermark() throws Exception {
        if (front != null) {
            front.endInput();
            crossAll();
        }
        for (var instance : instances) {
            instance.endInput();
        }
        collect();
        return this;
    }

    /** Stops with a snapshot and starts from it at another parallelism; what came out so far is kept. */
    public StatefulRun restoredAt(int newParallelism) throws Exception {
        return restoredAt(newParallelism, how.operator());
    }

    /** Stops with a snapshot and starts another operator from it, at another parallelism; what came out so far is kept. */
    public StatefulRun restoredAt(int newParallelism, Function<DataStream<Event>, OperatorPlugin.Outputs> operator)
            throws Exception {
        long time = instances.get(0).getProcessingTime();
        OperatorSubtaskState state = snapshot();
        close();
        StatefulRun next = new StatefulRun(new How(operator, how.backend(), how.crossing()), newParallelism);
        next.out.addAll(out);
        next.start(state, parallelism, time);
        next.collect();
        return next;
    }

    /** Takes a snapshot of all instances, as at a checkpoint. */
    public OperatorSubtaskState snapshot() throws Exception {
        if (front != null) {
            front.prepareSnapshotPreBarrier(1);
            crossAll();
            front.snapshot(1, 0);
        }
        List<OperatorSubtaskState> states = new ArrayList<>();
        for (var instance : instances) {
            instance.prepareSnapshotPreBarrier(1);
            states.add(instance.snapshot(1, 0));
        }
        collect();
        return AbstractStreamOperatorTestHarness.repackageState(states.toArray(OperatorSubtaskState[]::new));
    }

    /** What came out, in order; between instances the order means nothing. */
    public List<Event> out() {
        return List.copyOf(out);
    }

    /** The events and watermarks that came out of this run, in order. */
    public List<String> flow(Function<Event, String> describe) {
        return records.stream()
                .map(element -> element instanceof StreamRecord<?> record
                        ? describe.apply((Event) record.getValue())
                        : "watermark " + ((Watermark) element).getTimestamp())
                .toList();
    }

    /** The sum of a metric over the instances, such as {@code dropped repeat}, or {@code keys rows}: how many keys a state in RocksDB has. */
    public long metric(String name) {
        return metrics.getOrDefault(name, List.of()).stream()
                .peek(metric -> {
                    if (metric instanceof View view) {
                        view.update();
                    }
                })
                .mapToLong(metric -> metric instanceof Counter counter
                        ? counter.getCount()
                        : ((Number) ((Gauge<?>) metric).getValue()).longValue())
                .sum();
    }

    /** How many instances were given events. */
    public int instancesUsed() {
        return used.size();
    }

    @Override
    public void close() throws IOException {
        while (!open.isEmpty()) {
            try {
                open.pop().close();
            } catch (Exception e) {
                throw new IOException("An instance could not be closed", e);
            }
        }
    }
}
