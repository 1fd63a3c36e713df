package io.dbus.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.HexFormat;

/** Names and texts in SQL, in forms that no sql_mode and no charset of a session changes. */
final class Names {
    private Names() {}

    /** A name in backticks. */
    static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    /** A text of utf8mb4 as a literal. */
    static String text(String text) {
        return "_utf8mb4 X'" + HexFormat.of().formatHex(text.getBytes(UTF_8)) + "'";
    }

    /** Bytes as a literal. */
    static String bytes(byte[] bytes) {
        return "X'" + HexFormat.of().formatHex(bytes) + "'";
    }
}
