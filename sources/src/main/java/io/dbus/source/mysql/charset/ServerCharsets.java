package io.dbus.source.mysql.charset;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.source.mysql.charset.ServerCharset.Form;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** All character sets, from the resource {@code charsets.txt}; the tables of one are built when it is first asked for. */
final class ServerCharsets {
    private static final String RESOURCE = "charsets.txt";
    private static final int IDS = 4096;
    private static final int NO_PAD = 1024;

    private static final Map<String, String[]> CHARSETS = new HashMap<>();
    private static final Map<String, String[]> CODES = new HashMap<>();
    private static final String[] NAME_BY_ID = new String[IDS];
    private static final ServerCharset[] BY_ID = new ServerCharset[IDS];
    private static final Map<String, ServerCharset> BY_NAME = new ConcurrentHashMap<>();

    static {
        read();
    }

    private ServerCharsets() {}

    /** Null when there is none. */
    static ServerCharset ofCollation(int id) {
        if (id < 0 || id >= IDS || NAME_BY_ID[id] == null) {
            return null;
        }
        ServerCharset known = BY_ID[id];
        if (known == null) {
            known = named(NAME_BY_ID[id]);
            BY_ID[id] = known; // A race writes the same instance twice; its fields are final.
        }
        return known;
    }

    /** Null when there is none. */
    static ServerCharset named(String name) {
        return CHARSETS.containsKey(name) ? BY_NAME.computeIfAbsent(name, ServerCharsets::build) : null;
    }

    static List<String> names() {
        return new ArrayList<>(CHARSETS.keySet());
    }

    private static ServerCharset build(String name) {
        String[] words = CHARSETS.get(name);
        int maxLength = Integer.parseInt(words[2]);
        Form form =
                switch (name) {
                    case "binary" -> Form.BINARY;
                    case "utf8mb3", "utf8mb4" -> Form.UTF8;
                    case "ucs2" -> Form.UCS2;
                    case "utf16" -> Form.UTF16;
                    case "utf16le" -> Form.UTF16LE;
                    case "utf32" -> Form.UTF32;
                    default -> Form.TABLE;
                };
        CodeTable table = form == Form.TABLE ? table(CODES.get(name), maxLength) : null;
        return new ServerCharset(name, maxLength, Integer.parseInt(words[3]), form, table);
    }

    private static CodeTable table(String[] words, int maxLength) {
        return words[0].equals("table")
                ? CodeTable.ofBytes(CodeTable.codes(words, 2))
                : CodeTable.ofJava(Charset.forName(words[2]), maxLength, CodeTable.codes(words, 3));
    }

    private static void read() {
        try (InputStream in = ServerCharsets.class.getResourceAsStream(RESOURCE);
                BufferedReader lines = new BufferedReader(new InputStreamReader(in, UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                String[] words = line.split(" ");
                switch (words[0]) {
                    case "#" -> {}
                    case "charset" -> {
                        CHARSETS.put(words[1], words);
                        ids(words);
                    }
                    case "table", "base" -> CODES.put(words[1], words);
                    default -> throw new IllegalStateException(RESOURCE + " has the line: " + line);
                }
            }
        } catch (IOException e) {
            throw new UncheckedIOException("The resource " + RESOURCE + " cannot be read", e);
        }
    }

    private static void ids(String[] words) {
        for (int i = 3; i < words.length; i++) {
            int dash = words[i].indexOf('-');
            int first = Integer.parseInt(dash < 0 ? words[i] : words[i].substring(0, dash));
            int last = dash < 0 ? first : Integer.parseInt(words[i].substring(dash + 1));
            for (int id = first; id <= last; id++) {
                NAME_BY_ID[id] = words[1];
                if (id + NO_PAD < 2 * NO_PAD) {
                    NAME_BY_ID[id + NO_PAD] = words[1];
                }
            }
        }
    }
}
