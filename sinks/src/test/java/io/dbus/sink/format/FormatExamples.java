package io.dbus.sink.format;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Truncate;
import io.dbus.sink.format.Rows.Encoded;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The examples of the page on formats: what happened to a table, and what each format writes of it. */
final class FormatExamples {
    private static final TableSchema PRODUCTS = TableSchema.of(
            new TableId("shop", "products"),
            RowBuilder.layout(
                    LogicalType.of(Kind.INT),
                    LogicalType.of(Kind.VARCHAR, 40),
                    LogicalType.decimal(10, 2),
                    LogicalType.labelled(Kind.SET, List.of("new", "sale")),
                    LogicalType.temporal(Kind.TIMESTAMP, 3)),
            List.of("id", "name", "price", "tags", "seen"),
            List.of("id"));
    private static final int WIDTH = 118;

    private FormatExamples() {}

    /** What a format writes of all that may happen, as text with headings. */
    static String of(EventFormat format) {
        StringBuilder text = new StringBuilder();
        events(format).forEach((what, records) -> {
            text.append(what).append("\n\n```jsonc\n");
            try {
                records.get().forEach(record -> append(record, text));
            } catch (EncodeException e) {
                text.append("// rejected, ").append(e.reason().label()).append(": ");
                text.append(e.getMessage()).append('\n');
            }
            text.append("```\n\n");
        });
        return text.toString();
    }

    private static Map<String, Supplier<List<Encoded>>> events(EventFormat format) {
        RowImage tea = row(1, "Tea \"Ceylon\"", "4.50", "new,sale");
        RowImage dearer = row(1, null, "5.00", "new,sale");
        RowImage moved = row(2, null, "5.00", "new,sale");
        RowChange delete = RowChange.delete(PRODUCTS, dearer, Rows.origin(3), Rows.key(1));
        RowChange insert = RowChange.insert(PRODUCTS, moved, Rows.origin(4), Rows.key(2));
        Map<String, Supplier<List<Encoded>>> events = new LinkedHashMap<>();
        events.put("An insert:", () -> encode(format, RowChange.insert(PRODUCTS, tea, Rows.origin(0), Rows.key(1))));
        events.put(
                "An update of the name, to NULL, and the price:",
                () -> encode(format, RowChange.update(PRODUCTS, tea, dearer, Rows.origin(1), Rows.key(1))));
        events.put("A delete:", () -> encode(format, delete));
        events.put("An update of the key, from 1 to 2:", () -> {
            List<Encoded> records = new ArrayList<>(encode(format, delete.withCounterpart(moved)));
            records.addAll(encode(format, insert.withCounterpart(dearer)));
            return records;
        });
        events.put(
                "An update of the price with `binlog_row_image=MINIMAL`, which logs the key before it and the price after it:",
                () -> encode(format, minimal()));
        events.put(
                "A TRUNCATE, where the sink does not skip it:",
                () -> Rows.encode(
                        format,
                        Map.of(),
                        new Truncate(PRODUCTS.table(), PRODUCTS.table(), Rows.origin(5), Rows.key())));
        return events;
    }

    private static RowChange minimal() {
        RowImage before = Rows.image(PRODUCTS.layout(), row -> {
            row.int64(1);
            row.absent().absent().absent().absent();
        });
        RowImage after = Rows.image(PRODUCTS.layout(), row -> {
            row.absent().absent();
            row.decimal(new BigDecimal("5.00"));
            row.absent().absent();
        });
        return RowChange.update(PRODUCTS, before, after, Rows.origin(2), Rows.key(1));
    }

    private static RowImage row(int id, String name, String price, String tags) {
        return Rows.image(PRODUCTS.layout(), row -> {
            row.int64(id);
            if (name == null) {
                row.nullValue();
            } else {
                row.text(name);
            }
            row.decimal(new BigDecimal(price));
            row.text(tags);
            row.timestamp(1_709_201_472L, 500_000, 3);
        });
    }

    private static List<Encoded> encode(EventFormat format, RowChange change) {
        return Rows.encode(format, Map.of(), change);
    }

    private static void append(Encoded record, StringBuilder text) {
        text.append("// key\n").append(wrapped(record.key()));
        record.headers()
                .forEach((name, value) ->
                        text.append("// header ").append(name).append('\n').append(wrapped(value)));
        text.append("// value\n").append(wrapped(record.value()));
    }

    /** In lines that end behind commas. */
    static String wrapped(String json) {
        if (json == null) {
            return "null\n";
        }
        StringBuilder text = new StringBuilder();
        StringBuilder line = new StringBuilder();
        for (String part : json.split("(?<=,)(?=[\"{\\[])")) {
            if (line.length() > 2 && line.length() + part.length() > WIDTH) {
                text.append(line).append('\n');
                line.setLength(0);
                line.append("  ");
            }
            line.append(part);
        }
        return text.append(line).append('\n').toString();
    }
}
