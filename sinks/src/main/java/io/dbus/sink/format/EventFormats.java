package io.dbus.sink.format;

import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The formats on the class path, by name. */
public final class EventFormats {
    private static final Map<String, EventFormat> BY_NAME = load();

    private EventFormats() {}

    /** The format of a name, if a jar on the class path brings it. */
    public static Optional<EventFormat> named(String name) {
        return Optional.ofNullable(BY_NAME.get(name));
    }

    /** All formats, sorted by name. */
    public static Collection<EventFormat> all() {
        return BY_NAME.values();
    }

    /** All formats, each with what it writes, as the pages of the options that name one show them. */
    public static String described() {
        return all().stream()
                .map(format -> format.name() + ": " + format.description())
                .collect(Collectors.joining(" "));
    }

    private static Map<String, EventFormat> load() {
        Map<String, EventFormat> found = new TreeMap<>();
        for (EventFormat format : ServiceLoader.load(EventFormat.class, EventFormats.class.getClassLoader())) {
            EventFormat other = found.putIfAbsent(format.name(), format);
            if (other != null) {
                throw new IllegalStateException("Two formats are named " + format.name() + ": "
                        + other.getClass().getName() + " and "
                        + format.getClass().getName());
            }
        }
        return found;
    }
}
