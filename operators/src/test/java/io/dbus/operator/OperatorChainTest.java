package io.dbus.operator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.Column;
import io.dbus.event.CountingRowFormat;
import io.dbus.event.Event;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.RowChange;
import io.dbus.event.Truncate;
import io.dbus.event.ValueText;
import io.dbus.plugin.OperatorPlugin;
import io.dbus.plugin.PluginContext;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.testutils.MiniClusterResourceConfiguration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.test.junit5.MiniClusterExtension;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** The operators as a job has them: found by name, one behind the other, in a cluster. */
class OperatorChainTest {
    @RegisterExtension
    static final MiniClusterExtension FLINK = new MiniClusterExtension(new MiniClusterResourceConfiguration.Builder()
            .setNumberTaskManagers(1)
            .setNumberSlotsPerTaskManager(2)
            .build());

    private static final Map<String, OperatorPlugin> PLUGINS = StreamSupport.stream(
                    ServiceLoader.load(OperatorPlugin.class).spliterator(), false)
            .collect(Collectors.toMap(OperatorPlugin::type, plugin -> plugin));

    @Test
    void operatorsAreFoundByNameAndSayWhatTheyDo() {
        assertThat(PLUGINS).containsKeys("filter", "route", "rename", "split", "project", "mask", "regex");
        PLUGINS.values().forEach(plugin -> {
            assertThat(plugin.description()).isNotBlank();
        });
    }

    @Test
    void operatorsRunInOneChainWithoutCopyOrExchange() throws Exception {
        StreamExecutionEnvironment environment = environment();
        DataStream<Event> lanes = pipeline(
                environment,
                "after == null || after.id > 1",
                TestRows.insert("shop", "orders", 1, "a"),
                TestRows.insert("shop", "orders", 2, "b"),
                TestRows.delete("shop", "orders", 1, "a"));

        List<String> rows = lanes.executeAndCollect(10).stream()
                .map(RowChange.class::cast)
                .map(row -> row.table() + " " + ValueText.of(row) + " "
                        + row.schema().columns().get(1).name())
                .toList();

        assertThat(rows).containsExactly("sales.o +I[2, b] customer_id", "sales.o -D[1, a] customer_id");
    }

    @Test
    void operatorsShareOneTaskWithTheirNeighbours() {
        StreamExecutionEnvironment environment = environment();
        pipeline(environment, "true", TestRows.insert("shop", "orders", 1, "a")).print();

        assertThat(environment.getStreamGraph().getJobGraph().getVertices())
                .singleElement()
                .satisfies(vertex -> assertThat(vertex.getName()).contains("big", "lanes", "names"));
    }

    @Test
    void theJobFailsWithTheMessageOfTheOperator() {
        StreamExecutionEnvironment environment = environment();
        DataStream<Event> lanes = pipeline(environment, "after.nope == 1", TestRows.insert("shop", "orders", 5, "a"));

        assertThatThrownBy(() -> lanes.executeAndCollect(10))
                .hasStackTraceContaining("Component big: the condition after.nope == 1 has no answer")
                .hasStackTraceContaining("key shop-db/shop/orders[5], source shop-db, server eu1, binlog.000003:500");
    }

    @Test
    void aChainOfAllOperatorsGivesTheSameWhereEventsTravelAsBytesBetweenThem() throws Exception {
        assertThat(allOperators(false))
                .isEqualTo(allOperators(true))
                .containsExactlyInAnyOrder(
                        "crm.people (nr, cust, label) U[2, x, #2 -> 2, y, #2] key [nr]",
                        "crm.people (nr, cust, label) +I[3, z, #3] key [nr]",
                        "crm.people (nr, cust, label) -D[2, y, #2] key [nr]",
                        "truncate crm.people");
    }

    /** What comes out of a chain of all operators without state, from rows whose images are of a source's format. */
    private static List<String> allOperators(boolean bytes) throws Exception {
        StreamExecutionEnvironment environment = environment();
        environment.setParallelism(2);
        UnaryOperator<DataStream<Event>> hop =
                stream -> bytes ? stream.keyBy(Event::key, EventKeyTypeInfo.INSTANCE) : stream;
        DataStream<Event> source = environment
                .fromData(
                        EventTypeInfo.INSTANCE,
                        CountingRowFormat.change(TestRows.insert("shop", "orders", 1, "test")),
                        CountingRowFormat.change(TestRows.update("shop", "orders", 2, "xavier", "yvonne")),
                        CountingRowFormat.change(TestRows.insert("shop", "orders", 3, "zoë")),
                        CountingRowFormat.change(TestRows.delete("shop", "orders", 2, "yvonne")),
                        CountingRowFormat.change(TestRows.update("shop", "orders", 2, "same", "same")),
                        TestRows.truncate("shop", "orders"))
                .setParallelism(1);
        DataStream<Event> changed = apply("filter", "changed", Map.of("where", "changed('cust')"), hop.apply(source));
        DataStream<Event> real = apply(
                "regex",
                "real",
                Map.of("rules", "[{columns: cust, pattern: '^test$', rows: drop}]"),
                hop.apply(changed));
        DataStream<Event> labelled = apply(
                "project",
                "labelled",
                Map.of("add", "[{column: label, value: \"'#' + string(row.id)\"}]"),
                hop.apply(real));
        DataStream<Event> masked = apply(
                "mask", "masked", Map.of("masks", "[{columns: cust, with: truncate, length: 1}]"), hop.apply(labelled));
        DataStream<Event> lanes =
                apply("route", "lanes", Map.of("routes", "[{tables: shop.orders, to: crm.people}]"), hop.apply(masked));
        DataStream<Event> names = apply("rename", "names", Map.of("columns", "{id: nr}"), hop.apply(lanes));
        PluginContext split = new PluginContext(
                "shop", "split", Configuration.fromMap(Map.of("outputs", "[{name: all, where: 'true'}]")), List.of());
        OperatorPlugin.Outputs outputs = PLUGINS.get("split").apply(hop.apply(names), split);
        outputs.main().name("split").uid("split");
        return outputs.named().get("all").executeAndCollect(10).stream()
                .map(event -> event instanceof RowChange row
                        ? row.table() + " "
                                + columns(row.schema().columns())
                                        .replace('[', '(')
                                        .replace(']', ')') + " " + ValueText.of(row) + " key "
                                + columns(row.schema().key())
                        : "truncate " + ((Truncate) event).table())
                .sorted()
                .toList();
    }

    private static String columns(List<Column> columns) {
        return columns.stream().map(Column::name).toList().toString();
    }

    private static StreamExecutionEnvironment environment() {
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(
                Configuration.fromMap(Map.of("restart-strategy.type", "none", "pipeline.object-reuse", "true")));
        environment.setParallelism(1);
        return environment;
    }

    private static DataStream<Event> pipeline(StreamExecutionEnvironment environment, String where, Event... events) {
        DataStream<Event> source = environment.fromData(EventTypeInfo.INSTANCE, events);
        DataStream<Event> big = apply("filter", "big", Map.of("where", where), source);
        DataStream<Event> lanes =
                apply("route", "lanes", Map.of("routes", "[{tables: shop.orders, to: sales.o}]"), big);
        return apply("rename", "names", Map.of("columns", "{sales.o.cust: customer_id}"), lanes);
    }

    private static DataStream<Event> apply(
            String type, String component, Map<String, String> options, DataStream<Event> input) {
        PluginContext context = new PluginContext("shop", component, Configuration.fromMap(options), List.of());
        OperatorPlugin plugin = PLUGINS.get(type);
        assertThat(plugin.validate(context)).isEmpty();
        return plugin.apply(input, context).main().name(component).uid(component);
    }
}
