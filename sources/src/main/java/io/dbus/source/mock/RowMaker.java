package io.dbus.source.mock;

import io.dbus.event.EventKey;
import io.dbus.event.LogicalType;
import io.dbus.event.Operation;
import io.dbus.event.Origin;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueReceiver;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Makes the changes of the rows of one table out of the row's number, its life and its version: the same of the same, so that the image before a change is the one after the
 * change before it. An update writes about every fourth column, and at least one; by chance the value may be the one that was there. Hot path.
 */
final class RowMaker {
    private static final int CHANGE_EVERY = 4;
    private static final byte[] NO_VALUE = {'?', '?', '?'};

    private final MockTable table;
    private final TableSchema schema;
    private final RowBuilder row;
    private final EventKey.Builder keys;
    private final ColumnValues[] values;
    private final int[] keyPositions;
    private final boolean[] inKey;
    /** The place of a column among those that are not in the key. */
    private final int[] rank;

    private final boolean[] large;
    private final int numbering;
    private final int every;
    private final int damaged;
    private final int swelling;
    private final long nullsBelow;
    private final RowImages images;
    private final long seed;

    /**
     * A maker of rows.
     *
     * @param server goes into keys; empty where the source has one server
     */
    RowMaker(MockTable table, MockSettings settings, String server) {
        this.table = table;
        this.schema = table.schema();
        this.row = new RowBuilder(schema.layout());
        this.keys = new EventKey.Builder(
                settings.source(), server, table.id().database(), table.id().table());
        int size = table.columns().size();
        this.values = new ColumnValues[size];
        this.inKey = new boolean[size];
        this.rank = new int[size];
        this.large = new boolean[size];
        this.keyPositions = schema.key().stream().mapToInt(c -> c.position()).toArray();
        for (int position : keyPositions) {
            inKey[position] = true;
        }
        for (int i = 1; i < size; i++) {
            rank[i] = rank[i - 1] + (inKey[i - 1] ? 0 : 1);
        }
        this.numbering = keyPositions.length == 0 ? -1 : keyPositions[keyPositions.length - 1];
        for (int i = 0; i < size; i++) {
            LogicalType type = table.columns().get(i).type();
            values[i] = new ColumnValues(type);
            large[i] = switch (type.kind()) {
                case TEXT, BLOB, JSON, GEOMETRY -> true;
                default -> false;
            };
        }
        this.every = Math.max(1, Math.min(CHANGE_EVERY, size - keyPositions.length));
        this.damaged = first(RowMaker::hasWrongValues);
        this.swelling = first(RowMaker::isText);
        this.nullsBelow = (long) (settings.nulls() * (1L << 32));
        this.images = settings.images();
        this.seed = settings.seed();
    }

    TableId table() {
        return table.id();
    }

    /** Whether a table has a column whose value a fault can make very long. */
    static boolean canSwell(MockTable table) {
        return table.columns().stream().anyMatch(c -> !table.key().contains(c.name()) && isText(c.type()));
    }

    /** The key of the exchange of the table as such. */
    EventKey tableKey() {
        return keys.build();
    }

    /**
     * A change.
     *
     * @param number the row's number, which its key holds
     * @param life which of the lives of the number it is
     * @param version how many updates the row has had
     * @param fault what is to be wrong with it
     */
    RowChange change(Operation operation, long number, long life, int version, Origin origin, Optional<Fault> fault) {
        long base = Mix.of(seed ^ number, life);
        EventKey key = key(number);
        return switch (operation) {
            case INSERT -> RowChange.insert(schema, image(number, base, version, Side.ALL, fault), origin, key);
            case UPDATE ->
                RowChange.update(
                        schema,
                        image(number, base, version - 1, Side.BEFORE, Optional.empty()),
                        image(number, base, version, Side.AFTER, fault),
                        origin,
                        key);
            case DELETE -> RowChange.delete(schema, image(number, base, version, Side.BEFORE, fault), origin, key);
        };
    }

    private enum Side {
        ALL,
        BEFORE,
        AFTER
    }

    private EventKey key(long number) {
        for (int position : keyPositions) {
            keyValue(position, number, keys);
        }
        return keys.build();
    }

    private void keyValue(int position, long number, ValueReceiver to) {
        if (position == numbering) {
            values[position].number(number, to);
        } else {
            values[position].write(Mix.of(seed ^ number, position), to);
        }
    }

    private RowImage image(long number, long base, int version, Side side, Optional<Fault> fault) {
        FaultKind kind = fault.map(Fault::kind).orElse(null);
        if (kind == FaultKind.UNDECODABLE && damaged < 0) {
            return RowImage.full(schema.layout(), NO_VALUE, 0, NO_VALUE.length);
        }
        for (int i = 0; i < values.length; i++) {
            boolean changes = (version + rank[i]) % every == 0;
            if (inKey[i]) {
                if (side == Side.AFTER && images == RowImages.MINIMAL) {
                    row.absent();
                } else {
                    keyValue(i, number, row);
                }
            } else if (kind == FaultKind.UNDECODABLE && i == damaged) {
                row.text(NO_VALUE, 0, NO_VALUE.length);
            } else if (kind == FaultKind.TOO_LARGE && i == swelling) {
                swollen(Math.toIntExact(fault.orElseThrow().amount()));
            } else if (!isLogged(i, side, changes)) {
                row.absent();
            } else {
                value(i, base, Math.max(0, version - (version + rank[i]) % every));
            }
        }
        return row.build();
    }

    private boolean isLogged(int column, Side side, boolean changes) {
        return switch (images) {
            case FULL -> true;
            case MINIMAL -> side == Side.ALL || side == Side.AFTER && changes || numbering < 0 && side == Side.BEFORE;
            case NOBLOB -> side == Side.ALL || !large[column] || side == Side.AFTER && changes || numbering < 0;
        };
    }

    private void value(int column, long base, int since) {
        long random = Mix.of(base, ((long) since << 12) + column);
        if (nullsBelow > 0 && table.columns().get(column).nullable() && (Mix.of(random) >>> 32) < nullsBelow) {
            row.nullValue();
        } else {
            values[column].write(random, row);
        }
    }

    private void swollen(int bytes) {
        byte[] text = new byte[bytes];
        Arrays.fill(text, (byte) 'x');
        if (table.columns().get(swelling).type().kind() == LogicalType.Kind.JSON) {
            text[0] = '"';
            text[bytes - 1] = '"';
        }
        row.text(text, 0, bytes);
    }

    private int first(Predicate<LogicalType> wanted) {
        for (int i = 0; i < values.length; i++) {
            if (!inKey[i] && wanted.test(table.columns().get(i).type())) {
                return i;
            }
        }
        return -1;
    }

    /** Three bytes are no value of these types. */
    private static boolean hasWrongValues(LogicalType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, TEXT, BINARY, VARBINARY, BLOB, ENUM, SET, JSON -> false;
            default -> true;
        };
    }

    private static boolean isText(LogicalType type) {
        return switch (type.kind()) {
            case VARCHAR, TEXT, VARBINARY, BLOB, JSON -> true;
            default -> false;
        };
    }
}
