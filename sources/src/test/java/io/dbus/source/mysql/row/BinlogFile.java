package io.dbus.source.mysql.row;

import io.dbus.embedded.BinlogPosition;
import io.dbus.embedded.DatabaseServer;
import io.dbus.embedded.MariaDbServer;
import io.dbus.event.RowImage;
import io.dbus.event.RowLayout;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.event.Checksum;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.event.TransactionPayload;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the binlog file of a running server: the very bytes that it sends to replicas. */
final class BinlogFile {
    /** An event with its bytes. */
    record Event(EventHeader header, byte[] bytes, int bodyStart, int bodyEnd) {}

    /** An image with the table map it was read by. */
    record Row(TableMap map, byte[] afterPresent, byte[] bytes, int afterStart, int afterLength) {
        RowImage after(RowLayout layout) {
            return RowImage.partial(layout, afterPresent, bytes, afterStart, afterLength);
        }
    }

    private BinlogFile() {}

    /** The events from a position to the end of its file, checksums checked, payloads unpacked. */
    static List<Event> events(DatabaseServer server, BinlogPosition from) throws IOException {
        byte[] bytes = read(server.dataDirectory().resolve(Path.of(from.file()).getFileName()), from.position());
        List<Event> events = new ArrayList<>();
        int at = 0;
        while (at < bytes.length) {
            EventHeader header = EventHeader.parse(bytes, at);
            int size = (int) header.eventSize();
            Checksum.CRC32.verify(bytes, at, size);
            int bodyEnd = at + size - Checksum.CRC32.length();
            if (header.type() == EventType.TRANSACTION_PAYLOAD) {
                unpack(bytes, at + EventHeader.LENGTH, bodyEnd, events);
            } else {
                events.add(new Event(header, bytes, at + EventHeader.LENGTH, bodyEnd));
            }
            at += size;
        }
        return events;
    }

    /** The images after the change of the rows inserted into or updated in a table. */
    static List<Row> rows(DatabaseServer server, BinlogPosition from, TableId table) throws IOException {
        return rows(server, from, table, Optional.empty());
    }

    /** The same, of a table of which the server says more than the binlog. */
    static List<Row> rows(
            DatabaseServer server, BinlogPosition from, TableId table, Optional<TableDefinition> definition)
            throws IOException {
        Map<Long, TableMap> maps = new HashMap<>();
        List<Row> rows = new ArrayList<>();
        for (Event event : events(server, from)) {
            int type = event.header().type();
            if (type == EventType.TABLE_MAP) {
                TableMap map = TableMap.parse(
                        event.bytes(), event.bodyStart(), event.bodyEnd(), server instanceof MariaDbServer);
                maps.put(map.number(), map.table().equals(table) ? MariaDbColumns.withFractions(map, definition) : map);
            } else if (EventType.isRows(type)) {
                TableMap map = maps.get(RowsEvent.tableNumber(event.bytes(), event.bodyStart(), event.bodyEnd()));
                if (map.table().equals(table)) {
                    RowsEvent open = RowsEvent.open(type, event.bytes(), event.bodyStart(), event.bodyEnd(), map);
                    while (open.next()) {
                        rows.add(
                                new Row(map, open.afterPresent(), open.bytes(), open.afterStart(), open.afterLength()));
                    }
                }
            }
        }
        return rows;
    }

    private static void unpack(byte[] bytes, int start, int end, List<Event> events) {
        try (TransactionPayload payload = TransactionPayload.open(bytes, start, end, 1 << 26)) {
            for (byte[] inner = payload.next(); inner != null; inner = payload.next()) {
                events.add(new Event(EventHeader.parse(inner, 0), inner, EventHeader.LENGTH, inner.length));
            }
        }
    }

    private static byte[] read(Path file, long from) throws IOException {
        try (RandomAccessFile in = new RandomAccessFile(file.toFile(), "r")) {
            byte[] bytes = new byte[(int) (in.length() - from)];
            in.seek(from);
            in.readFully(bytes);
            return bytes;
        }
    }
}
