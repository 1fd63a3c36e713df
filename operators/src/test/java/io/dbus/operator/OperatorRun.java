package io.dbus.operator;

import io.dbus.event.Event;
import io.dbus.event.EventSerializer;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.RowChange;
import io.dbus.event.ValueText;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.metrics.Counter;
import org.apache.flink.runtime.clusterframework.types.ResourceID;
import org.apache.flink.runtime.executiongraph.ExecutionAttemptID;
import org.apache.flink.runtime.metrics.groups.TaskManagerMetricGroup;
import org.apache.flink.runtime.metrics.groups.TaskMetricGroup;
import org.apache.flink.runtime.metrics.util.TestingMetricRegistry;
import org.apache.flink.runtime.operators.testutils.MockEnvironment;
import org.apache.flink.runtime.operators.testutils.MockEnvironmentBuilder;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.SimpleOperatorFactory;
import org.apache.flink.streaming.api.transformations.OneInputTransformation;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;

/**
 * An operator run on events as Flink would: made by its plugin from options as a pipeline file gives them, sent to its machine as bytes, opened, fed.
 *
 * @param events what came out
 * @param named what came out of each output that has a name
 * @param dropped how many were dropped, by the reason that the metric names
 * @param rejected how many were rejected, by the reason that the metric names
 */
public record OperatorRun(
        List<Event> events, Map<String, List<Event>> named, Map<String, Long> dropped, Map<String, Long> rejected) {

    /** A context with options from text. */
    public static PluginContext context(Map<String, String> options) {
        return new PluginContext("shop", "the-operator", Configuration.fromMap(options), List.of());
    }

    /** Runs the plugin's operator. */
    public static OperatorRun of(OperatorPlugin plugin, Map<String, String> options, Event... events) throws Exception {
        return of(plugin, context(options), events);
    }

    /** Runs the plugin's operator. */
    public static OperatorRun of(OperatorPlugin plugin, PluginContext context, Event... events) throws Exception {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment();
        OperatorPlugin.Outputs outputs =
                plugin.apply(environment.fromData(EventTypeInfo.INSTANCE, TestRows.insert("a", "b", 1, "c")), context);
        OneInputTransformation<?, ?> operator =
                (OneInputTransformation<?, ?>) outputs.main().getTransformation();
        SimpleOperatorFactory<?> factory =
                (SimpleOperatorFactory<?>) InstantiationUtil.clone(operator.getOperatorFactory());
        @SuppressWarnings("unchecked") // Plugins make operators of events.
        OneInputStreamOperator<Event, Event> function = (OneInputStreamOperator<Event, Event>) factory.getOperator();
        Map<String, Counter> dropped = new TreeMap<>();
        Map<String, Counter> rejected = new TreeMap<>();
        MockEnvironment machine = new MockEnvironmentBuilder()
                .setMetricGroup(metrics(Map.of("dropped", dropped, "rejected", rejected)))
                .build();
        OneInputStreamOperatorTestHarness<Event, Event> harness =
                new OneInputStreamOperatorTestHarness<>(function, machine);
        try {
            harness.setup(new EventSerializer());
            harness.open();
            for (Event event : events) {
                harness.processElement(event, 0);
            }
            harness.snapshot(1, 0);
            Map<String, List<Event>> named = new TreeMap<>();
            for (String output : outputs.named().keySet()) {
                Queue<StreamRecord<Event>> side = harness.getSideOutput(EventProcess.tag(output));
                named.put(
                        output,
                        side == null
                                ? List.of()
                                : side.stream().map(StreamRecord::getValue).toList());
            }
            return new OperatorRun(
                    new ArrayList<>(harness.extractOutputValues()), named, counts(dropped), counts(rejected));
        } finally {
            harness.close();
            machine.close();
        }
    }

    private static Map<String, Long> counts(Map<String, Counter> counters) {
        Map<String, Long> counts = new TreeMap<>();
        counters.forEach((reason, counter) -> counts.put(reason, counter.getCount()));
        return counts;
    }

    private static TaskMetricGroup metrics(Map<String, Map<String, Counter>> counters) {
        TestingMetricRegistry registry = TestingMetricRegistry.builder()
                .setRegisterConsumer((metric, name, group) -> {
                    String identifier = group.getMetricIdentifier(name, text -> text, -1, '.');
                    if (identifier.contains(".dbus.the-operator.") && counters.containsKey(name)) {
                        counters.get(name).put(group.getAllVariables().get("<reason>"), (Counter) metric);
                    }
                })
                .build();
        return TaskManagerMetricGroup.createTaskManagerMetricGroup(registry, "localhost", ResourceID.generate())
                .addJob(new JobID(), "job")
                .addTask(ExecutionAttemptID.randomId(), "task");
    }

    /** The row changes that came out, on one line each: {@code sales.orders +I[1, a]}. */
    public List<String> rows() {
        return rows(events);
    }

    /** The row changes that came out of an output, as {@link #rows()}. */
    public List<String> rows(String output) {
        return rows(named.get(output));
    }

    private static List<String> rows(List<Event> events) {
        return events.stream()
                .filter(RowChange.class::isInstance)
                .map(RowChange.class::cast)
                .map(row -> row.table() + " " + ValueText.of(row))
                .toList();
    }
}
