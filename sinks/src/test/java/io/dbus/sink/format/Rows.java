package io.dbus.sink.format;

import io.dbus.event.EventKey;
import io.dbus.event.LogicalType;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.RowLayout;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import io.dbus.plugin.PluginContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.configuration.Configuration;

/** Row changes for tests, and the records that a format makes of them. */
public final class Rows {
    /** A record as text; the headers joined. */
    public record Encoded(String key, String value, Map<String, String> headers) {}

    public static final Transaction TRANSACTION = new Transaction(
            "shop-db",
            "eu1",
            "24bc7850-2c16-11e6-a073-0242ac110002",
            223344,
            "24bc7850-2c16-11e6-a073-0242ac110002:23",
            "mysql-bin.000003",
            400,
            7,
            99,
            1_465_581_029_000_123L);

    private Rows() {}

    public static Origin origin(long ordinal) {
        return new Origin(
                TRANSACTION, 484, 1, ordinal, 1_465_581_029_000_123_000L + ordinal, 1_465_581_029_523L, false, "");
    }

    public static EventKey key(Object... parts) {
        EventKey.Builder builder = new EventKey.Builder("shop-db", "shop");
        for (Object part : parts) {
            byte[] text = String.valueOf(part).getBytes(java.nio.charset.StandardCharsets.UTF_8);
            builder.text(text, 0, text.length);
        }
        return builder.build();
    }

    /** The schema of {@code shop.t} with columns {@code c0, c1, ...}, of which the first so many are the key. */
    public static TableSchema schema(int keyColumns, LogicalType... types) {
        List<String> names = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            names.add("c" + i);
        }
        return TableSchema.of(new TableId("shop", "t"), RowBuilder.layout(types), names, names.subList(0, keyColumns));
    }

    public static RowImage image(RowLayout layout, Consumer<RowBuilder> values) {
        RowBuilder builder = new RowBuilder(layout);
        values.accept(builder);
        return builder.build();
    }

    public static RowChange insert(TableSchema schema, Consumer<RowBuilder> values) {
        return RowChange.insert(schema, image(schema.layout(), values), origin(0), key(1));
    }

    public static PluginContext context(Map<String, String> options) {
        return new PluginContext(
                "shop",
                "topics",
                Configuration.fromMap(options),
                List.of(new PluginContext.Upstream("shop-db", List.of("eu1"))));
    }

    public static List<Encoded> encode(EventFormat format, Map<String, String> options, RowChange change) {
        return encode(format.encoders(context(options)).create(), change);
    }

    public static List<Encoded> encode(EventEncoder encoder, RowChange change) {
        List<Encoded> records = new ArrayList<>();
        encoder.encode(change, receiver(records));
        return records;
    }

    public static List<Encoded> encode(EventFormat format, Map<String, String> options, Truncate truncate) {
        List<Encoded> records = new ArrayList<>();
        format.encoders(context(options)).create().encode(truncate, receiver(records));
        return records;
    }

    /** TRUNCATE of {@code shop.t}, which sinks see as {@code sales.orders}. */
    public static Truncate truncate() {
        return new Truncate(new TableId("shop", "t"), new TableId("sales", "orders"), origin(0), key());
    }

    private static RecordReceiver receiver(List<Encoded> records) {
        return new RecordReceiver() {
            @Override
            public void record(byte[] key, byte[] value, List<io.dbus.event.Message.Header> headers) {
                Map<String, String> texts = new java.util.LinkedHashMap<>();
                headers.forEach(header -> texts.put(header.name(), text(header.value())));
                records.add(new Encoded(text(key), text(value), texts));
            }

            @Override
            public void dropped() {
                records.add(new Encoded("dropped", "dropped", Map.of()));
            }
        };
    }

    private static String text(byte[] utf8) {
        return utf8 == null ? null : new String(utf8, java.nio.charset.StandardCharsets.UTF_8);
    }
}
