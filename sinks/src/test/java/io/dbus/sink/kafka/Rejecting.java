package io.dbus.sink.kafka;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.SharedServers;
import io.dbus.event.Event;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.deadletter.KafkaDeadLetterPlugin;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Events that the sink rejects, jobs that do, and the dead letters that come of it. */
final class Rejecting {
    private static final ObjectMapper JSON = new ObjectMapper();

    static final TableSchema TEXTS = TableSchema.of(
            new TableId("shop", "texts"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.TEXT)),
            List.of("id", "text"),
            List.of("id"));

    private Rejecting() {}

    static RowChange text(int id, String text) {
        RowImage image = Rows.image(TEXTS.layout(), row -> {
            row.int64(id);
            row.text(text);
        });
        return RowChange.insert(TEXTS, image, Rows.origin(id), Rows.key(id));
    }

    /** A table that has a column of the name of a field that the format adds. */
    static RowChange clash(int id) {
        RowChange change = text(id, "x");
        return change.withSchema(TEXTS.renamed(name -> name.equals("text") ? "__deleted" : name));
    }

    static RowChange undecodable(int id) {
        return RowChange.insert(Changes.SCHEMA, Changes.spoilt(id), Rows.origin(id), Rows.key(id));
    }

    static RowChange partialKeyChange(int id) {
        RowImage before = text(id, "x").image();
        RowBuilder after = new RowBuilder(TEXTS.layout());
        after.int64(id + 1_000);
        return RowChange.partialKeyChange(
                TEXTS, before, after.absent().build(), Rows.origin(id), Rows.key(id), Rows.key(id + 1_000));
    }

    static PluginContext letters(String topic, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(
                Map.of("properties.bootstrap.servers", SharedServers.kafka().bootstrapServers(), "topic", topic));
        all.putAll(options);
        return new PluginContext("shop", "dead-letters", Configuration.fromMap(all), List.of());
    }

    static PluginContext sink(String name, String topic, PluginContext letters, Map<String, String> options) {
        return Changes.context(name, SharedServers.kafka().bootstrapServers(), topic, options)
                .withRejects(new KafkaDeadLetterPlugin().rejects(letters));
    }

    /** Runs a job of these events to its end, in one lane and without a checkpoint before the end. */
    static void run(MiniCluster flink, PluginContext sink, List<Event> events, MapFunction<Event, Event> between)
            throws Exception {
        StreamExecutionEnvironment env = Changes.environment(Map.of(
                "restart-strategy.type", "fixed-delay",
                "restart-strategy.fixed-delay.attempts", "1",
                "restart-strategy.fixed-delay.delay", "1 ms"));
        env.enableCheckpointing(1_000);
        env.setParallelism(1);
        env.fromData(events, EventTypeInfo.INSTANCE)
                .map(between)
                .returns(EventTypeInfo.INSTANCE)
                .uid("between")
                .sinkTo(new KafkaSinkPlugin().sink(sink))
                .uid(sink.component());
        ManualJob.start(flink, env).result().toJobExecutionResult(Rejecting.class.getClassLoader());
    }

    static List<JsonNode> read(PluginContext letters) throws IOException, InterruptedException {
        List<JsonNode> read = new ArrayList<>();
        List<String> texts = new ArrayList<>();
        new KafkaDeadLetterPlugin().read(letters, texts::add);
        for (String text : texts) {
            read.add(JSON.readTree(text));
        }
        return read;
    }

    static String summary(JsonNode letter) {
        return letter.get("key").asText() + " " + letter.get("operation").asText() + " "
                + letter.get("reason").asText();
    }
}
