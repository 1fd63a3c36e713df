package io.dbus.event;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Row images in two layers: an image as its source sent it, and behind its bytes further columns in the format {@code dbus}. An operator that changes or adds a few
 * columns keeps the others as they came, undecoded. {@link RowOverlay} makes them; there are never more than two layers, whatever the length of a pipeline.
 *
 * <p>A layout says it all: the format's name is {@code layered:} and that of the image beneath, whose columns come first; those of the layer above have the physical
 * type {@link #ABOVE}. The image is the image beneath and then the values of the layer above as {@link CompactRowFormat} has them; one presence bitmap serves both.
 *
 * <p>The service loader does not know it, since it is made for the layout beneath: {@link RowFormats#layout} makes it.
 */
public final class LayeredRowFormat implements RowFormat {
    /** What the format's name begins with; the name of the format beneath follows. */
    public static final String PREFIX = "layered:";

    /** The physical type of the columns above, which no format beneath may use. */
    public static final PhysicalType ABOVE = new PhysicalType(-1, 0, 0);

    private static final CompactRowFormat COMPACT = new CompactRowFormat();

    private final RowLayout beneath;
    private final String name;

    private LayeredRowFormat(RowLayout beneath) {
        this.beneath = beneath;
        this.name = PREFIX + beneath.format().name();
    }

    /**
     * A layout of two layers.
     *
     * @param beneath the layout of the images beneath; of one layer
     * @param above the types of the columns above
     */
    static RowLayout layout(RowLayout beneath, List<LogicalType> above) {
        List<LayoutColumn> columns =
                new ArrayList<>(requireNonNull(beneath, "beneath").columns());
        above.forEach(type -> columns.add(new LayoutColumn(type, ABOVE)));
        return layout(beneath.format(), columns);
    }

    /** The layout of two layers that has these columns, those of the layer beneath first. */
    static RowLayout layout(RowFormat beneath, List<LayoutColumn> columns) {
        if (beneath instanceof LayeredRowFormat) {
            throw new IllegalArgumentException("A row image has two layers at most: " + beneath.name());
        }
        int size = 0;
        while (size < columns.size() && !columns.get(size).physical().equals(ABOVE)) {
            size++;
        }
        return new RowLayout(new LayeredRowFormat(new RowLayout(beneath, columns.subList(0, size))), columns);
    }

    /** The layout of the images beneath: the first columns of the whole layout. */
    RowLayout beneath() {
        return beneath;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int locate(RowLayout layout, byte[] present, byte[] bytes, int offset, int[] starts) {
        int end = beneath.format().locate(beneath, present, bytes, offset, starts);
        return CompactRowFormat.locate(beneath.size(), layout.size(), present, bytes, end, starts);
    }

    @Override
    public void read(LayoutColumn column, byte[] bytes, int start, ValueReceiver receiver) {
        formatOf(column).read(column, bytes, start, receiver);
    }

    @Override
    public void erase(LayoutColumn column, byte[] bytes, int start) {
        formatOf(column).erase(column, bytes, start);
    }

    private RowFormat formatOf(LayoutColumn column) {
        return column.physical().code() == ABOVE.code() ? COMPACT : beneath.format();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LayeredRowFormat that && beneath.equals(that.beneath);
    }

    @Override
    public int hashCode() {
        return Objects.hash(PREFIX, beneath);
    }

    @Override
    public String toString() {
        return name;
    }
}
