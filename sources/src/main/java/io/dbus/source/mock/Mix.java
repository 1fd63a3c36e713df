package io.dbus.source.mock;

/** Numbers that look random and follow from others: the finalizer of SplitMix64 (Steele, Lea, Flood: "Fast splittable pseudorandom number generators", 2014). */
final class Mix {
    private static final long STEP = 0x9E37_79B9_7F4A_7C15L;

    private Mix() {}

    static long of(long number) {
        long z = number + STEP;
        z = (z ^ z >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }

    static long of(long a, long b) {
        return of(of(a) ^ b);
    }

    /** A number from 0 to {@code bound} - 1. */
    static int below(long random, int bound) {
        return (int) ((random >>> 32) * bound >>> 32);
    }
}
