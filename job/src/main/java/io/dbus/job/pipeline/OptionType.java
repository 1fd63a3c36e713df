package io.dbus.job.pipeline;

import static java.util.Locale.ROOT;
import static java.util.stream.Collectors.joining;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.configuration.ConfigOption;
import org.apache.flink.configuration.ConfigurationUtils;
import org.apache.flink.configuration.MemorySize;

/**
 * The type of an option's values.
 *
 * @param atom the class of a value, or of a list's items
 * @param list whether its values are lists
 */
public record OptionType(Class<?> atom, boolean list) {
    private static final Method CLASS = method("getClazz");
    private static final Method LIST = method("isList");

    /** The type of an option. */
    public static OptionType of(ConfigOption<?> option) {
        return new OptionType((Class<?>) call(CLASS, option), (Boolean) call(LIST, option));
    }

    // A ConfigOption keeps its type to its own package, and nothing else tells an option that is an enum or a list.
    private static Method method(String name) {
        try {
            Method method = ConfigOption.class.getDeclaredMethod(name);
            method.setAccessible(true);
            return method;
        } catch (NoSuchMethodException e) {
            throw new IllegalStateException(
                    "This Flink's ConfigOption has no " + name + "(); dbus is made for Flink 2.3", e);
        }
    }

    private static Object call(Method method, ConfigOption<?> option) {
        try {
            return method.invoke(option);
        } catch (IllegalAccessException | InvocationTargetException e) {
            throw new IllegalStateException("The type of option " + option.key() + " cannot be read", e);
        }
    }

    /** Whether its values, or the items of its lists, are maps. */
    public boolean map() {
        return atom == Map.class;
    }

    /** As a page of options says it: {@code text}, {@code list of map}, {@code one of a, b}. */
    public String describe() {
        String one = atom.isEnum() ? "one of " + String.join(", ", constants()) : word();
        return list ? "list of " + one : one;
    }

    private String word() {
        if (atom == String.class) {
            return "text";
        } else if (atom == Boolean.class) {
            return "true or false";
        } else if (atom == Integer.class || atom == Long.class) {
            return "whole number";
        } else if (atom == Float.class || atom == Double.class) {
            return "number";
        } else if (atom == Duration.class) {
            return "duration";
        } else if (atom == MemorySize.class) {
            return "size";
        } else if (map()) {
            return "map";
        }
        return atom.getSimpleName();
    }

    /** What a value must be, for an error message. */
    private String demand(String text) {
        if (atom == Boolean.class) {
            return "true or false";
        } else if ((atom == Integer.class || atom == Long.class) && text.matches("[+-]?\\d+")) {
            return atom == Integer.class
                    ? "from " + Integer.MIN_VALUE + " to " + Integer.MAX_VALUE
                    : "from " + Long.MIN_VALUE + " to " + Long.MAX_VALUE;
        } else if (atom == Duration.class) {
            return "a duration such as 500 ms, 10 s or 5 min";
        } else if (atom == MemorySize.class) {
            return "a size such as 64 kb or 16 mb";
        }
        return "a " + word();
    }

    private List<String> constants() {
        return Arrays.stream(atom.getEnumConstants())
                .map(constant -> constant.toString().toLowerCase(ROOT))
                .toList();
    }

    /**
     * What is wrong with the text of one value (of an item, when the type is a list); empty when it is right.
     *
     * @param text the value
     * @param shown the value as the message may show it
     */
    Optional<String> complaint(String text, String shown) {
        if (map()) {
            return Optional.of("must be a map, not one value");
        }
        try {
            ConfigurationUtils.convertValue(text, atom);
            return Optional.empty();
        } catch (IllegalArgumentException | ArithmeticException e) {
            if (atom.isEnum()) {
                return Optional.of("'" + shown + "' must be one of "
                        + constants().stream().collect(joining(", "))
                        + Suggestion.nearest(text, constants())
                                .map(near -> "; did you mean '" + near + "'?")
                                .orElse(""));
            }
            return Optional.of("'" + shown + "' must be " + demand(text));
        }
    }
}
