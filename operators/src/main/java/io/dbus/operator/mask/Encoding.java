package io.dbus.operator.mask;

import java.util.Base64;
import java.util.HexFormat;

/** How a hash is written. */
public enum Encoding {
    HEX(64),
    BASE64(44);

    private final int characters;

    Encoding(int characters) {
        this.characters = characters;
    }

    /** How many characters a hash of 32 bytes has. */
    int characters() {
        return characters;
    }

    String text(byte[] hash) {
        return this == HEX
                ? HexFormat.of().formatHex(hash)
                : Base64.getEncoder().encodeToString(hash);
    }
}
