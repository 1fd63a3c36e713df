package io.dbus.sink.elasticsearch;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.sink.elasticsearch.document.DocumentOperation;
import io.dbus.sink.format.Rows;
import java.time.Duration;
import java.util.List;

/** Document operations for tests. */
final class Operations {
    static final TableSchema SCHEMA = TableSchema.of(
            new TableId("shop", "t"),
            RowBuilder.layout(LogicalType.of(LogicalType.Kind.INT), LogicalType.of(LogicalType.Kind.BIGINT)),
            List.of("id", "n"),
            List.of("id"));

    /** The sequence of the change 0. */
    static final long FIRST = Rows.origin(0).sequence();

    private Operations() {}

    /** A change whose sequence is {@code FIRST + number}. */
    static RowChange change(long number) {
        return RowChange.insert(
                SCHEMA,
                Rows.image(SCHEMA.layout(), row -> {
                    row.int64(number);
                    row.int64(number);
                }),
                Rows.origin(number),
                Rows.key(number));
    }

    static DocumentOperation index(String index, String id, String routing, String json, long number) {
        return DocumentOperation.index(index, id, routing, json.getBytes(UTF_8), change(number));
    }

    static DocumentOperation index(String id, String json, long number) {
        return index("docs", id, null, json, number);
    }

    static DocumentOperation delete(String id, long number) {
        return DocumentOperation.delete("docs", id, null, change(number));
    }

    static DocumentOperation merge(String id, String json, long number) {
        return DocumentOperation.merge("docs", id, null, json.getBytes(UTF_8), change(number));
    }

    /** Limits under which an operation waits for {@code interval} at most. */
    static BulkLimits limits(int maxActions, int maxRequests, int maxOperations, Duration interval) {
        return new BulkLimits(maxActions, 1 << 20, interval, maxRequests, maxOperations, 1 << 20, 1 << 19);
    }

    static RetryPolicy retryWithin(Duration within) {
        return new RetryPolicy(Duration.ofMillis(5), Duration.ofMillis(200), within);
    }
}
