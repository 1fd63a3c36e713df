package io.dbus.sink.format;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigInteger;

/** Numbers as text. Floating-point numbers are the shortest decimals that read back the same, which {@link Double#toString} of Java 17 are not always (JDK-4511638). */
public final class NumberText {
    private NumberText() {}

    /** {@code 0.1}, {@code 1.0}, {@code 1.0E10} */
    public static String of(float value) {
        return NumberOutput.toString(value, true);
    }

    /** {@code 0.1}, {@code 1.0}, {@code 1.0E10} */
    public static String of(double value) {
        return NumberOutput.toString(value, true);
    }

    /** 64 bits as an unsigned number. */
    public static BigInteger unsigned(long bits) {
        BigInteger signed = BigInteger.valueOf(bits);
        return bits >= 0 ? signed : signed.add(BigInteger.ONE.shiftLeft(Long.SIZE));
    }
}
