package io.dbus.sink.elasticsearch;

import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.embedded.ElasticsearchServer;
import io.dbus.event.Event;
import io.dbus.event.EventKeyTypeInfo;
import io.dbus.event.EventTypeInfo;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.Truncate;
import io.dbus.plugin.PluginContext;
import io.dbus.sink.format.Rows;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/**
 * Jobs that write numbered changes into Elasticsearch: change {@code n} is of the row {@code n % rows} of {@code shop.t}; every fifth of a row deletes it, and the next
 * inserts it again.
 */
final class SearchJob {
    static final int ROWS = 50;
    static final long NO_TRUNCATE = -1;

    private SearchJob() {}

    /** The change of a number; the one numbered {@code truncate} is a TRUNCATE. */
    static Event event(long n, int rows, long truncate) {
        if (n == truncate) {
            TableId table = Operations.SCHEMA.table();
            return new Truncate(table, table, Rows.origin(n), Rows.key("the table"));
        }
        long id = n % rows;
        RowImage image = Rows.image(Operations.SCHEMA.layout(), row -> {
            row.int64(id);
            row.int64(n);
        });
        return isDelete(n, rows)
                ? RowChange.delete(Operations.SCHEMA, image, Rows.origin(n), Rows.key(id))
                : RowChange.insert(Operations.SCHEMA, image, Rows.origin(n), Rows.key(id));
    }

    private static boolean isDelete(long n, int rows) {
        return n / rows % 5 == 4;
    }

    /** What the first so many changes leave: the number of the last change of each row that is there. */
    static Map<String, Long> expected(long count, long truncate) {
        Map<String, Long> rows = new TreeMap<>();
        for (long n = 0; n < count; n++) {
            if (n == truncate) {
                rows.clear();
            } else if (isDelete(n, ROWS)) {
                rows.remove(String.valueOf(n % ROWS));
            } else {
                rows.put(String.valueOf(n % ROWS), n);
            }
        }
        return rows;
    }

    /** What is there. */
    static Map<String, Long> written(ElasticsearchServer server, String index) {
        Map<String, Long> rows = new TreeMap<>();
        for (ElasticsearchDocument document : server.documents(index)) {
            rows.put(document.id(), document.source().get("n").longValue());
        }
        return rows;
    }

    static PluginContext context(ElasticsearchServer server, String sink, String index, Map<String, String> options) {
        Map<String, String> all = new HashMap<>(Map.of("hosts", server.url(), "index", index));
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
            long truncate,
            MapFunction<Event, Event> between) {
        job(env, context, n -> event(n, ROWS, truncate), count, perSecond, between);
    }

    /** Adds a job that writes {@code count} changes of a generator. */
    static void job(
            StreamExecutionEnvironment env,
            PluginContext context,
            GeneratorFunction<Long, Event> generator,
            long count,
            double perSecond,
            MapFunction<Event, Event> between) {
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
                .sinkTo(new ElasticsearchSinkPlugin().sink(context))
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
}
