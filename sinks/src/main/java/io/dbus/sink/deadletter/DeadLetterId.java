package io.dbus.sink.deadletter;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.Event;
import io.dbus.event.EventKeySerializer;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.SchemaChange;
import io.dbus.event.TableId;
import io.dbus.event.Transaction;
import io.dbus.event.Truncate;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.util.HexFormat;
import org.apache.flink.core.memory.DataOutputSerializer;

/**
 * The id of a dead letter: the first 128 bits of a SHA-256 of the pipeline, the component and the event. An event that is read again after a failure, also from another
 * replica, has the same id; two rows of a transaction, the delete and the insert of a changed key, and one row rejected by two components have not.
 *
 * <p>Where there is a GTID, it and the row's ordinal in the transaction say which row it is, the same on every replica; else binlog file and positions, and the
 * sequence. Ids are compared for as long as dead letters are kept: the form can never change.
 */
final class DeadLetterId {
    private static final int FORM = 1;
    private static final int BYTES = 16;

    private final MessageDigest digest = Digests.sha256();
    private final DataOutputSerializer key = new DataOutputSerializer(64);
    private final EventKeySerializer keys = new EventKeySerializer();

    String of(Event event, String pipeline, String component) {
        digest.reset();
        digest.update((byte) FORM);
        text(pipeline);
        text(component);
        place(event.origin());
        what(event);
        return HexFormat.of().formatHex(digest.digest(), 0, BYTES);
    }

    private void place(Origin origin) {
        Transaction transaction = origin.transaction();
        text(transaction.source());
        text(transaction.server());
        text(transaction.gtid());
        number(origin.ordinal());
        if (transaction.gtid().isEmpty()) {
            text(transaction.file());
            number(transaction.position());
            number(origin.position());
            number(origin.row());
            number(origin.sequence());
        }
    }

    private void what(Event event) {
        text(kind(event));
        if (event instanceof RowChange row) {
            number(row.operation().code());
            table(row.table());
        } else if (event instanceof Truncate truncate) {
            table(truncate.table());
        }
        key.clear();
        try {
            keys.serialize(event.key(), key);
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory failed", e);
        }
        digest.update(key.getSharedBuffer(), 0, key.length());
    }

    /** The kind of an event as dead letters name it. */
    static String kind(Event event) {
        if (event instanceof RowChange) {
            return "row";
        } else if (event instanceof Truncate) {
            return "truncate";
        } else if (event instanceof SchemaChange) {
            return "schema-change";
        } else if (event instanceof Message) {
            return "message";
        }
        throw new IllegalStateException("No kind of dead letter for " + event.getClass());
    }

    private void table(TableId table) {
        text(table.database());
        text(table.table());
    }

    private void text(String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        number(utf8.length);
        digest.update(utf8);
    }

    private void number(long number) {
        digest.update(ByteBuffer.allocate(Long.BYTES).putLong(number).flip());
    }
}
