package io.dbus.source.mysql.charset;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CodingErrorAction;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The codes of a charset that is neither binary nor Unicode, as tables of code points. Immutable once built. */
final class CodeTable {
    /** No character. */
    static final int NONE = -1;

    private static final char EMPTY = '\uFFFF';
    /** The first byte of the codes of three bytes of EUC-JP (JIS X 0212). */
    private static final int SS3 = 0x8F;

    private final char[] single;
    private final char[] pairs;
    private final char[] triples;
    private final Charset quads;
    private final Map<Integer, Integer> changedQuads;

    private CodeTable(char[] single, char[] pairs, char[] triples, Charset quads, Map<Integer, Integer> changedQuads) {
        this.single = single;
        this.pairs = pairs;
        this.triples = triples;
        this.quads = quads;
        this.changedQuads = changedQuads;
    }

    /** A charset of one byte per character: byte and character have one number but for the changed ones. */
    static CodeTable ofBytes(Map<Integer, Integer> changed) {
        char[] single = new char[256];
        for (int i = 0; i < single.length; i++) {
            single[i] = toChar(changed.getOrDefault(i, i));
        }
        return new CodeTable(single, null, null, null, Map.of());
    }

    /** A charset that Java has but for some codes. */
    static CodeTable ofJava(Charset base, int maxLength, Map<Integer, Integer> changed) {
        CharsetDecoder decoder = base.newDecoder()
                .onMalformedInput(CodingErrorAction.REPORT)
                .onUnmappableCharacter(CodingErrorAction.REPORT);
        char[] single = new char[256];
        for (int i = 0; i < single.length; i++) {
            single[i] = toChar(changed.getOrDefault(i, decode(decoder, new byte[] {(byte) i})));
        }
        char[] pairs = empty();
        char[] triples = maxLength == 3 ? empty() : null;
        for (int high = 0x80; high < 256; high++) {
            for (int low = 0x30; low < 256; low++) {
                int code = high << 8 | low;
                int index = code & 0x7FFF;
                pairs[index] =
                        toChar(changed.getOrDefault(code, decode(decoder, new byte[] {(byte) high, (byte) low})));
                if (triples != null) {
                    byte[] three = {(byte) SS3, (byte) high, (byte) low};
                    triples[index] = toChar(changed.getOrDefault(SS3 << 16 | code, decode(decoder, three)));
                }
            }
        }
        return new CodeTable(single, pairs, triples, maxLength == 4 ? base : null, Map.copyOf(changed));
    }

    /** Whether the bytes below 0x80 are ASCII. */
    boolean isAscii() {
        return single['\\'] == '\\' && single['@'] == '@' && single['~'] == '~';
    }

    /** The size of the code at an offset in bytes; 0 when it is cut off by the end. */
    int codeLength(byte[] b, int at, int end) {
        int first = b[at] & 0xFF;
        int length;
        if (single[first] != EMPTY || pairs == null) {
            length = 1;
        } else if (triples != null && first == SS3) {
            length = 3;
        } else if (quads != null && at + 1 < end && b[at + 1] >= '0' && b[at + 1] <= '9') {
            length = 4;
        } else {
            length = 2;
        }
        return at + length <= end ? length : 0;
    }

    /** The character of a code, or {@link #NONE}. */
    int codePoint(byte[] b, int at, int length) {
        char found =
                switch (length) {
                    case 1 -> single[b[at] & 0xFF];
                    case 2 -> pairs[(b[at] & 0x7F) << 8 | b[at + 1] & 0xFF];
                    case 3 -> b[at + 1] < 0 ? triples[(b[at + 1] & 0x7F) << 8 | b[at + 2] & 0xFF] : EMPTY;
                    default -> EMPTY;
                };
        if (length == 4) {
            int code = ByteBuffer.wrap(b, at, 4).getInt();
            Integer changed = changedQuads.get(code);
            return changed != null ? changed : decode(quads.newDecoder(), Arrays.copyOfRange(b, at, at + 4));
        }
        return found == EMPTY ? NONE : found;
    }

    /** The codes of a line of the resource: {@code A1=2741}, {@code F5A1-F5FE=E000}, {@code 80=-}. */
    static Map<Integer, Integer> codes(String[] words, int from) {
        Map<Integer, Integer> codes = new HashMap<>();
        for (int i = from; i < words.length; i++) {
            int equals = words[i].indexOf('=');
            String range = words[i].substring(0, equals);
            String to = words[i].substring(equals + 1);
            int dash = range.indexOf('-');
            int first = Integer.parseUnsignedInt(dash < 0 ? range : range.substring(0, dash), 16);
            int last = dash < 0 ? first : Integer.parseUnsignedInt(range.substring(dash + 1), 16);
            int codePoint = to.equals("-") ? NONE : Integer.parseInt(to, 16);
            for (int n = 0; n <= last - first; n++) {
                codes.put(first + n, codePoint == NONE ? NONE : codePoint + n);
            }
        }
        return codes;
    }

    private static int decode(CharsetDecoder decoder, byte[] code) {
        try {
            CharBuffer text = decoder.decode(ByteBuffer.wrap(code));
            int codePoint = text.length() == 0 ? NONE : Character.codePointAt(text, 0);
            return text.length() == Character.charCount(codePoint) ? codePoint : NONE;
        } catch (CharacterCodingException e) {
            return NONE; // That the code is none is the answer.
        }
    }

    private static char[] empty() {
        char[] chars = new char[0x8000];
        Arrays.fill(chars, EMPTY);
        return chars;
    }

    private static char toChar(int codePoint) {
        return codePoint == NONE || codePoint > 0xFFFF ? EMPTY : (char) codePoint;
    }
}
