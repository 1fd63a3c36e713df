package io.dbus.sink.format;

import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;

/** Writes bytes as text. */
public final class BinaryText {
    private BinaryText() {}

    /** A string: a whole number in base64 of its two's complement, high byte first, in as few bytes as hold it. */
    public static void unscaled(JsonOut json, BigInteger number) {
        byte[] bytes = number.toByteArray();
        json.base64(bytes, 0, bytes.length);
    }

    /** A string in the form that {@code binary.handling.mode} says; 'bytes' is base64. */
    public static void write(JsonOut json, ValueOptions.Binaries form, byte[] bytes, int offset, int length) {
        switch (form) {
            case BYTES, BASE64 -> json.base64(bytes, offset, length);
            case BASE64_URL_SAFE -> {
                byte[] encoded = Base64.getUrlEncoder().encode(Arrays.copyOfRange(bytes, offset, offset + length));
                json.raw(encoded, 0, encoded.length);
            }
            case HEX -> json.string(HexFormat.of().formatHex(bytes, offset, offset + length));
        }
    }
}
