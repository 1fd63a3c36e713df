package io.dbus.source.mysql.row;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Operation;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.TableMap;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/** Events that a real server wrote, from the resource {@code recorded-events.txt}, and helpers to read row events in tests. */
final class RecordedEvents {
    /** A row event: the bodies of it and of its table map, and the rows in it as text. */
    record Recorded(String topic, byte[] map, int type, byte[] rows, List<String> expected) {
        TableMap tableMap() {
            return TableMap.parse(map, 0, map.length);
        }

        @Override
        public String toString() {
            return topic + " " + type;
        }
    }

    private RecordedEvents() {}

    static List<Recorded> all() {
        List<Recorded> events = new ArrayList<>();
        String topic = "";
        byte[] map = {};
        HexFormat hex = HexFormat.of();
        for (String line : lines()) {
            String[] words = line.split(" ");
            switch (words[0]) {
                case "#" -> topic = line.substring(2);
                case "map" -> map = hex.parseHex(words[1]);
                case "rows" ->
                    events.add(new Recorded(
                            topic, map, Integer.parseInt(words[1]), hex.parseHex(words[2]), new ArrayList<>()));
                default -> events.get(events.size() - 1).expected().add(line);
            }
        }
        return events;
    }

    /** The rows of an event in the form of the resource. */
    static List<String> decode(int type, byte[] b, TableMap map, TableSchema schema) {
        List<String> rows = new ArrayList<>();
        RowsEvent event = RowsEvent.open(type, b, 0, b.length, map);
        while (event.next()) {
            String before = event.operation() == Operation.INSERT ? "" : text(schema, before(schema, event));
            String after = event.operation() == Operation.DELETE ? "" : text(schema, after(schema, event));
            rows.add(
                    switch (event.operation()) {
                        case INSERT -> "+" + after;
                        case DELETE -> "-" + before;
                        default -> before + " -> " + after;
                    });
        }
        return rows;
    }

    static RowImage before(TableSchema schema, RowsEvent event) {
        return RowImage.partial(
                schema.layout(), event.beforePresent(), event.bytes(), event.beforeStart(), event.beforeLength());
    }

    static RowImage after(TableSchema schema, RowsEvent event) {
        return RowImage.partial(
                schema.layout(), event.afterPresent(), event.bytes(), event.afterStart(), event.afterLength());
    }

    private static String text(TableSchema schema, RowImage image) {
        return ValueText.of(schema, image).toString();
    }

    private static List<String> lines() {
        try (InputStream in = RecordedEvents.class.getResourceAsStream("recorded-events.txt")) {
            return new String(in.readAllBytes(), UTF_8).lines().toList();
        } catch (IOException e) {
            throw new IllegalStateException("The recorded events cannot be read", e);
        }
    }
}
