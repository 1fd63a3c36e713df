package io.dbus.source.mock;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.LogicalType;
import io.dbus.event.RowBuilder;
import io.dbus.event.ValueReceiver;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;

/**
 * Makes values of a type of random numbers, one number for each value. Hot path: texts and bytes are cut out of a block that was made once, DECIMALs are written
 * digit by digit.
 */
final class ColumnValues {
    private static final byte[] LETTERS =
            "abcdefghijklmnopqrstuvwxyz     ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-".getBytes(US_ASCII);
    private static final int OFFSETS = 1 << 13;
    /** 2020-01-01T00:00:00Z; values are of the 10 years from then on. */
    private static final long FIRST_SECOND = 1_577_836_800L;

    private static final int SECONDS = 315_360_000;

    private final LogicalType type;
    private final byte[][] labels;
    private final byte[] block;
    private final byte[] scratch;

    ColumnValues(LogicalType type) {
        this.type = type;
        List<String> names = type.labels();
        this.labels = new byte[names.size()][];
        for (int i = 0; i < labels.length; i++) {
            labels[i] = names.get(i).getBytes(UTF_8);
        }
        this.block = block(type);
        this.scratch = new byte[Math.max(128, type.length() * Float.BYTES + 32)];
    }

    /** Hands over the value of a random number. */
    void write(long random, ValueReceiver row) {
        int length = type.length();
        switch (type.kind()) {
            case TINYINT -> row.int64(type.unsigned() ? random >>> 56 : random >> 56);
            case SMALLINT -> row.int64(type.unsigned() ? random >>> 48 : random >> 48);
            case MEDIUMINT -> row.int64(type.unsigned() ? random >>> 40 : random >> 40);
            case INT -> row.int64(type.unsigned() ? random >>> 32 : random >> 32);
            case BIGINT -> row.uint64(random);
            case BIT -> row.bits(random >>> 64 - length, length);
            case YEAR -> row.int64(1901 + Mix.below(random, 255));
            case DECIMAL -> decimal(random, row);
            case FLOAT -> row.float32((random >> 40) / 256f);
            case DOUBLE -> row.float64((random >> 16) / 65_536d);
            case DATE -> row.date(2020 + Mix.below(random, 10), 1 + (int) (random & 7), 1 + (int) (random >>> 3 & 15));
            case TIME -> row.time(fraction(random, random >> 28), type.scale());
            case DATETIME ->
                row.datetime(
                        2020 + Mix.below(random, 10),
                        1 + (int) (random & 7),
                        1 + (int) (random >>> 3 & 15),
                        (int) (random >>> 7 & 15),
                        (int) (random >>> 11 & 31),
                        (int) (random >>> 16 & 31),
                        (int) fraction(random, random >>> 44 & 0x7_FFFF),
                        type.scale());
            case TIMESTAMP ->
                row.timestamp(
                        FIRST_SECOND + Mix.below(random, SECONDS),
                        (int) fraction(random, random & 0x7_FFFF),
                        type.scale());
            case CHAR, VARCHAR, TEXT -> row.text(block, at(random), lengthOf(random));
            case VARBINARY, BLOB -> row.binary(block, at(random), lengthOf(random));
            case BINARY -> row.binary(block, at(random), length);
            case ENUM -> {
                byte[] label = labels[Mix.below(random, labels.length)];
                row.text(label, 0, label.length);
            }
            case SET -> set(random, row);
            case JSON -> json(random, row);
            case GEOMETRY -> point(random, row);
            case VECTOR -> {
                ByteBuffer out = ByteBuffer.wrap(scratch).order(ByteOrder.LITTLE_ENDIAN);
                for (int i = 0; i < length; i++) {
                    out.putFloat((Mix.of(random, i) >> 40) / 8_388_608f);
                }
                row.vector(scratch, 0, length);
            }
        }
    }

    /** Gives the value that numbers a row in the last column of its key, another one for each number. */
    void number(long number, ValueReceiver receiver) {
        switch (type.kind()) {
            case BIGINT, INT -> receiver.int64(requireFit(number));
            case DECIMAL -> receiver.decimal(new BigDecimal(number).setScale(type.scale()));
            case CHAR, VARCHAR -> {
                int length = digits(number, scratch, 0, 19);
                receiver.text(scratch, 0, length);
            }
            case BINARY -> {
                Arrays.fill(scratch, 0, type.length(), (byte) 0);
                ByteBuffer.wrap(scratch).putLong(number);
                receiver.binary(scratch, 0, type.length());
            }
            case VARBINARY -> {
                ByteBuffer.wrap(scratch).putLong(number);
                receiver.binary(scratch, 0, Long.BYTES);
            }
            default -> throw new IllegalStateException("No row can be numbered by " + type);
        }
    }

    private long requireFit(long number) {
        long most = type.kind() != LogicalType.Kind.INT
                ? Long.MAX_VALUE
                : type.unsigned() ? 0xFFFF_FFFFL : Integer.MAX_VALUE;
        if (number > most) {
            throw new IllegalStateException("The mock source has come to the row " + number + ", which a key of type "
                    + type + " does not hold: make it a BIGINT, or let more rows be deleted.");
        }
        return number;
    }

    /** Never zero and without leading zeros, so that the text is the number's own. */
    private void decimal(long random, ValueReceiver row) {
        int most = type.length() - type.scale();
        int whole = Math.min(most, 1 + (int) (random & 7));
        int at = 0;
        if (random < 0) {
            scratch[at++] = '-';
        }
        if (whole == 0) {
            scratch[at++] = '0';
        }
        long rest = Mix.of(random) >>> 1;
        for (int i = 0; i < whole + type.scale(); i++) {
            if (i == whole) {
                scratch[at++] = '.';
            }
            if (rest < 10) {
                rest = Mix.of(random, i) >>> 1;
            }
            scratch[at++] = (byte) (i == 0 ? '1' + rest % 9 : '0' + rest % 10);
            rest /= 10;
        }
        if (row instanceof RowBuilder image) {
            // The form that images have for a DECIMAL.
            image.text(scratch, 0, at);
        } else {
            row.decimal(new BigDecimal(new String(scratch, 0, at, US_ASCII)));
        }
    }

    private void set(long random, ValueReceiver row) {
        int at = 0;
        byte[] out = scratch;
        for (int i = 0; i < labels.length && i < 64; i++) {
            if ((random >>> i & 1) != 0) {
                if (at + labels[i].length + 1 > out.length) {
                    out = Arrays.copyOf(out, out.length * 2 + labels[i].length);
                }
                if (at > 0) {
                    out[at++] = ',';
                }
                System.arraycopy(labels[i], 0, out, at, labels[i].length);
                at += labels[i].length;
            }
        }
        row.text(out, 0, at);
    }

    private void json(long random, ValueReceiver row) {
        int text = lengthOf(random);
        int at = put("{\"n\": ", 0);
        at = digits(random >>> 40, scratch, at, 1);
        at = put(", \"text\": \"", at);
        int room = Math.min(text, scratch.length - at - 2);
        System.arraycopy(block, at(random), scratch, at, room);
        at = put("\"}", at + room);
        row.json(scratch, 0, at);
    }

    private int put(String ascii, int at) {
        for (int i = 0; i < ascii.length(); i++) {
            scratch[at + i] = (byte) ascii.charAt(i);
        }
        return at + ascii.length();
    }

    /** A point on the earth as well-known binary. */
    private void point(long random, ValueReceiver row) {
        ByteBuffer.wrap(scratch)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 1)
                .putInt(1)
                .putDouble((random >> 48) * (180d / 32_768))
                .putDouble((random << 16 >> 48) * (90d / 32_768));
        row.geometry(4326, scratch, 0, 21);
    }

    private int lengthOf(long random) {
        int most = type.length();
        return most - (int) ((random & 0xFFFF) * (most / 2 + 1) >>> 16);
    }

    private static int at(long random) {
        return (int) (random >>> 32 & OFFSETS - 1);
    }

    private long fraction(long random, long micros) {
        long step = 1;
        for (int digits = type.scale(); digits < 6; digits++) {
            step *= 10;
        }
        return micros - micros % step;
    }

    private static int digits(long number, byte[] into, int from, int least) {
        int length = least;
        for (long rest = number, n = 0; rest > 0; rest /= 10) {
            n++;
            length = (int) Math.max(length, n);
        }
        long rest = number;
        for (int i = from + length - 1; i >= from; i--) {
            into[i] = (byte) ('0' + rest % 10);
            rest /= 10;
        }
        return from + length;
    }

    private static byte[] block(LogicalType type) {
        SplittableRandom random = new SplittableRandom(type.length());
        byte[] block = new byte[OFFSETS + type.length()];
        switch (type.kind()) {
            case CHAR, VARCHAR, TEXT, JSON -> {
                for (int i = 0; i < block.length; i++) {
                    block[i] = LETTERS[random.nextInt(LETTERS.length)];
                }
            }
            case BINARY, VARBINARY, BLOB -> random.nextBytes(block);
            default -> {
                return new byte[0];
            }
        }
        return block;
    }
}
