package io.dbus.operator;

import static java.util.Objects.requireNonNull;

import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Remembers what a function said of each key, so that it is asked once per table and not once per row. Bounded: it forgets all when it is
 * full. Not thread-safe.
 *
 * <p>Hot path: rows of one table come in runs, so the last key is compared first, by identity.
 */
public final class Memo<K, V> {
    private static final int KEPT = 10_000;

    private final Function<K, V> function;
    private final Map<K, V> known = new HashMap<>();
    private K lastKey;
    private V lastValue;

    /** A memory of a function that gives no null. */
    public Memo(Function<K, V> function) {
        this.function = requireNonNull(function, "function");
    }

    /** What the function says of the key; when it throws, nothing is remembered. */
    public V get(K key) {
        if (key == lastKey) {
            return lastValue;
        }
        V value = known.get(key);
        if (value == null) {
            value = requireNonNull(function.apply(key), "value");
            if (known.size() >= KEPT) {
                known.clear();
            }
            known.put(key, value);
        }
        lastKey = key;
        lastValue = value;
        return value;
    }
}
