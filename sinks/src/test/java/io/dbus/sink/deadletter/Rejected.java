package io.dbus.sink.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.EventSerializer;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import io.dbus.metrics.ComponentMetrics;
import io.dbus.reject.RejectReason;
import io.dbus.reject.Rejection;
import io.dbus.reject.RejectsContext;
import io.dbus.sink.format.Rows;
import java.io.IOException;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;

/** Rejected events for tests. */
final class Rejected {
    static final TableSchema SCHEMA = Rows.schema(1, LogicalType.of(Kind.INT), LogicalType.of(Kind.TEXT));

    private Rejected() {}

    /** An event of each kind. */
    static List<Event> ofEachKind() {
        RowImage old = row(1, "old");
        RowImage young = row(2, "new \"text\"\n");
        return List.of(
                RowChange.insert(SCHEMA, young, Rows.origin(0), Rows.key(2)),
                RowChange.update(SCHEMA, old, row(1, "x"), Rows.origin(1), Rows.key(1))
                        .withTable(new TableId("sales", "t")),
                RowChange.delete(SCHEMA, old, Rows.origin(2), Rows.key(1)).withCounterpart(young),
                RowChange.insert(SCHEMA, young, Rows.origin(2), Rows.key(2)).withCounterpart(old),
                new Truncate(SCHEMA.table(), new TableId("sales", "t"), Rows.origin(3), Rows.key("t")),
                new SchemaChange("shop", "ALTER TABLE t ADD c INT", List.of(), Rows.origin(4), Rows.key("shop")),
                message(5));
    }

    static RowImage row(int id, String text) {
        return Rows.image(SCHEMA.layout(), row -> {
            row.int64(id);
            row.text(text);
        });
    }

    /** A message from a source that has neither GTIDs nor files. */
    static Message message(long number) {
        Transaction transaction = new Transaction("lines", "lines", "", 0, "", "", 0, 0, -1, 0);
        return new Message(
                null,
                ("line " + number).getBytes(UTF_8),
                List.of(),
                -1,
                new Origin(transaction, number, 0, 0, number, 1_700_000_000_000L, true, ""),
                Rows.key("lines"));
    }

    static Rejection rejection(Event event) {
        return Rejection.of(event, RejectReason.RECORD_TOO_LARGE, "it has 9 bytes", "raise it");
    }

    /** The event back from a dead letter's bytes. */
    static Event event(String base64) throws IOException {
        return new EventSerializer()
                .deserialize(new DataInputDeserializer(Base64.getDecoder().decode(base64)));
    }

    static RejectsContext context(int subtask, int attempt) {
        return new RejectsContext(
                "topics",
                ComponentMetrics.of(new UnregisteredMetricsGroup(), "topics"),
                subtask,
                attempt,
                Optional.empty());
    }
}
