package io.dbus.sink.format;

import io.dbus.event.RowDecodeException;
import java.math.BigDecimal;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A geometry's well-known text (OGC 06-103r4, section 7) from its well-known binary, x before y: {@code POINT (13.4 52.5)}, {@code LINESTRING (0 0, 1 1)}, {@code POLYGON
 * ((0 0, 1 0, 1 1, 0 0))}, {@code MULTIPOINT ((0 0), (1 1))}, {@code GEOMETRYCOLLECTION EMPTY}. Numbers are the shortest decimals that read back the same, without an
 * exponent. It does not hold the reference system.
 */
public final class WellKnownText {
    private static final int POINT = 1;
    private static final int LINE_STRING = 2;
    private static final int POLYGON = 3;
    private static final int MULTI_POINT = 4;
    private static final int MULTI_LINE_STRING = 5;
    private static final int MULTI_POLYGON = 6;
    private static final int COLLECTION = 7;
    private static final String[] NAMES = {
        "", "POINT", "LINESTRING", "POLYGON", "MULTIPOINT", "MULTILINESTRING", "MULTIPOLYGON", "GEOMETRYCOLLECTION"
    };

    private final ByteBuffer in;
    private final StringBuilder text = new StringBuilder();

    private WellKnownText(ByteBuffer in) {
        this.in = in;
    }

    /**
     * The text of a geometry.
     *
     * @throws RowDecodeException when the bytes are no well-known binary
     */
    public static String of(byte[] wkb, int offset, int length) {
        WellKnownText reader = new WellKnownText(ByteBuffer.wrap(wkb, offset, length));
        try {
            reader.geometry();
        } catch (BufferUnderflowException e) {
            throw new RowDecodeException("a geometry is not well-known binary: it ends too soon", e);
        }
        if (reader.in.hasRemaining()) {
            throw unknown("it has " + reader.in.remaining() + " bytes behind its end");
        }
        return reader.text.toString();
    }

    private void geometry() {
        int type = header(0);
        text.append(NAMES[type]).append(' ');
        switch (type) {
            case POINT -> {
                text.append('(');
                point();
                text.append(')');
            }
            case LINE_STRING -> list(this::point);
            case POLYGON -> list(() -> list(this::point));
            case MULTI_POINT ->
                list(() -> {
                    header(POINT);
                    text.append('(');
                    point();
                    text.append(')');
                });
            case MULTI_LINE_STRING ->
                list(() -> {
                    header(LINE_STRING);
                    list(this::point);
                });
            case MULTI_POLYGON ->
                list(() -> {
                    header(POLYGON);
                    list(() -> list(this::point));
                });
            default -> list(this::geometry);
        }
    }

    private void list(Runnable part) {
        int count = in.getInt();
        // Nothing that is counted takes less than four bytes.
        if (count < 0 || count > in.remaining() / Integer.BYTES) {
            throw unknown("it counts " + count + " parts in " + in.remaining() + " bytes");
        }
        if (count == 0) {
            text.append("EMPTY");
            return;
        }
        text.append('(');
        for (int i = 0; i < count; i++) {
            if (i > 0) {
                text.append(", ");
            }
            part.run();
        }
        text.append(')');
    }

    /** Reads byte order and type. 0 expects any type. */
    private int header(int expected) {
        byte order = in.get();
        if (order != 0 && order != 1) {
            throw unknown("it has a part of the byte order " + order);
        }
        in.order(order == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN);
        int type = in.getInt();
        if (type < POINT || type > COLLECTION || expected != 0 && type != expected) {
            throw unknown("it has a part of the type " + type);
        }
        return type;
    }

    private void point() {
        number(in.getDouble());
        text.append(' ');
        number(in.getDouble());
    }

    private void number(double value) {
        if (!Double.isFinite(value)) {
            throw unknown("it has the coordinate " + value);
        }
        if (value == 0) {
            text.append(1 / value < 0 ? "-0" : "0");
            return;
        }
        text.append(new BigDecimal(NumberText.of(value)).stripTrailingZeros().toPlainString());
    }

    private static RowDecodeException unknown(String why) {
        return new RowDecodeException("a geometry is not well-known binary: " + why);
    }
}
