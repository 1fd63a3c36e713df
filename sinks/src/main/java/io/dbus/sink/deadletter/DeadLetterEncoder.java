package io.dbus.sink.deadletter;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.dbus.event.Event;
import io.dbus.event.EventSerializer;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import io.dbus.reject.Rejection;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Locale;
import org.apache.flink.core.memory.DataOutputSerializer;

/** Makes dead letters of rejections; their fields are those of {@code DEAD-LETTERS.md}. Not thread-safe. */
final class DeadLetterEncoder {
    private static final JsonFactory JSON = new JsonFactory();
    private static final int LONGEST_ERROR = 8_000;

    private final String pipeline;
    private final String component;
    private final long maxBytes;
    private final DeadLetterId ids = new DeadLetterId();
    private final EventSerializer events = new EventSerializer();

    /**
     * An encoder for one component.
     *
     * @param maxBytes the size in bytes of the largest event that is kept as it is
     */
    DeadLetterEncoder(String pipeline, String component, long maxBytes) {
        this.pipeline = requireNonNull(pipeline, "pipeline");
        this.component = requireNonNull(component, "component");
        this.maxBytes = maxBytes;
    }

    /**
     * The dead letter of an event.
     *
     * @param at when it was rejected
     * @param largest the size in bytes of the largest dead letter that its place takes
     */
    DeadLetter encode(Rejection rejection, Instant at, int largest) {
        try {
            String id = ids.of(rejection.event(), pipeline, component);
            DataOutputSerializer event = new DataOutputSerializer(512);
            events.serialize(rejection.event(), event);
            byte[] json = event.length() > maxBytes ? null : json(id, rejection, at, event, true);
            if (json == null || json.length > largest) {
                json = json(id, rejection, at, event, false);
            }
            return new DeadLetter(id, rejection.reason(), component, json);
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
    }

    private byte[] json(String id, Rejection rejection, Instant at, DataOutputSerializer event, boolean whole)
            throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.writeStartObject();
            json.writeStringField("id", id);
            json.writeStringField("reason", rejection.reason().label());
            json.writeStringField("error", cut(rejection.what() + "; " + rejection.cure() + "."));
            json.writeStringField("pipeline", pipeline);
            json.writeStringField("component", component);
            what(json, rejection.event());
            json.writeStringField(
                    "rejected_at", at.truncatedTo(ChronoUnit.MILLIS).toString());
            origin(json, rejection.event().origin());
            json.writeObjectFieldStart("event");
            json.writeNumberField("size", event.length());
            if (whole) {
                json.writeFieldName("bytes");
                json.writeBinary(event.getSharedBuffer(), 0, event.length());
            } else {
                MessageDigest digest = Digests.sha256();
                digest.update(event.getSharedBuffer(), 0, event.length());
                json.writeStringField("sha256", HexFormat.of().formatHex(digest.digest()));
            }
            json.writeEndObject();
            json.writeEndObject();
        }
        return bytes.toByteArray();
    }

    private static void what(JsonGenerator json, Event event) throws IOException {
        json.writeStringField("kind", DeadLetterId.kind(event));
        if (event instanceof RowChange row) {
            json.writeStringField("operation", row.operation().name().toLowerCase(Locale.ROOT));
            tables(json, row.table(), row.schema().table());
        } else if (event instanceof Truncate truncate) {
            tables(json, truncate.table(), truncate.source());
        }
        json.writeStringField("key", event.key().toString());
    }

    private static void tables(JsonGenerator json, TableId routed, TableId source) throws IOException {
        json.writeStringField("table", routed.toString());
        json.writeStringField("source_table", source.toString());
    }

    private static void origin(JsonGenerator json, Origin origin) throws IOException {
        Transaction transaction = origin.transaction();
        if (transaction.commitMicros() > 0) {
            json.writeStringField(
                    "committed_at",
                    DateTimeFormatter.ISO_INSTANT.format(
                            Instant.EPOCH.plus(transaction.commitMicros(), ChronoUnit.MICROS)));
        }
        json.writeObjectFieldStart("origin");
        json.writeStringField("source", transaction.source());
        json.writeStringField("server", transaction.server());
        unlessEmpty(json, "server_uuid", transaction.serverUuid());
        if (transaction.serverId() != 0) {
            json.writeNumberField("server_id", transaction.serverId());
        }
        unlessEmpty(json, "gtid", transaction.gtid());
        unlessEmpty(json, "file", transaction.file());
        json.writeNumberField("transaction_position", transaction.position());
        json.writeNumberField("position", origin.position());
        json.writeNumberField("row", origin.row());
        json.writeNumberField("ordinal", origin.ordinal());
        json.writeNumberField("sequence", origin.sequence());
        if (transaction.thread() != 0) {
            json.writeNumberField("thread", transaction.thread());
        }
        if (transaction.xid() >= 0) {
            json.writeNumberField("xid", transaction.xid());
        }
        if (origin.readMillis() > 0) {
            json.writeStringField(
                    "read_at", Instant.ofEpochMilli(origin.readMillis()).toString());
        }
        json.writeEndObject();
    }

    private static void unlessEmpty(JsonGenerator json, String name, String value) throws IOException {
        if (!value.isEmpty()) {
            json.writeStringField(name, value);
        }
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_ERROR ? text : text.substring(0, LONGEST_ERROR) + "...";
    }
}
