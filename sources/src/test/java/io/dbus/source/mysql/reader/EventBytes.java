package io.dbus.source.mysql.reader;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import io.dbus.source.mysql.event.EventType;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.UUID;
import java.util.zip.Deflater;

/** Binlog events made by hand, of tables {@code (id INT PRIMARY KEY, v VARCHAR(20))}, with full metadata and no checksums. */
final class EventBytes {
    static final UUID SERVER = UUID.fromString("3e11fa47-71ca-11e1-9e33-c80aa9429562");
    static final long COMMIT_MICROS = 1_700_000_000_000_000L;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    /** An event of a type whose header says that it ends at a position. */
    byte[] event(int type, long nextPosition) {
        return event(type, nextPosition, 0);
    }

    byte[] event(int type, long nextPosition, int flags) {
        byte[] body = out.toByteArray();
        EventBytes whole = new EventBytes();
        whole.number(COMMIT_MICROS / 1_000_000, 4)
                .number(type, 1)
                .number(7, 4)
                .number(19 + body.length, 4)
                .number(nextPosition, 4)
                .number(flags, 2)
                .bytes(body);
        return whole.out.toByteArray();
    }

    EventBytes number(long value, int size) {
        for (int i = 0; i < size; i++) {
            out.write((int) (value >>> 8 * i));
        }
        return this;
    }

    EventBytes bytes(byte... bytes) {
        out.writeBytes(bytes);
        return this;
    }

    EventBytes text(String text) {
        return bytes(text.getBytes(UTF_8));
    }

    static byte[] gtid(long number, long nextPosition) {
        EventBytes body = new EventBytes().number(1, 1);
        for (int shift = 56; shift >= 0; shift -= 8) {
            body.number(SERVER.getMostSignificantBits() >>> shift, 1);
        }
        for (int shift = 56; shift >= 0; shift -= 8) {
            body.number(SERVER.getLeastSignificantBits() >>> shift, 1);
        }
        return body.number(number, 8)
                .number(2, 1)
                .number(number - 1, 8)
                .number(number, 8)
                .number(COMMIT_MICROS, 7)
                .number(100, 1)
                .number(90704, 4)
                .event(EventType.GTID, nextPosition);
    }

    static byte[] query(String database, String sql, long nextPosition) {
        return query(database, sql, nextPosition, 0, 0);
    }

    static byte[] query(String database, String sql, long nextPosition, int errorCode, int flags) {
        return new EventBytes()
                .number(11, 4)
                .number(0, 4)
                .number(database.length(), 1)
                .number(errorCode, 2)
                .number(0, 2)
                .text(database)
                .number(0, 1)
                .text(sql)
                .event(EventType.QUERY, nextPosition, flags);
    }

    static byte[] xid(long xid, long nextPosition) {
        return new EventBytes().number(xid, 8).event(EventType.XID, nextPosition);
    }

    /** XA_PREPARE of an XA transaction whose identifier is a text, without a branch. */
    static byte[] xaPrepare(boolean onePhase, String id, long nextPosition) {
        return new EventBytes()
                .number(onePhase ? 1 : 0, 1)
                .number(1, 4)
                .number(id.length(), 4)
                .number(0, 4)
                .text(id)
                .event(EventType.XA_PREPARE, nextPosition);
    }

    /** {@code XA START}, {@code XA END}, {@code XA COMMIT}, {@code XA ROLLBACK} of the same. */
    static byte[] xa(String verb, String id, long nextPosition) {
        return query("", "XA " + verb + " " + xid(id), nextPosition);
    }

    static String xid(String id) {
        return "X'" + HexFormat.of().formatHex(id.getBytes(UTF_8)) + "',X'',1";
    }

    static byte[] rotate(String file, long position, int flags) {
        return new EventBytes().number(position, 8).text(file).event(EventType.ROTATE, 0, flags);
    }

    static byte[] tableMap(int number, String table, boolean named, long nextPosition) {
        EventBytes body = new EventBytes()
                .number(number, 6)
                .number(1, 2)
                .number(4, 1)
                .text("shop")
                .number(0, 1)
                .number(table.length(), 1)
                .text(table)
                .number(0, 1)
                .number(2, 1)
                .number(3, 1)
                .number(15, 1)
                .number(2, 1)
                .number(80, 2)
                .number(2, 1)
                .bytes((byte) 1, (byte) 1, (byte) 0)
                .bytes((byte) 2, (byte) 3, (byte) 0xFC, (byte) 0xFF, (byte) 0);
        if (named) {
            body.bytes((byte) 4, (byte) 5, (byte) 2)
                    .text("id")
                    .bytes((byte) 1)
                    .text("v")
                    .bytes((byte) 8, (byte) 1, (byte) 0);
        }
        return body.event(EventType.TABLE_MAP, nextPosition);
    }

    /** WRITE_ROWS of rows {@code (id, "v" + id)}. */
    static byte[] inserts(int number, long nextPosition, int... ids) {
        EventBytes body = rowsHead(number).number(3, 1);
        for (int id : ids) {
            body.row(id, "v" + id);
        }
        return body.event(EventType.WRITE_ROWS, nextPosition);
    }

    /** WRITE_ROWS of so many rows with values of so many bytes. */
    static byte[] largeInserts(int number, int rows, int size) {
        EventBytes body = rowsHead(number).number(3, 1);
        String value = "v".repeat(size);
        for (int id = 0; id < rows; id++) {
            body.row(id, value);
        }
        return body.event(EventType.WRITE_ROWS, 0);
    }

    /** TRANSACTION_PAYLOAD of other events; says how large they are. */
    static byte[] payload(long nextPosition, byte[]... events) {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        long size = 0;
        try (ZstdOutputStreamNoFinalizer zstd = new ZstdOutputStreamNoFinalizer(packed)) {
            for (byte[] event : events) {
                zstd.write(event);
                size += event.length;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return new EventBytes()
                .bytes((byte) 2, (byte) 1, (byte) 0)
                .bytes((byte) 3, (byte) 9, (byte) 0xFE)
                .number(size, 8)
                .bytes((byte) 1, (byte) 9, (byte) 0xFE)
                .number(packed.size(), 8)
                .number(0, 1)
                .bytes(packed.toByteArray())
                .event(EventType.TRANSACTION_PAYLOAD, nextPosition);
    }

    /** The same, as MariaDB writes it under {@code log_bin_compress}. */
    static byte[] compressedInserts(int number, long nextPosition, int... ids) {
        EventBytes rows = new EventBytes();
        for (int id : ids) {
            rows.row(id, "v" + id);
        }
        byte[] plain = rows.out.toByteArray();
        Deflater deflater = new Deflater();
        deflater.setInput(plain);
        deflater.finish();
        byte[] packed = new byte[1000];
        int size = deflater.deflate(packed);
        deflater.end();
        return rowsHead(number)
                .number(3, 1)
                .number(0x81, 1)
                .number(plain.length, 1)
                .bytes(Arrays.copyOf(packed, size))
                .event(EventType.MARIADB_WRITE_ROWS_COMPRESSED, nextPosition);
    }

    /** UPDATE_ROWS of one row. */
    static byte[] update(int number, long nextPosition, int idBefore, int idAfter) {
        return rowsHead(number)
                .number(3, 1)
                .number(3, 1)
                .row(idBefore, "v" + idBefore)
                .row(idAfter, "w")
                .event(EventType.UPDATE_ROWS, nextPosition);
    }

    /** UPDATE_ROWS of one row with {@code binlog_row_image=MINIMAL}: the id before, and after it the columns whose values are given. */
    static byte[] minimalUpdate(int number, long nextPosition, int idBefore, Integer idAfter, String valueAfter) {
        int after = (idAfter == null ? 0 : 1) | (valueAfter == null ? 0 : 2);
        EventBytes body = rowsHead(number)
                .number(1, 1)
                .number(after, 1)
                .number(0, 1)
                .number(idBefore, 4)
                .number(0, 1);
        if (idAfter != null) {
            body.number(idAfter, 4);
        }
        if (valueAfter != null) {
            body.number(valueAfter.length(), 1).text(valueAfter);
        }
        return body.event(EventType.UPDATE_ROWS, nextPosition);
    }

    /** WRITE_ROWS whose rows are no rows. */
    static byte[] damagedRows(int number, long nextPosition) {
        return rowsHead(number).number(3, 1).bytes((byte) 0, (byte) 1).event(EventType.WRITE_ROWS, nextPosition);
    }

    private static EventBytes rowsHead(int number) {
        return new EventBytes().number(number, 6).number(1, 2).number(2, 2).number(2, 1);
    }

    private EventBytes row(int id, String value) {
        return number(0, 1).number(id, 4).number(value.length(), 1).text(value);
    }
}
