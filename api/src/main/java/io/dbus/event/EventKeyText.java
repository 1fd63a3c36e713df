package io.dbus.event;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Locale;
import java.util.StringJoiner;

/** Reads the canonical form of an {@link EventKey} back into text. */
final class EventKeyText {
    private static final int LONGEST_PART = 200;
    private static final long MICROS_PER_SECOND = 1_000_000L;
    private static final long MICROS_PER_DAY = 86_400 * MICROS_PER_SECOND;

    private final ByteBuffer in;

    private EventKeyText(byte[] key) {
        this.in = ByteBuffer.wrap(key);
    }

    static String of(byte[] key) {
        try {
            return new EventKeyText(key).read();
        } catch (BufferUnderflowException | IllegalArgumentException e) {
            // A message about something else must not be lost for a key that is damaged.
            return "0x" + HexFormat.of().formatHex(key);
        }
    }

    private String read() {
        StringJoiner place = new StringJoiner("/");
        place.setEmptyValue("");
        StringJoiner parts = new StringJoiner(", ", "[", "]");
        while (in.hasRemaining()) {
            char tag = (char) in.get();
            if (tag != 'p') {
                parts.add(part(tag));
                continue;
            }
            String name = new String(content(), UTF_8);
            if (!name.isEmpty()) {
                place.add(name);
            }
        }
        return place.toString() + parts;
    }

    private String part(char tag) {
        return switch (tag) {
            case 'n' -> "NULL";
            case 'i' -> Long.toString(in.getLong());
            case 'u' -> Long.toUnsignedString(in.getLong());
            case 'f' -> Double.toString(Double.longBitsToDouble(in.getLong()));
            case 'd' -> cut(new String(content(), US_ASCII));
            case 't' -> "'" + cut(new String(content(), UTF_8)) + "'";
            case 'j' -> cut(new String(content(), UTF_8));
            case 'b', 'v' -> "0x" + cut(HexFormat.of().formatHex(content()));
            case 'c' -> time(in.getLong());
            case 'a' -> datetime(in.getLong());
            case 's' -> timestamp(in.getLong());
            case 'g' -> "SRID " + in.getLong();
            default -> throw new IllegalArgumentException("No part of a key has the tag " + tag);
        };
    }

    private byte[] content() {
        int length = 0;
        int shift = 0;
        byte next;
        do {
            next = in.get();
            length |= (next & 0x7F) << shift;
            shift += 7;
        } while (next < 0 && shift < 32);
        if (length < 0 || length > in.remaining()) {
            throw new IllegalArgumentException("A part of a key has the length " + length);
        }
        byte[] content = new byte[length];
        in.get(content);
        return content;
    }

    private static String cut(String text) {
        return text.length() <= LONGEST_PART ? text : text.substring(0, LONGEST_PART) + "...";
    }

    private static String time(long micros) {
        return (micros < 0 ? "-" : "") + clock(Math.abs(micros));
    }

    private static String datetime(long value) {
        long day = value / MICROS_PER_DAY;
        return String.format(Locale.ROOT, "%04d-%02d-%02d ", day / 32 / 13, day / 32 % 13, day % 32)
                + clock(value % MICROS_PER_DAY);
    }

    private static String timestamp(long micros) {
        return Instant.ofEpochSecond(
                        Math.floorDiv(micros, MICROS_PER_SECOND), Math.floorMod(micros, MICROS_PER_SECOND) * 1_000)
                .toString();
    }

    private static String clock(long micros) {
        long seconds = micros / MICROS_PER_SECOND;
        String text = String.format(Locale.ROOT, "%02d:%02d:%02d", seconds / 3600, seconds / 60 % 60, seconds % 60);
        long fraction = micros % MICROS_PER_SECOND;
        return fraction == 0 ? text : text + "." + String.format(Locale.ROOT, "%06d", fraction);
    }
}
