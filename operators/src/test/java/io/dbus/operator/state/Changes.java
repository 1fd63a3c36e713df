package io.dbus.operator.state;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Changes of rows of {@code shop.orders (id INT, name VARCHAR(20), note TEXT)} on a server, for tests. In a row {@code "-"} is a column that the image lacks and {@code "NULL"} is NULL. The
 * commit time of a change is its sequence in milliseconds, unless said otherwise.
 */
public final class Changes {
    /** The table. */
    public static final TableSchema ORDERS = TableSchema.of(
            new TableId("shop", "orders"),
            RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.VARCHAR, 20), LogicalType.of(Kind.TEXT)),
            List.of("id", "name", "note"),
            List.of("id"));

    private final String source;
    private final String server;
    private final TableSchema schema;

    private Changes(String source, String server, TableSchema schema) {
        this.source = source;
        this.server = server;
        this.schema = schema;
    }

    /** Changes on a server of the source {@code shop-db}. */
    public static Changes on(String server) {
        return new Changes("shop-db", server, ORDERS);
    }

    /** Changes of a table of another form: its columns are numbers where their type is one, text otherwise. */
    public Changes of(TableSchema of) {
        return new Changes(source, server, of);
    }

    /** Changes of another table with the same columns. */
    public Changes ofTable(String table) {
        return new Changes(
                source,
                server,
                TableSchema.of(
                        new TableId("shop", table), ORDERS.layout(), List.of("id", "name", "note"), List.of("id")));
    }

    public RowChange insert(long sequence, long id, String... row) {
        return RowChange.insert(schema, image(row), origin(sequence, sequence), key(id));
    }

    public RowChange update(long sequence, long id, String[] before, String... after) {
        return RowChange.update(schema, image(before), image(after), origin(sequence, sequence), key(id));
    }

    public RowChange delete(long sequence, long id, String... row) {
        return RowChange.delete(schema, image(row), origin(sequence, sequence), key(id));
    }

    /** An update of the key whose images are not full. */
    public RowChange move(long sequence, long id, long to, String[] before, String... after) {
        return RowChange.partialKeyChange(
                schema, image(before), image(after), origin(sequence, sequence), key(id), key(to));
    }

    /** An insert of the row {@code [id, name, note]} that was committed at a time. */
    public RowChange insertAt(long commitMillis, long sequence, long id) {
        return RowChange.insert(schema, image(Long.toString(id), "n", "t"), origin(sequence, commitMillis), key(id));
    }

    public Truncate truncate(long sequence) {
        return new Truncate(schema.table(), schema.table(), origin(sequence, sequence), place().build());
    }

    /** A row as an array, for {@code before}. */
    public static String[] row(String... columns) {
        return columns;
    }

    private RowImage image(String... row) {
        RowBuilder builder = new RowBuilder(schema.layout());
        for (int i = 0; i < row.length; i++) {
            LogicalType type = schema.layout().column(i).type();
            switch (row[i]) {
                case "-" -> builder.absent();
                case "NULL" -> builder.nullValue();
                default -> {
                    switch (type.kind()) {
                        case INT, BIGINT -> builder.int64(Long.parseLong(row[i]));
                        default -> builder.text(row[i]);
                    }
                }
            }
        }
        return builder.build();
    }

    private EventKey.Builder place() {
        return new EventKey.Builder(
                source, "", schema.table().database(), schema.table().table());
    }

    private EventKey key(long id) {
        if (schema.key().isEmpty()) {
            return place().build();
        }
        EventKey.Builder key = place();
        key.int64(id);
        return key.build();
    }

    private Origin origin(long sequence, long commitMillis) {
        Transaction transaction = new Transaction(
                source, server, "", 1, "u:" + sequence, "binlog.000003", 484, 12, 99, commitMillis * 1_000);
        return new Origin(transaction, 500, 0, 3, sequence, 1_700_000_000_200L, true, "");
    }

    /** An event on one line: {@code 7 u [1, a, -] -> [1, b, x]}, with the counterpart behind a bar. */
    public static String text(Event event) {
        if (event instanceof RowChange row) {
            String images = String.join(
                    " -> ",
                    Stream.of(row.before(), row.after())
                            .flatMap(Optional::stream)
                            .map(image -> text(row.schema(), image))
                            .toList());
            return event.origin().sequence() + " "
                    + row.operation().name().toLowerCase(Locale.ROOT).charAt(0) + " " + images
                    + row.counterpart()
                            .map(image -> " | " + text(row.schema(), image))
                            .orElse("");
        }
        return event.origin().sequence() + " "
                + event.getClass().getSimpleName().toLowerCase(Locale.ROOT);
    }

    private static String text(TableSchema schema, RowImage image) {
        return schema.columns().stream()
                .map(column -> {
                    if (!image.isPresent(column.position())) {
                        return "-";
                    }
                    EventKey.Builder value = new EventKey.Builder();
                    image.read(column.position(), value);
                    String text = value.build().toString();
                    return text.substring(1, text.length() - 1).replace("'", "");
                })
                .toList()
                .toString();
    }

    /** Events on one line each. */
    public static List<String> texts(List<Event> events) {
        return events.stream().map(Changes::text).toList();
    }
}
