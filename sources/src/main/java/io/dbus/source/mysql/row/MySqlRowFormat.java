package io.dbus.source.mysql.row;

import io.dbus.event.LayoutColumn;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.PhysicalType;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowFormat;
import io.dbus.event.RowLayout;
import io.dbus.event.ValueReceiver;
import io.dbus.source.mysql.charset.ServerCharset;
import io.dbus.source.mysql.charset.Utf8;
import io.dbus.source.mysql.event.ColumnType;
import io.dbus.source.mysql.event.ValueSize;
import java.util.Arrays;

/**
 * Row images as MySQL and MariaDB write them to the binlog: a bitmap of the NULLs among the columns present, then the
 * values one after the other (MySQL Internals, Rows event). {@code sources/TYPES.md} lists what each type becomes.
 *
 * <p>Hot path: nothing is allocated but DECIMALs, which the receiver takes as objects. Text that must be converted goes
 * through a buffer of the thread.
 */
public final class MySqlRowFormat implements RowFormat {
    /** The format's name. */
    public static final String NAME = "mysql";

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int locate(RowLayout layout, byte[] present, byte[] bytes, int offset, int[] starts) {
        int columns = layout.size();
        if (present.length != 0 && present.length < columns + 7 >> 3) {
            throw new RowDecodeException(
                    "A row image of " + columns + " columns has a presence bitmap of " + present.length + " bytes");
        }
        int next = offset + (count(present, columns) + 7 >> 3);
        if (next > bytes.length) {
            throw new RowDecodeException("The row image ends inside its NULL bits");
        }
        int bit = 0;
        for (int i = 0; i < columns; i++) {
            if (present.length != 0 && (present[i >> 3] & 1 << (i & 7)) == 0) {
                starts[i] = ABSENT;
                continue;
            }
            boolean isNull = (bytes[offset + (bit >> 3)] & 1 << (bit & 7)) != 0;
            bit++;
            if (isNull) {
                starts[i] = NULL;
                continue;
            }
            PhysicalType type = layout.column(i).physical();
            int size = ValueSize.of(type.code(), type.meta(), bytes, next, bytes.length);
            if (size < 0) {
                throw new RowDecodeException(
                        size == ValueSize.TRUNCATED
                                ? "The row image ends inside column " + (i + 1)
                                : "Column " + (i + 1) + " is of " + ColumnType.name(type.code())
                                        + ", which has no values in row images");
            }
            starts[i] = next;
            next += size;
        }
        return next;
    }

    private static int count(byte[] present, int columns) {
        if (present.length == 0) {
            return columns;
        }
        int count = 0;
        for (int i = 0; i < columns; i++) {
            count += present[i >> 3] >> (i & 7) & 1;
        }
        return count;
    }

    @Override
    public void read(LayoutColumn column, byte[] bytes, int start, ValueReceiver receiver) {
        PhysicalType physical = column.physical();
        int type = physical.code();
        int meta = physical.meta();
        int size = ValueSize.of(type, meta, bytes, start, bytes.length);
        if (size < 0) {
            throw new RowDecodeException("There is no value of " + ColumnType.name(type) + " at byte " + start
                    + " of the row image's " + bytes.length);
        }
        switch (type) {
            case ColumnType.TINY, ColumnType.SHORT, ColumnType.INT24, ColumnType.LONG ->
                receiver.int64(
                        column.type().unsigned()
                                ? Bytes.unsigned(bytes, start, size)
                                : Bytes.signed(bytes, start, size));
            case ColumnType.LONGLONG -> {
                long value = Bytes.unsigned(bytes, start, Long.BYTES);
                if (column.type().unsigned()) {
                    receiver.uint64(value);
                } else {
                    receiver.int64(value);
                }
            }
            case ColumnType.YEAR -> receiver.int64(bytes[start] == 0 ? 0 : 1900 + (bytes[start] & 0xFF));
            case ColumnType.FLOAT ->
                receiver.float32(Float.intBitsToFloat((int) Bytes.unsigned(bytes, start, Float.BYTES)));
            case ColumnType.DOUBLE ->
                receiver.float64(Double.longBitsToDouble(Bytes.unsigned(bytes, start, Double.BYTES)));
            case ColumnType.NEWDECIMAL -> receiver.decimal(BinaryDecimal.read(bytes, start, meta & 0xFF, meta >> 8));
            case ColumnType.BIT -> receiver.bits(Bytes.bigEndian(bytes, start, size), (meta >> 8) * 8 + (meta & 0xFF));
            case ColumnType.DATE, ColumnType.NEWDATE -> Temporals.date(bytes, start, receiver);
            case ColumnType.TIME2 -> Temporals.time2(bytes, start, meta, receiver);
            case ColumnType.DATETIME2 -> Temporals.datetime2(bytes, start, meta, receiver);
            case ColumnType.TIMESTAMP2 -> Temporals.timestamp2(bytes, start, meta, receiver);
            case ColumnType.TIME -> OldTemporals.time(bytes, start, size, meta, receiver);
            case ColumnType.DATETIME -> OldTemporals.datetime(bytes, start, size, meta, receiver);
            case ColumnType.TIMESTAMP -> OldTemporals.timestamp(bytes, start, meta, receiver);
            case ColumnType.STRING, ColumnType.VARCHAR, ColumnType.VAR_STRING -> {
                int prefix = meta > 255 ? 2 : 1;
                string(column, bytes, start + prefix, size - prefix, receiver);
            }
            case ColumnType.BLOB -> string(column, bytes, start + meta, size - meta, receiver);
            case ColumnType.MARIADB_VARCHAR_COMPRESSED -> {
                int prefix = meta > 255 ? 2 : 1;
                compressed(column, bytes, start + prefix, size - prefix, receiver);
            }
            case ColumnType.MARIADB_BLOB_COMPRESSED -> compressed(column, bytes, start + meta, size - meta, receiver);
            case ColumnType.MARIADB_UUID -> AddressText.uuid(bytes, start + 1, size - 1, receiver);
            case ColumnType.MARIADB_INET6 -> AddressText.inet6(bytes, start + 1, size - 1, receiver);
            case ColumnType.MARIADB_INET4 -> AddressText.inet4(bytes, start + 1, size - 1, receiver);
            case ColumnType.MARIADB_VECTOR -> {
                int prefix = meta > 255 ? 2 : 1;
                vector(bytes, start + prefix, size - prefix, receiver);
            }
            case ColumnType.ENUM ->
                Labels.readEnum(column.type().labels(), Bytes.unsigned(bytes, start, size), receiver);
            case ColumnType.SET -> Labels.readSet(column.type().labels(), Bytes.unsigned(bytes, start, size), receiver);
            case ColumnType.JSON -> BinaryJson.read(bytes, start + meta, size - meta, receiver);
            case ColumnType.GEOMETRY -> geometry(bytes, start + meta, size - meta, receiver);
            case ColumnType.VECTOR -> vector(bytes, start + meta, size - meta, receiver);
            default ->
                throw new RowDecodeException("Values of " + ColumnType.name(type)
                        + " cannot be read yet: leave the table out or change the column's type");
        }
    }

    @Override
    public void erase(LayoutColumn column, byte[] bytes, int start) {
        PhysicalType physical = column.physical();
        int size = ValueSize.of(physical.code(), physical.meta(), bytes, start, bytes.length);
        if (size < 0) {
            throw new RowDecodeException("There is no value of " + ColumnType.name(physical.code()) + " at byte "
                    + start + " of the row image's " + bytes.length);
        }
        int prefix =
                switch (physical.code()) {
                    case ColumnType.STRING,
                            ColumnType.VARCHAR,
                            ColumnType.VAR_STRING,
                            ColumnType.MARIADB_VARCHAR_COMPRESSED,
                            ColumnType.MARIADB_UUID,
                            ColumnType.MARIADB_INET6,
                            ColumnType.MARIADB_INET4,
                            ColumnType.MARIADB_VECTOR -> physical.meta() > 255 ? 2 : 1;
                    case ColumnType.BLOB,
                            ColumnType.MARIADB_BLOB_COMPRESSED,
                            ColumnType.JSON,
                            ColumnType.GEOMETRY,
                            ColumnType.VECTOR -> physical.meta();
                    default -> 0;
                };
        Arrays.fill(bytes, start + prefix, start + size, (byte) 0);
    }

    private static void string(LayoutColumn column, byte[] bytes, int start, int length, ValueReceiver receiver) {
        int collation = column.physical().charset();
        if (collation == ServerCharset.BINARY_COLLATION) {
            if (column.type().kind() == Kind.BINARY && length < column.type().length()) {
                padded(bytes, start, length, column.type().length(), receiver);
            } else {
                receiver.binary(bytes, start, length);
            }
            return;
        }
        ServerCharset charset = ServerCharset.ofCollation(collation);
        if (charset.isUtf8()) {
            charset.requireUtf8(bytes, start, length);
            receiver.text(bytes, start, length);
            return;
        }
        byte[] out = Scratch.borrow(length * Utf8.MAX_PER_CHAR);
        receiver.text(out, 0, charset.toUtf8(bytes, start, length, out));
        Scratch.giveBack(out);
    }

    private static void compressed(LayoutColumn column, byte[] bytes, int start, int length, ValueReceiver receiver) {
        int size = CompressedColumn.size(bytes, start, length);
        byte[] out = Scratch.borrow(size);
        CompressedColumn.read(bytes, start, length, out, size);
        string(column, out, 0, size, receiver);
        Scratch.giveBack(out);
    }

    /** The binlog strips the zeros at the end of a BINARY; SELECT shows them (MySQL manual, BINARY and VARBINARY). */
    private static void padded(byte[] bytes, int start, int length, int full, ValueReceiver receiver) {
        byte[] out = Scratch.borrow(full);
        System.arraycopy(bytes, start, out, 0, length);
        Arrays.fill(out, length, full, (byte) 0);
        receiver.binary(out, 0, full);
        Scratch.giveBack(out);
    }

    private static void geometry(byte[] bytes, int start, int length, ValueReceiver receiver) {
        if (length < Integer.BYTES) {
            throw new RowDecodeException("A geometry has " + length + " bytes, fewer than its SRID");
        }
        int srid = (int) Bytes.unsigned(bytes, start, Integer.BYTES);
        receiver.geometry(srid, bytes, start + Integer.BYTES, length - Integer.BYTES);
    }

    private static void vector(byte[] bytes, int start, int length, ValueReceiver receiver) {
        if (length % Float.BYTES != 0) {
            throw new RowDecodeException("A VECTOR has " + length + " bytes, which are no 32-bit numbers");
        }
        receiver.vector(bytes, start, length / Float.BYTES);
    }
}
