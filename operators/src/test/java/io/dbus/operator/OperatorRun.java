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
import org.apache.flink.streaming.util.OneInputStreamOperatorTestHarness;
import org.apache.flink.util.InstantiationUtil;

/**
 * An operator run on events as Flink would: made by its plugin from options as a pipeline file gives them, sent to its machine as bytes, opened, fed.
 *
 * @param events what came out
 * @param dropped how many were dropped, by the reason that the metric names
 */
public record OperatorRun(List<Event> events, Map<String, Long> dropped) {

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
        OneInputTransformation<?, ?> operator = (OneInputTransformation<?, ?>)
                plugin.apply(environment.fromData(EventTypeInfo.INSTANCE, TestRows.insert("a", "b", 1, "c")), context)
                        .main()
                        .getTransformation();
        SimpleOperatorFactory<?> factory =
                (SimpleOperatorFactory<?>) InstantiationUtil.clone(operator.getOperatorFactory());
        @SuppressWarnings("unchecked") // Plugins make operators of events.
        OneInputStreamOperator<Event, Event> function = (OneInputStreamOperator<Event, Event>) factory.getOperator();
        Map<String, Counter> counters = new TreeMap<>();
        MockEnvironment machine =
                new MockEnvironmentBuilder().setMetricGroup(metrics(counters)).build();
        OneInputStreamOperatorTestHarness<Event, Event> harness =
                new OneInputStreamOperatorTestHarness<>(function, machine);
        try {
            harness.setup(new EventSerializer());
            harness.open();
            for (Event event : events) {
                harness.processElement(event, 0);
            }
            Map<String, Long> dropped = new TreeMap<>();
            counters.forEach((reason, counter) -> dropped.put(reason, counter.getCount()));
            return new OperatorRun(new ArrayList<>(harness.extractOutputValues()), dropped);
        } finally {
            harness.close();
            machine.close();
        }
    }

    private static TaskMetricGroup metrics(Map<String, Counter> counters) {
        TestingMetricRegistry registry = TestingMetricRegistry.builder()
                .setRegisterConsumer((metric, name, group) -> {
                    String identifier = group.getMetricIdentifier(name, text -> text, -1, '.');
                    if (identifier.contains(".dbus.the-operator.") && name.equals("dropped")) {
                        counters.put(group.getAllVariables().get("<reason>"), (Counter) metric);
                    }
                })
                .build();
        return TaskManagerMetricGroup.createTaskManagerMetricGroup(registry, "localhost", ResourceID.generate())
                .addJob(new JobID(), "job")
                .addTask(ExecutionAttemptID.randomId(), "task");
    }

    /** The row changes that came out, on one line each: {@code sales.orders +I[1, a]}. */
    public List<String> rows() {
        return events.stream()
                .filter(RowChange.class::isInstance)
                .map(RowChange.class::cast)
                .map(row -> row.table() + " " + ValueText.of(row))
                .toList();
    }
}
