package io.dbus.sink.elasticsearch;

import java.time.Duration;
import java.util.List;
import java.util.Locale;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.MemorySize;

/** The options of how the Elasticsearch sink writes, under the names of Flink's Elasticsearch connector and of its asynchronous sinks where they have one. */
public final class ElasticsearchSinkOptions {
    public static final ConfigOption<Integer> BULK_ACTIONS = ConfigOptions.key("sink.bulk-flush.max-actions")
            .intType()
            .defaultValue(1000)
            .withDescription("Operations after which a bulk is sent.");
    public static final ConfigOption<MemorySize> BULK_SIZE = ConfigOptions.key("sink.bulk-flush.max-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(5))
            .withDescription(
                    "Size after which a bulk is sent; a larger operation goes alone. A bulk that the server answers with 413 is sent again in halves, and bulks "
                            + "are no larger than those from then on.");
    public static final ConfigOption<Duration> BULK_INTERVAL = ConfigOptions.key("sink.bulk-flush.interval")
            .durationType()
            .defaultValue(Duration.ofMillis(500))
            .withDescription(
                    "How long an operation waits for others to go with it: what a change takes longest to appear in a quiet stream, index.refresh_interval "
                            + "added. Each checkpoint sends what waits and waits for the answers.");
    public static final ConfigOption<Duration> BACKOFF_DELAY = ConfigOptions.key("sink.bulk-flush.backoff.delay")
            .durationType()
            .defaultValue(Duration.ofMillis(100))
            .withDescription(
                    "The pause before what failed is tried again (status 429 and 5xx, connections cut, no answer in time); it doubles from try to try, less a "
                            + "random part of up to half.");
    public static final ConfigOption<Duration> BACKOFF_MAX_DELAY = ConfigOptions.key(
                    "sink.bulk-flush.backoff.max-delay")
            .durationType()
            .defaultValue(Duration.ofSeconds(5))
            .withDescription("The longest such pause.");
    public static final ConfigOption<Duration> RETRY_TIMEOUT = ConfigOptions.key("sink.retry-timeout")
            .durationType()
            .defaultValue(Duration.ofSeconds(45))
            .withDescription(
                    "How long an operation may be under way, repeats included; after that the job fails and starts again from its last checkpoint, as often as its "
                            + "restart strategy says. Must be below index.gc_deletes of the indices (60s where nobody set it), since Elasticsearch forgets "
                            + "the version of a deleted document after that, and a repeat that comes later would bring the document back. (After a restart of the job such a document may be "
                            + "back for a while, until its delete, which is written again too, has come.)");
    public static final ConfigOption<Integer> MAX_REQUESTS = ConfigOptions.key("sink.requests.max-inflight")
            .intType()
            .defaultValue(4)
            .withDescription(
                    "Bulks that one instance of the sink has in flight at most. No two operations of one document are in flight at once: later ones wait for the first, and "
                            + "when it is done the last of them stands for those before it (counted as superseded), unless it is rejected.");
    public static final ConfigOption<Integer> MAX_OPERATIONS = ConfigOptions.key("sink.requests.max-buffered")
            .intType()
            .defaultValue(20_000)
            .withDescription(
                    "Operations that one instance of the sink holds, those in flight included, before it lets its input wait.");
    public static final ConfigOption<MemorySize> MAX_BUFFERED = ConfigOptions.key("sink.requests.max-buffered-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(64))
            .withDescription("The size of those before it lets its input wait.");
    public static final ConfigOption<MemorySize> MAX_DOCUMENT = ConfigOptions.key("sink.document.max-size")
            .memoryType()
            .defaultValue(MemorySize.ofMebiBytes(100))
            .withDescription(
                    "The size from which a document is not sent but rejected (record-too-large): http.max_content_length of Elasticsearch, which is 100mb where "
                            + "nobody set it.");
    public static final ConfigOption<OnTruncate> TRUNCATE = ConfigOptions.key("truncate")
            .enumType(OnTruncate.class)
            .defaultValue(OnTruncate.FAIL)
            .withDescription(
                    "What becomes of a TRUNCATE TABLE: 'fail' rejects it (reason truncate), which fails the job where there are no dead letters; 'ignore' counts it as "
                            + "dropped and leaves the documents; 'delete' deletes the documents of the table's earlier rows when the next checkpoint is "
                            + "complete: until then they can be found beside those of rows inserted since. 'delete' needs an index for each table, so "
                            + "${db} and ${table} in index, ${source} and ${server} too where there are several, and the index privilege maintenance. It also needs that no other "
                            + "table is routed to the table's name, that checkpoints are aligned, and that no throttle or sort before the sink holds rows back: "
                            + "an earlier row that comes after that checkpoint would stay.");
    static final List<ConfigOption<?>> OPTIONAL = List.of(
            BULK_ACTIONS,
            BULK_SIZE,
            BULK_INTERVAL,
            BACKOFF_DELAY,
            BACKOFF_MAX_DELAY,
            RETRY_TIMEOUT,
            MAX_REQUESTS,
            MAX_OPERATIONS,
            MAX_BUFFERED,
            MAX_DOCUMENT,
            TRUNCATE);

    /** What becomes of a TRUNCATE TABLE. */
    public enum OnTruncate {
        FAIL,
        IGNORE,
        DELETE;

        @Override
        public String toString() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    private ElasticsearchSinkOptions() {}
}
