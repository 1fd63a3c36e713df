package io.dbus.event;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.TreeSet;

/** The row formats on the class path, by name. */
public final class RowFormats {
    private static final Map<String, RowFormat> BY_NAME = load();

    private RowFormats() {}

    /**
     * The format of a name.
     *
     * @throws IllegalStateException when no jar on the class path brings it
     */
    public static RowFormat named(String name) {
        RowFormat format = BY_NAME.get(name);
        if (format == null) {
            throw new IllegalStateException("No row format is named " + name + "; there are "
                    + new TreeSet<>(BY_NAME.keySet()) + ": add the jar of the source that writes it to the job");
        }
        return format;
    }

    /**
     * The layout of columns under the name of a format, that of two layers included.
     *
     * @throws IllegalStateException when no jar on the class path brings the format
     */
    static RowLayout layout(String format, List<LayoutColumn> columns) {
        if (format.startsWith(LayeredRowFormat.PREFIX)) {
            return LayeredRowFormat.layout(named(format.substring(LayeredRowFormat.PREFIX.length())), columns);
        }
        return new RowLayout(named(format), columns);
    }

    private static Map<String, RowFormat> load() {
        // The class loader of this class is the one that holds the job's jar, on every machine; the thread's own may
        // not.
        Map<String, RowFormat> found = new HashMap<>();
        for (RowFormat format : ServiceLoader.load(RowFormat.class, RowFormats.class.getClassLoader())) {
            RowFormat other = found.putIfAbsent(format.name(), format);
            if (other != null) {
                throw new IllegalStateException("Two row formats are named " + format.name() + ": "
                        + other.getClass().getName() + " and "
                        + format.getClass().getName());
            }
        }
        return Map.copyOf(found);
    }
}
