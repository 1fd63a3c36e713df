package io.dbus.sink.kafka;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** Jobs that write numbered changes: change {@code n} is of the row {@code n % ROWS} of {@code shop.t}. */
final class Changes {
    static final int ROWS = 50;
    static final TableSchema SCHEMA = TableSchema.of(
            new TableId("shop", "t"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.BIGINT)),
            List.of("id", "n"),
            List.of("id"));

    private static final ObjectMapper JSON = new ObjectMapper();

    private Changes() {}

    static RowChange numbered(TableSchema schema, long n) {
        EventKey.Builder key = new EventKey.Builder("shop-db", "shop", "t");
        if (schema.key().isEmpty()) {
            key.text(new byte[0], 0, 0);
        } else {
            key.int64(n % ROWS);
        }
        return RowChange.insert(
                schema,
                Rows.image(schema.layout(), row -> {
                    row.int64(n % ROWS);
                    row.int64(n);
                }),
                Rows.origin(n),
                key.build());
    }

    /** A row of {@link #SCHEMA} that cannot be read: its BIGINT has three bytes. */
    static RowImage spoilt(long id) {
        byte[] bytes = ByteBuffer.allocate(4 + 8 + 4 + 3)
                .putInt(8)
                .putLong(id)
                .putInt(3)
                .array();
        return RowImage.full(SCHEMA.layout(), bytes, 0, bytes.length);
    }

    static PluginContext context(String sink, String brokers, String topic, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of(
                "properties.bootstrap.servers", brokers,
                "topic", topic,
                "format", "plain-json"));
        all.putAll(options);
        return new PluginContext(
                "shop",
                sink,
                Configuration.fromMap(all),
                List.of(new PluginContext.Upstream("shop-db", List.of("eu1"))));
    }

    /** Adds a job that writes {@code count} changes to the environment, {@code perSecond} each second. */
    static void job(
            StreamExecutionEnvironment env,
            PluginContext context,
            long count,
            double perSecond,
            MapFunction<Event, Event> between) {
        GeneratorFunction<Long, Event> generator = n -> numbered(SCHEMA, n);
        env.fromSource(
                        new DataGeneratorSource<>(
                                generator, count, RateLimiterStrategy.perSecond(perSecond), EventTypeInfo.INSTANCE),
                        WatermarkStrategy.noWatermarks(),
                        "changes")
                .uid("changes")
                .setParallelism(1)
                .keyBy(Event::key, EventKeyTypeInfo.INSTANCE)
                .map(between)
                .returns(EventTypeInfo.INSTANCE)
                .uid("between")
                .sinkTo(new KafkaSinkPlugin().sink(context))
                .name(context.component())
                .uid(context.component());
    }

    /** An environment of the cluster that the test runs, of parallelism 2. */
    static StreamExecutionEnvironment environment(Map<String, String> configuration) {
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(Configuration.fromMap(configuration));
        env.setParallelism(2);
        return env;
    }

    /** The numbers of the changes that a topic holds, in the order of the records. */
    static List<Long> numbers(List<ConsumerRecord<byte[], byte[]>> records) {
        List<Long> numbers = new ArrayList<>();
        records.forEach(record -> numbers.add(number(record)));
        return numbers;
    }

    static long number(ConsumerRecord<byte[], byte[]> record) {
        try {
            return JSON.readTree(record.value()).get("n").longValue();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
