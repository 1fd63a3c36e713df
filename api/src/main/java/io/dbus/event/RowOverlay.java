package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;

/**
 * Lays new values over row images of one layout: the way to change some columns of a row, or add some, without decoding the others. Made once for each schema;
 * reusable; not thread-safe.
 *
 * <p>Write the new values to {@link #values()}, in order, then ask for the image: {@link #over}. What is absent from the image stays absent. A changed column is a new
 * one under the old name; see {@link TableSchema}. An image that its source sent keeps its bytes, those of columns that nobody is to see any more included unless they are to be erased; values that an
 * operator made before and that are not kept are left out, so that images do not grow with the length of a pipeline.
 */
public final class RowOverlay {
    private final RowLayout from;
    private final RowLayout layout;
    private final int beneath;
    private final int[] moved;
    private final int[] copied;
    private final int[] erased;
    private final RowBuilder values;

    private RowOverlay(
            RowLayout from,
            RowLayout layout,
            int beneath,
            int[] moved,
            int[] copied,
            int[] erased,
            List<LogicalType> added) {
        this.from = from;
        this.layout = layout;
        this.beneath = beneath;
        this.moved = moved;
        this.copied = copied;
        this.erased = erased;
        this.values = new RowBuilder(RowBuilder.layout(added.toArray(LogicalType[]::new)));
    }

    /**
     * An overlay.
     *
     * @param from the layout of the images
     * @param kept the positions that somebody may still read afterwards, those of the key included; others may be gone
     * @param added the types of the new columns
     */
    public static RowOverlay of(RowLayout from, Collection<Integer> kept, List<LogicalType> added) {
        return of(from, kept, List.of(), added);
    }

    /**
     * An overlay that also takes values out of the images for good: their bytes are gone, and go into no exchange, state or dead letter.
     *
     * @param from the layout of the images
     * @param kept the positions that somebody may still read afterwards, those of the key included; others may be gone
     * @param erased the positions whose values must be gone; none of {@code kept}
     * @param added the types of the new columns
     */
    public static RowOverlay of(
            RowLayout from, Collection<Integer> kept, Collection<Integer> erased, List<LogicalType> added) {
        requireNonNull(from, "from");
        Set<Integer> keep = Set.copyOf(kept);
        if (erased.stream().anyMatch(keep::contains)) {
            throw new IllegalArgumentException("A column cannot be both kept and erased: " + erased);
        }
        // Where the columns begin that are copied value by value, since an operator made them.
        int beneath = 0;
        if (from.format() instanceof LayeredRowFormat layered) {
            beneath = layered.beneath().size();
        } else if (!from.format().name().equals(CompactRowFormat.NAME)) {
            beneath = from.size();
        }
        int[] moved = new int[from.size()];
        int[] copied = new int[from.size()];
        int count = 0;
        List<LogicalType> above = new ArrayList<>();
        for (int position = 0; position < from.size(); position++) {
            if (position < beneath) {
                moved[position] = position;
            } else if (keep.contains(position)) {
                moved[position] = beneath + count;
                copied[count++] = position;
                above.add(from.column(position).type());
            } else {
                moved[position] = -1;
            }
        }
        above.addAll(added);
        RowLayout layout;
        if (beneath == 0) {
            layout = RowBuilder.layout(above.toArray(LogicalType[]::new));
        } else if (from.format() instanceof LayeredRowFormat layered) {
            layout = LayeredRowFormat.layout(layered.beneath(), above);
        } else {
            layout = LayeredRowFormat.layout(from, above);
        }
        int first = beneath;
        return new RowOverlay(
                from,
                layout,
                beneath,
                moved,
                Arrays.copyOf(copied, count),
                erased.stream()
                        .mapToInt(Integer::intValue)
                        .filter(position -> position < first)
                        .toArray(),
                added);
    }

    /** The layout of the new images. */
    public RowLayout layout() {
        return layout;
    }

    /**
     * Where a column of the old layout is in the new one.
     *
     * @throws IllegalArgumentException when it was not kept
     */
    public int position(int old) {
        if (moved[old] < 0) {
            throw new IllegalArgumentException("Column " + old + " was not kept");
        }
        return moved[old];
    }

    /** Where a new column is in the new layout. */
    public int added(int index) {
        return beneath + copied.length + index;
    }

    /** Takes the new values of the next image, in order; {@link RowBuilder#absent} for those that are not known. */
    public RowBuilder values() {
        return values;
    }

    /**
     * The image with the new values.
     *
     * @throws IllegalStateException when a new column has no value yet
     * @throws RowDecodeException when the bytes of the image are none of its layout; seen only where a value must be found
     */
    public RowImage over(RowImage image) {
        byte[] bytes;
        byte[] present = new byte[(layout.size() + 7) / 8];
        image.copyPresence(beneath, present);
        if (beneath == from.size()) {
            int at = image.length();
            bytes = new byte[at + values.size()];
            System.arraycopy(image.bytes(), image.offset(), bytes, 0, at);
            values.moveTo(bytes, at, present, beneath);
        } else {
            bytes = copied(image, present);
        }
        for (int position : erased) {
            image.eraseIn(bytes, position);
        }
        return RowImage.partial(layout, present, bytes, 0, bytes.length);
    }

    private byte[] copied(RowImage image, byte[] present) {
        int above = 0;
        int kept = 0;
        for (int position = beneath; position < from.size(); position++) {
            above += image.compactSize(position);
        }
        for (int position : copied) {
            kept += image.compactSize(position);
        }
        int at = image.length() - above;
        byte[] bytes = new byte[at + kept + values.size()];
        System.arraycopy(image.bytes(), image.offset(), bytes, 0, at);
        for (int i = 0; i < copied.length; i++) {
            at += image.copyCompact(copied[i], bytes, at);
            if (image.isPresent(copied[i])) {
                present[beneath + i >> 3] |= (byte) (1 << (beneath + i & 7));
            }
        }
        values.moveTo(bytes, at, present, beneath + copied.length);
        return bytes;
    }
}
