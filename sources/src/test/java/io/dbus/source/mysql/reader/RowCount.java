package io.dbus.source.mysql.reader;

import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.event.TransactionPayload;
import io.dbus.source.mysql.event.ValueSize;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts the rows of {@code shop.orders} in events, without transactions, positions and batches. */
final class RowCount {
    private final boolean mariaDb;
    private final Map<Long, TableMap> maps = new HashMap<>();
    private int rows;

    RowCount(boolean mariaDb) {
        this.mariaDb = mariaDb;
    }

    int rows() {
        return rows;
    }

    /**
     * Counts the rows of an event.
     *
     * @param end where its body ends
     * @return where the values of fixed size stand in it
     */
    List<Integer> add(byte[] event, int end) {
        int type = event[4] & 0xFF;
        List<Integer> fixed = new ArrayList<>();
        if (type == EventType.TABLE_MAP) {
            TableMap map = TableMap.parse(event, EventHeader.LENGTH, end, mariaDb);
            maps.put(map.number(), map);
        } else if (type == EventType.TRANSACTION_PAYLOAD) {
            try (TransactionPayload payload = TransactionPayload.open(event, EventHeader.LENGTH, end, 1 << 26)) {
                for (byte[] inner = payload.next(); inner != null; inner = payload.next()) {
                    add(inner, inner.length);
                }
            }
        } else if (EventType.isRows(type)) {
            TableMap map = maps.get(RowsEvent.tableNumber(event, EventHeader.LENGTH, end));
            if (map != null && map.table().toString().equals("shop.orders")) {
                RowsEvent open = RowsEvent.open(type, event, EventHeader.LENGTH, end, map);
                while (open.next()) {
                    rows++;
                    if (open.bytes() == event) {
                        fixed(map, event, open.afterStarts(), fixed);
                        fixed(map, event, open.beforeStarts(), fixed);
                    }
                }
            }
        }
        return fixed;
    }

    private static void fixed(TableMap map, byte[] event, int[] starts, List<Integer> fixed) {
        for (int i = 0; i < starts.length; i++) {
            if (starts[i] >= 0 && isFixed(map.type(i))) {
                int size = ValueSize.of(map.type(i), map.meta(i), event, starts[i], event.length);
                for (int at = 0; at < size; at++) {
                    fixed.add(starts[i] + at);
                }
            }
        }
    }

    private static boolean isFixed(int type) {
        return switch (type) {
            case ColumnType.VARCHAR,
                    ColumnType.VAR_STRING,
                    ColumnType.STRING,
                    ColumnType.BLOB,
                    ColumnType.JSON,
                    ColumnType.GEOMETRY,
                    ColumnType.VECTOR -> false;
            default -> true;
        };
    }
}
