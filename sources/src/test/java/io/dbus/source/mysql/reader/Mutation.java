package io.dbus.source.mysql.reader;

import com.github.luben.zstd.Zstd;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.TransactionPayload;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.zip.CRC32;

/**
 * Damages the events of a transaction at random, the same way for the same number.
 *
 * @param kind what was done
 * @param events the events, damaged
 * @param staleChecksum the number of the event whose content was changed and whose checksum was not; -1 when none
 */
record Mutation(Kind kind, List<byte[]> events, int staleChecksum) {
    private static final int CHECKSUM = 4;
    private static final int TYPE = 4;
    private static final int SIZE = 9;

    /** What is done to a transaction. */
    enum Kind {
        NOTHING,
        CUT,
        FLIP,
        FLIP_IN_ROWS,
        FLIP_IN_TABLE_MAP,
        EXTREME_NUMBER,
        LEFT_OUT,
        TWICE,
        SWAPPED,
        SPLICED,
        RANDOM,
        OTHER_TYPE,
        FOREIGN,
        INSIDE_PAYLOAD
    }

    /**
     * A mutation.
     *
     * @param events those of a transaction
     * @param foreign where other events come from
     * @param checksums whether events end in one
     */
    static Mutation of(Random random, List<byte[]> events, List<byte[]> foreign, boolean checksums) {
        Kind kind = Kind.values()[random.nextInt(Kind.values().length)];
        List<byte[]> changed = new ArrayList<>(events);
        int at = random.nextInt(changed.size());
        switch (kind) {
            case FLIP_IN_ROWS -> at = find(changed, at, EventType::isRows);
            case FLIP_IN_TABLE_MAP -> at = find(changed, at, type -> type == EventType.TABLE_MAP);
            case INSIDE_PAYLOAD -> at = find(changed, at, type -> type == EventType.TRANSACTION_PAYLOAD);
            default -> {}
        }
        byte[] event = changed.get(at).clone();
        boolean content = true;
        switch (kind) {
            case CUT ->
                event = Arrays.copyOf(event, EventHeader.LENGTH + random.nextInt(event.length - EventHeader.LENGTH));
            case FLIP, FLIP_IN_ROWS, FLIP_IN_TABLE_MAP -> flip(random, event, checksums);
            case EXTREME_NUMBER -> extreme(random, event, checksums);
            case SPLICED -> event = splice(random, event, foreign.get(random.nextInt(foreign.size())));
            case RANDOM -> event = random(random, event);
            case OTHER_TYPE ->
                event[TYPE] = (byte) (random.nextBoolean() ? random.nextInt(43) : 160 + random.nextInt(12));
            case INSIDE_PAYLOAD -> event = insidePayload(random, event, checksums);
            default -> content = false;
        }
        switch (kind) {
            case LEFT_OUT -> changed.remove(at);
            case TWICE -> changed.add(at, event);
            case SWAPPED -> {
                int other = random.nextInt(changed.size());
                changed.set(at, changed.get(other));
                changed.set(other, event);
            }
            case FOREIGN -> changed.add(at, foreign.get(random.nextInt(foreign.size())));
            default -> changed.set(at, event);
        }
        boolean resized = event.length != events.get(at).length;
        if (content && resized && random.nextInt(10) < 8) {
            number(event, SIZE, event.length, 4);
        }
        boolean stale = content && !Arrays.equals(event, events.get(at)) && checksums && random.nextInt(4) == 0;
        if (checksums && !stale) {
            for (int i = 0; i < changed.size(); i++) {
                byte[] each = changed.get(i).clone();
                checksum(each);
                changed.set(i, each);
            }
        }
        return new Mutation(kind, changed, stale ? at : -1);
    }

    private interface Types {
        boolean has(int type);
    }

    /** The next event of a type, or the one at hand. */
    private static int find(List<byte[]> events, int from, Types types) {
        for (int i = 0; i < events.size(); i++) {
            int at = (from + i) % events.size();
            if (types.has(events.get(at)[TYPE] & 0xFF)) {
                return at;
            }
        }
        return from;
    }

    private static int bodyLength(byte[] event, boolean checksums) {
        return Math.max(1, event.length - EventHeader.LENGTH - (checksums ? CHECKSUM : 0));
    }

    private static void flip(Random random, byte[] event, boolean checksums) {
        for (int flips = 1 + random.nextInt(3); flips > 0; flips--) {
            int at = random.nextInt(10) == 0
                    ? random.nextInt(EventHeader.LENGTH)
                    : EventHeader.LENGTH + random.nextInt(bodyLength(event, checksums));
            event[at] ^= (byte) (1 << random.nextInt(8));
        }
    }

    private static void extreme(Random random, byte[] event, boolean checksums) {
        int at = EventHeader.LENGTH + random.nextInt(bodyLength(event, checksums));
        long[] extremes = {
            0, -1, 0x7FFFFFFFL, 0x80000000L, Long.MAX_VALUE, Long.MIN_VALUE, 0xFC, 0xFD, 0xFEFEFEFEFEL, 251
        };
        long value = extremes[random.nextInt(extremes.length)];
        int size = Math.min(1 + random.nextInt(9), event.length - at);
        number(event, at, value, Math.min(8, size));
    }

    private static byte[] splice(Random random, byte[] head, byte[] tail) {
        int from = random.nextInt(tail.length);
        int to = EventHeader.LENGTH + random.nextInt(head.length - EventHeader.LENGTH);
        byte[] event = Arrays.copyOf(head, to + tail.length - from);
        System.arraycopy(tail, from, event, to, tail.length - from);
        return event;
    }

    private static byte[] random(Random random, byte[] like) {
        byte[] event = Arrays.copyOf(like, EventHeader.LENGTH + random.nextInt(300));
        byte[] body = new byte[event.length - EventHeader.LENGTH];
        random.nextBytes(body);
        System.arraycopy(body, 0, event, EventHeader.LENGTH, body.length);
        if (random.nextBoolean()) {
            event[TYPE] = (byte) random.nextInt(43);
        }
        return event;
    }

    /** Damages the events inside a compressed transaction and compresses them again. */
    private static byte[] insidePayload(Random random, byte[] event, boolean checksums) {
        if ((event[TYPE] & 0xFF) != EventType.TRANSACTION_PAYLOAD) {
            return event;
        }
        ByteArrayOutputStream inner = new ByteArrayOutputStream();
        int end = event.length - (checksums ? CHECKSUM : 0);
        try (TransactionPayload payload = TransactionPayload.open(event, EventHeader.LENGTH, end, 1 << 26)) {
            int number = 0;
            for (byte[] next = payload.next(); next != null; next = payload.next()) {
                byte[] each = next.clone();
                if (random.nextInt(3) == 0) {
                    flip(random, each, false);
                }
                if (random.nextInt(20) != 0) {
                    inner.writeBytes(random.nextInt(20) == 0 ? Arrays.copyOf(each, random.nextInt(each.length)) : each);
                }
                number++;
            }
        } catch (BinlogFormatException e) {
            throw new IllegalStateException("A recorded payload cannot be unpacked", e);
        }
        byte[] packed = Zstd.compress(inner.toByteArray());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(event, 0, EventHeader.LENGTH);
        field(out, 2, 0);
        field(out, 3, random.nextInt(10) == 0 ? random.nextInt(1 << 16) : inner.size());
        field(out, 1, packed.length);
        out.write(0);
        out.writeBytes(packed);
        out.writeBytes(new byte[checksums ? CHECKSUM : 0]);
        byte[] whole = out.toByteArray();
        number(whole, SIZE, whole.length, 4);
        return whole;
    }

    private static void field(ByteArrayOutputStream out, int number, int value) {
        out.write(number);
        out.write(3);
        out.write(0xFC);
        out.write(value);
        out.write(value >> 8);
    }

    private static void checksum(byte[] event) {
        if (event.length < EventHeader.LENGTH + CHECKSUM) {
            return;
        }
        CRC32 crc = new CRC32();
        crc.update(event, 0, event.length - CHECKSUM);
        number(event, event.length - CHECKSUM, crc.getValue(), CHECKSUM);
    }

    private static void number(byte[] to, int at, long value, int size) {
        for (int i = 0; i < size; i++) {
            to[at + i] = (byte) (value >>> 8 * i);
        }
    }
}
