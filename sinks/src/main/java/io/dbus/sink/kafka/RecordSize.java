package io.dbus.sink.kafka;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.RowChange;
import io.dbus.event.Truncate;
import java.util.HexFormat;
import org.apache.kafka.common.header.Header;
import org.apache.kafka.common.utils.Utils;

/** Sizes of records as Kafka counts them (record batches of version 2, KIP-98). */
final class RecordSize {
    private static final int BATCH_OVERHEAD = 61;
    private static final int MAX_RECORD_OVERHEAD = 21;
    private static final int SHOWN_KEY = 200;

    private RecordSize() {}

    /** The size of a batch of this record alone, not compressed: what {@code max.message.bytes} of a topic limits. */
    static int alone(byte[] key, byte[] value, Iterable<Header> headers) {
        // Attributes, timestamp delta and offset delta have a byte each in the first record of a batch.
        int body = 3 + content(key, value, headers);
        return BATCH_OVERHEAD + varint(body) + body;
    }

    /** The size that the producer compares with {@code max.request.size}: the most that the record can take. */
    static int atMost(byte[] key, byte[] value, Iterable<Header> headers) {
        return BATCH_OVERHEAD + MAX_RECORD_OVERHEAD + content(key, value, headers);
    }

    /** A record as error messages name it: its table, its key and where it comes from. */
    static String describe(Event event, byte[] key) {
        String table = event instanceof RowChange row
                ? " of table " + row.table()
                : event instanceof Truncate truncate ? " of TRUNCATE " + truncate.table() : "";
        return "record" + table + " with " + describe(key) + " ("
                + event.origin().describe() + ")";
    }

    /** A record's key as error messages show it: its text, or hexadecimal where it is none. */
    static String describe(byte[] key) {
        if (key == null) {
            return "no key";
        }
        int shown = Math.min(key.length, SHOWN_KEY);
        String text = isText(key)
                ? new String(key, 0, shown, UTF_8)
                : "0x" + HexFormat.of().formatHex(key, 0, shown);
        return "key " + text + (key.length > SHOWN_KEY ? "..." : "");
    }

    private static boolean isText(byte[] key) {
        for (byte b : key) {
            if (b >= 0 && b < ' ') {
                return false;
            }
        }
        return true;
    }

    private static int content(byte[] key, byte[] value, Iterable<Header> headers) {
        int size = sized(key) + sized(value);
        int count = 0;
        for (Header header : headers) {
            int name = Utils.utf8Length(header.key());
            size += varint(name) + name + sized(header.value());
            count++;
        }
        return size + varint(count);
    }

    private static int sized(byte[] bytes) {
        return bytes == null ? 1 : varint(bytes.length) + bytes.length;
    }

    /** The bytes of a number that is not negative in zig-zag form. */
    private static int varint(int value) {
        int bytes = 1;
        for (long rest = (long) value << 1; rest > 0x7F; rest >>>= 7) {
            bytes++;
        }
        return bytes;
    }
}
