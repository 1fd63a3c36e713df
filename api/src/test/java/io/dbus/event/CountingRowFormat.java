package io.dbus.event;

import java.util.Arrays;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A format that stands for one of a source's own and counts how often images are walked and values decoded: tests see with it who decodes what. Each image begins
 * with a byte that {@link CompactRowFormat} does not have, and goes on as that has it.
 */
public final class CountingRowFormat implements RowFormat {
    public static final String NAME = "counting";

    private static final byte MARK = 0x55;
    private static final AtomicLong WALKS = new AtomicLong();
    private static final AtomicLong READS = new AtomicLong();

    private final CompactRowFormat compact = new CompactRowFormat();

    /** How many images were walked, in this process. */
    public static long walks() {
        return WALKS.get();
    }

    /** How many values were decoded, in this process. */
    public static long reads() {
        return READS.get();
    }

    /** The layout with the same columns as one of {@link CompactRowFormat}. */
    public static RowLayout layout(RowLayout compact) {
        return new RowLayout(RowFormats.named(NAME), compact.columns());
    }

    /** The image with the same values as one of {@link CompactRowFormat}. */
    public static RowImage image(RowImage compact) {
        byte[] bytes = new byte[compact.length() + 1];
        bytes[0] = MARK;
        System.arraycopy(compact.bytes(), compact.offset(), bytes, 1, compact.length());
        return RowImage.partial(layout(compact.layout()), compact.present(), bytes, 0, bytes.length);
    }

    /** The change with the same values as one whose images are of {@link CompactRowFormat}. */
    public static RowChange change(RowChange compact) {
        TableSchema schema = compact.schema();
        TableSchema counting = new TableSchema(schema.table(), layout(schema.layout()), schema.columns(), schema.key());
        return compact.withImages(counting, CountingRowFormat::image);
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public int locate(RowLayout layout, byte[] present, byte[] bytes, int offset, int[] starts) {
        WALKS.incrementAndGet();
        if (offset >= bytes.length || bytes[offset] != MARK) {
            throw new RowDecodeException("The row image does not begin with its mark");
        }
        int[] found = new int[layout.size()];
        byte[] bits = Arrays.copyOf(present, present.length);
        int end = compact.locate(layout, bits, bytes, offset + 1, found);
        System.arraycopy(found, 0, starts, 0, found.length);
        return end;
    }

    @Override
    public void read(LayoutColumn column, byte[] bytes, int start, ValueReceiver receiver) {
        READS.incrementAndGet();
        compact.read(column, bytes, start, receiver);
    }

    @Override
    public void erase(LayoutColumn column, byte[] bytes, int start) {
        compact.erase(column, bytes, start);
    }
}
