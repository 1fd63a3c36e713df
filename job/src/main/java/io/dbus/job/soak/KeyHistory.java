package io.dbus.job.soak;

import java.util.HashMap;
import java.util.Map;

/**
 * What was done to each key of a table, in order: {@code c} for a row created, {@code u} for one changed, {@code d} for one deleted. A row's version
 * is one more with each create and change of its key, over its deletes too, so that the operations tell the versions. Not thread-safe.
 */
final class KeyHistory {
    static final char CREATE = 'c';
    static final char UPDATE = 'u';
    static final char DELETE = 'd';

    private final Map<String, Key> keys;
    private long size;

    /**
     * One key as it is now.
     *
     * @param version the version of its row, or of the last one it had; 0 when there was none yet
     * @param present whether there is a row
     */
    record State(long version, boolean present) {
        static final State NEVER_THERE = new State(0, false);

        /** The state after an operation. */
        State after(char operation) {
            boolean deleted = operation == DELETE;
            if (present == (operation == CREATE)) {
                throw new IllegalStateException("There can be no " + operation + " after " + this);
            }
            return new State(deleted ? version : version + 1, !deleted);
        }
    }

    private static final class Key {
        private final StringBuilder operations = new StringBuilder();
        private State state = State.NEVER_THERE;
    }

    KeyHistory() {
        this.keys = new HashMap<>();
    }

    private KeyHistory(KeyHistory other) {
        this();
        other.keys.forEach((name, key) -> {
            Key copy = new Key();
            copy.operations.append(key.operations);
            copy.state = key.state;
            keys.put(name, copy);
        });
        size = other.size;
    }

    void add(String key, char operation) {
        Key each = keys.computeIfAbsent(key, k -> new Key());
        each.state = each.state.after(operation);
        each.operations.append(operation);
        size++;
    }

    /** How the key is now. */
    State state(String key) {
        Key each = keys.get(key);
        return each == null ? State.NEVER_THERE : each.state;
    }

    /** How many operations there are, of all keys. */
    long size() {
        return size;
    }

    /** The operations of a key, in order; empty when there were none. */
    String operations(String key) {
        Key each = keys.get(key);
        return each == null ? "" : each.operations.toString();
    }

    Iterable<String> keys() {
        return keys.keySet();
    }

    KeyHistory copy() {
        return new KeyHistory(this);
    }
}
