package io.dbus.source.mysql.row;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.dbus.event.ValueReceiver;
import java.util.HexFormat;

/**
 * MariaDB's UUID, INET6 and INET4 as it prints them (MariaDB documentation, "UUID Data Type", "INET6", "INET4"). In the binlog they are bytes, high ones first, without the
 * zeros at their end.
 */
final class AddressText {
    /** Characters of every UUID. */
    static final int UUID_LENGTH = 36;

    /** Characters of the longest INET6. */
    static final int INET6_LENGTH = 39;

    /** Characters of the longest INET4. */
    static final int INET4_LENGTH = 15;

    private static final int LONG_BYTES = 16;
    private static final int SHORT_BYTES = 4;
    private static final int WORDS = 8;

    private AddressText() {}

    /** Groups of 8, 4, 4, 4 and 12 hexadecimal digits. */
    static void uuid(byte[] b, int start, int size, ValueReceiver receiver) {
        StringBuilder text =
                new StringBuilder(UUID_LENGTH).append(HexFormat.of().formatHex(padded(b, start, size, LONG_BYTES)));
        receive(text.insert(20, '-').insert(16, '-').insert(12, '-').insert(8, '-'), receiver);
    }

    /**
     * Words in hexadecimal without zeros in front. The first of the longest runs of zero words is left out, a run of one too. An address that begins with it ends as
     * an INET4 where it is compatible with one ({@code ::1.2.3.4}) or mapped from one ({@code ::ffff:1.2.3.4}).
     */
    static void inet6(byte[] b, int start, int size, ValueReceiver receiver) {
        byte[] address = padded(b, start, size, LONG_BYTES);
        int[] words = new int[WORDS];
        for (int i = 0; i < WORDS; i++) {
            words[i] = (int) Bytes.bigEndian(address, 2 * i, 2);
        }
        int gap = -1;
        int gapEnd = -1;
        for (int i = 0; i < WORDS; i++) {
            int end = i;
            while (end < WORDS && words[end] == 0) {
                end++;
            }
            if (end - i > gapEnd - gap) {
                gap = i;
                gapEnd = end;
            }
        }
        boolean endsAsInet4 = gap == 0 && (gapEnd == 6 || gapEnd == 5 && words[5] == 0xFFFF);
        StringBuilder text = new StringBuilder(INET6_LENGTH);
        int i = 0;
        while (i < WORDS) {
            if (i == gap) {
                text.append(i == 0 ? "::" : ":");
                i = gapEnd;
            } else if (i == 6 && endsAsInet4) {
                dotted(address, LONG_BYTES - SHORT_BYTES, text);
                i = WORDS;
            } else {
                text.append(Integer.toHexString(words[i++])).append(i < WORDS ? ":" : "");
            }
        }
        receive(text, receiver);
    }

    /** Four decimal numbers with points between. */
    static void inet4(byte[] b, int start, int size, ValueReceiver receiver) {
        StringBuilder text = new StringBuilder(INET4_LENGTH);
        dotted(padded(b, start, size, SHORT_BYTES), 0, text);
        receive(text, receiver);
    }

    private static void dotted(byte[] address, int at, StringBuilder text) {
        for (int i = 0; i < SHORT_BYTES; i++) {
            text.append(i == 0 ? "" : ".").append(address[at + i] & 0xFF);
        }
    }

    private static byte[] padded(byte[] b, int start, int size, int full) {
        byte[] all = new byte[full];
        System.arraycopy(b, start, all, 0, Math.min(size, full));
        return all;
    }

    private static void receive(StringBuilder text, ValueReceiver receiver) {
        byte[] ascii = text.toString().getBytes(US_ASCII);
        receiver.text(ascii, 0, ascii.length);
    }
}
