package io.dbus.sink.elasticsearch;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;
import java.time.Duration;
import org.apache.flink.configuration.ReadableConfig;

/**
 * How much goes into a bulk and how much may be under way in one writer.
 *
 * @param maxActions operations of one bulk
 * @param maxBytes bytes of one bulk; one larger operation goes alone
 * @param interval how long an operation waits for others to go with it
 * @param maxRequests bulks in flight
 * @param maxOperations operations that are not done, waiting ones too
 * @param maxBuffered bytes of those
 * @param maxDocument bytes of one operation
 */
record BulkLimits(
        int maxActions,
        long maxBytes,
        Duration interval,
        int maxRequests,
        int maxOperations,
        long maxBuffered,
        long maxDocument)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    BulkLimits {
        requireNonNull(interval, "interval");
    }

    static BulkLimits of(ReadableConfig options) {
        return new BulkLimits(
                options.get(ElasticsearchSinkOptions.BULK_ACTIONS),
                options.get(ElasticsearchSinkOptions.BULK_SIZE).getBytes(),
                options.get(ElasticsearchSinkOptions.BULK_INTERVAL),
                options.get(ElasticsearchSinkOptions.MAX_REQUESTS),
                options.get(ElasticsearchSinkOptions.MAX_OPERATIONS),
                options.get(ElasticsearchSinkOptions.MAX_BUFFERED).getBytes(),
                options.get(ElasticsearchSinkOptions.MAX_DOCUMENT).getBytes());
    }
}
