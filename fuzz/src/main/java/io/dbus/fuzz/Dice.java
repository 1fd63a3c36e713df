package io.dbus.fuzz;

import java.util.List;
import java.util.Random;

/** Random choices, the same ones for the same seed on every machine. Not thread-safe. */
final class Dice {
    private final Random random;

    Dice(long seed) {
        this.random = new Random(seed);
    }

    /** The choices of one step of a run, which depend on no other step. */
    static Dice ofStep(long seed, long step) {
        // Neighbouring seeds of java.util.Random begin alike: the golden ratio spreads them (Knuth, 6.4).
        return new Dice(seed * 0x9E3779B97F4A7C15L + step * 0xBF58476D1CE4E5B9L);
    }

    /** True so many times of a hundred. */
    boolean percent(int percent) {
        return random.nextInt(100) < percent;
    }

    /** A number from 0 on, below the bound. */
    int below(int bound) {
        return random.nextInt(bound);
    }

    /** A number between two, both included. */
    int between(int low, int high) {
        return low + random.nextInt(high - low + 1);
    }

    long bits() {
        return random.nextLong();
    }

    byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    @SafeVarargs
    final <T> T of(T... choices) {
        return choices[random.nextInt(choices.length)];
    }
}
