package io.dbus.source.mysql.row;

import static java.util.Objects.requireNonNull;

import io.dbus.event.Column;
import io.dbus.event.EventKey;
import io.dbus.event.LayoutColumn;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowFormat;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.ValueSize;
import java.util.Arrays;

/**
 * Reads the keys of a table's rows: (source, server where servers share tables, database, table, key columns). A table without
 * key columns has one key. Not thread-safe.
 *
 * <p>Hot path: called for every row; it allocates the key alone.
 */
public final class KeyReader {
    private final TableSchema schema;
    private final EventKey.Builder builder;
    private final int[] positions;
    private final LayoutColumn[] columns;

    /**
     * A reader for one table.
     *
     * @param source the name of the source
     * @param server the name of the server where several servers of the source hold the table; else empty
     * @param schema the table
     */
    public KeyReader(String source, String server, TableSchema schema) {
        this.schema = requireNonNull(schema, "schema");
        this.builder = ofTable(source, server, schema.table());
        this.positions = schema.key().stream().mapToInt(Column::position).toArray();
        this.columns = Arrays.stream(positions)
                .mapToObj(position -> schema.layout().column(position))
                .toArray(LayoutColumn[]::new);
    }

    /** Builds keys of a table; without a part more, the key of the table itself, under which rows without a key travel too. */
    public static EventKey.Builder ofTable(String source, String server, TableId table) {
        return new EventKey.Builder(source, server, table.database(), table.table());
    }

    /**
     * The key of an image.
     *
     * @throws io.dbus.event.RowDecodeException when the image lacks a column of the key: names table and column
     */
    public EventKey key(RowImage image) {
        for (int i = 0; i < positions.length; i++) {
            if (!image.isPresent(positions[i])) {
                throw absent(i);
            }
        }
        try {
            for (int position : positions) {
                image.read(position, builder);
            }
        } catch (RowDecodeException e) {
            throw unread(e);
        }
        return builder.build();
    }

    /** The key of the current row before its change: of updates and deletes. Throws as {@link #key(RowImage)}. */
    public EventKey keyBefore(RowsEvent rows) {
        return key(rows.bytes(), rows.beforeStarts(), rows.beforeStarts());
    }

    /**
     * The key of the current row after its change: of inserts and updates. A key column that the image after an update lacks
     * did not change ({@code binlog_row_image=MINIMAL}) and is taken from the image before.
     */
    public EventKey keyAfter(RowsEvent rows) {
        int[] before = rows.beforeStarts();
        return key(rows.bytes(), rows.afterStarts(), before.length == 0 ? rows.afterStarts() : before);
    }

    /** Whether the current row, of an update, has the same key before and after. Compares bytes before it decodes anything. */
    public boolean sameKey(RowsEvent rows) {
        return sameBytes(rows) || keyBefore(rows).equals(keyAfter(rows));
    }

    private EventKey key(byte[] bytes, int[] starts, int[] otherwise) {
        for (int i = 0; i < positions.length; i++) {
            if (start(i, starts, otherwise) == RowFormat.ABSENT) {
                throw absent(i);
            }
        }
        try {
            for (int i = 0; i < positions.length; i++) {
                int start = start(i, starts, otherwise);
                if (start == RowFormat.NULL) {
                    builder.nullValue();
                } else {
                    schema.layout().format().read(columns[i], bytes, start, builder);
                }
            }
        } catch (RowDecodeException e) {
            throw unread(e);
        }
        return builder.build();
    }

    private int start(int part, int[] starts, int[] otherwise) {
        int start = starts[positions[part]];
        return start == RowFormat.ABSENT ? otherwise[positions[part]] : start;
    }

    private boolean sameBytes(RowsEvent rows) {
        byte[] b = rows.bytes();
        for (int i = 0; i < positions.length; i++) {
            int before = rows.beforeStarts()[positions[i]];
            int after = rows.afterStarts()[positions[i]];
            if (after == RowFormat.ABSENT || before == after) {
                continue;
            }
            if (before < 0 || after < 0) {
                return false;
            }
            int type = columns[i].physical().code();
            int meta = columns[i].physical().meta();
            int beforeSize = ValueSize.of(type, meta, b, before, b.length);
            int afterSize = ValueSize.of(type, meta, b, after, b.length);
            if (!Arrays.equals(b, before, before + beforeSize, b, after, after + afterSize)) {
                return false;
            }
        }
        return true;
    }

    private RowDecodeException unread(RowDecodeException cause) {
        builder.build(); // The parts that it holds belong to no key.
        return new RowDecodeException(
                "The key of a row of table " + schema.table() + " cannot be read: " + cause.getMessage(), cause);
    }

    private RowDecodeException absent(int part) {
        return new RowDecodeException("A row image of table " + schema.table() + " lacks the key column "
                + schema.key().get(part).name()
                + ": SET GLOBAL binlog_row_image=FULL on its server, or name other message.key.columns");
    }
}
