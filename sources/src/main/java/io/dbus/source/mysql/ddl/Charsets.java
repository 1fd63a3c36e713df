package io.dbus.source.mysql.ddl;

import io.dbus.source.mysql.charset.ServerCharset;
import java.util.List;
import java.util.Locale;

/** Names of character sets as the newest servers write them. */
final class Charsets {
    /** What the server keeps as BINARY, VARBINARY and BLOB. */
    static final String BINARY = "binary";

    private static final int UTF8MB4_BYTES = 4;

    private Charsets() {}

    /** The name of a charset: {@code utf8} is {@code utf8mb3} (MySQL Reference Manual, "The utf8mb3 Character Set"). */
    static String named(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return lower.equals("utf8") ? "utf8mb3" : lower;
    }

    /** The charset of a collation, which its name begins with; empty for those of MariaDB that go with several, {@code uca1400_ai_ci}. */
    static String ofCollation(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        int end = lower.indexOf('_');
        String charset = named(end < 0 ? lower : lower.substring(0, end));
        return ServerCharset.named(charset).isPresent() ? charset : "";
    }

    /** The charset of a collation's id; empty for none. */
    static String ofCollation(int id) {
        return id == 0 ? "" : ServerCharset.ofCollation(id).name();
    }

    /** The most bytes of a character; of a charset that is not known as many as any has. */
    static int maxLength(String charset) {
        return ServerCharset.named(charset).map(ServerCharset::maxLength).orElse(UTF8MB4_BYTES);
    }

    /** The charset that an option of a table or database names here, passed over; empty when none stands here. {@code DEFAULT} is the other's. */
    static String option(Tokens tokens, String otherwise) {
        int before = tokens.at();
        boolean isDefault = tokens.take("DEFAULT");
        for (List<String> words : List.of(List.of("CHARACTER", "SET"), List.of("CHAR", "SET"), List.of("CHARSET"))) {
            if (tokens.take(words.toArray(String[]::new))) {
                tokens.take("=");
                return tokens.take("DEFAULT") ? otherwise : named(tokens.name());
            }
        }
        if (tokens.take("COLLATE")) {
            tokens.take("=");
            return tokens.take("DEFAULT") ? otherwise : ofCollation(tokens.name());
        }
        if (isDefault) {
            tokens.back(before);
        }
        return "";
    }
}
