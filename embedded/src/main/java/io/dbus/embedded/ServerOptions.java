package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Options of a MySQL or MariaDB server by name, immutable. Names are those of the manual, with dashes or underscores; a
 * name that begins with {@code loose_} is ignored by servers that do not know it; {@code skip_...} with an empty value
 * becomes a bare flag.
 */
final class ServerOptions {
    private static final String LOOSE = "loose_";

    private final Map<String, String> values;
    private final List<String> loose;

    private ServerOptions(Map<String, String> values, List<String> loose) {
        this.values = values;
        this.loose = loose;
    }

    static ServerOptions none() {
        return new ServerOptions(Map.of(), List.of());
    }

    /** These options and that one, which replaces the one of its name. */
    ServerOptions with(String name, String value) {
        requireNonNull(value, () -> "the value of option " + name + " is null");
        String normal = normalName(name);
        boolean isLoose = normal.startsWith(LOOSE);
        String key = isLoose ? normal.substring(LOOSE.length()) : normal;
        Map<String, String> changed = new LinkedHashMap<>(values);
        // At the end, since of two options that contradict each other the last wins.
        changed.remove(key);
        changed.put(key, value);
        List<String> changedLoose = new ArrayList<>(loose);
        changedLoose.remove(key);
        if (isLoose) {
            changedLoose.add(key);
        }
        return new ServerOptions(changed, changedLoose);
    }

    ServerOptions with(Map<String, String> options) {
        ServerOptions result = this;
        for (Map.Entry<String, String> option : options.entrySet()) {
            result = result.with(option.getKey(), option.getValue());
        }
        return result;
    }

    /** The given options of these, the others left out. */
    ServerOptions only(List<String> names) {
        ServerOptions result = none();
        for (String name : names) {
            String value = values.get(name);
            if (value != null) {
                result = result.with(loose.contains(name) ? LOOSE + name : name, value);
            }
        }
        return result;
    }

    ServerOptions without(List<String> names) {
        Map<String, String> rest = new LinkedHashMap<>(values);
        rest.keySet().removeAll(names);
        return new ServerOptions(rest, loose);
    }

    /** Names, {@code loose_} included, and values. */
    Map<String, String> toMap() {
        Map<String, String> map = new LinkedHashMap<>();
        values.forEach((name, value) -> map.put(loose.contains(name) ? LOOSE + name : name, value));
        return map;
    }

    List<String> toArguments() {
        List<String> arguments = new ArrayList<>();
        values.forEach((name, value) -> {
            String flag = "--" + (loose.contains(name) ? "loose-" : "") + name.replace('_', '-');
            boolean bare = name.startsWith("skip_") && value.isEmpty();
            arguments.add(bare ? flag : flag + "=" + value);
        });
        return arguments;
    }

    private static String normalName(String name) {
        requireNonNull(name, "the name of an option is null");
        String normal = name.strip().toLowerCase(Locale.ROOT).replace('-', '_');
        if (!normal.matches("[a-z][a-z0-9_.]*")) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a server option");
        }
        return normal;
    }
}
