package io.dbus.source.stream;

import java.util.Arrays;

/** Cuts bytes into lines, which end with a line feed. Keeps no more of a line than lines may be long. */
final class LineAssembler {
    /** How much is kept of a line that is too long. */
    static final int KEPT = 1024;

    private final int limit;
    private byte[] rest = new byte[256];
    private int kept;
    private long length;

    /** Takes lines. */
    interface Lines {
        /** A line without its end. */
        void whole(byte[] line);

        /** The beginning of a line that is too long. */
        void tooLong(byte[] beginning, long length);
    }

    /** Lines of so many bytes at most. */
    LineAssembler(int limit) {
        this.limit = limit;
    }

    void feed(byte[] bytes, int from, int to, Lines lines) {
        int begin = from;
        for (int i = from; i < to; i++) {
            if (bytes[i] == '\n') {
                if (length == 0 && i - begin <= limit) {
                    lines.whole(Arrays.copyOfRange(bytes, begin, i));
                } else {
                    keep(bytes, begin, i);
                    end(lines);
                }
                begin = i + 1;
            }
        }
        keep(bytes, begin, to);
    }

    /** How many bytes of a line have come that has no end yet. */
    long pending() {
        return length;
    }

    /** Takes what there is of a line that has no end for a line. */
    void end(Lines lines) {
        if (length > limit) {
            lines.tooLong(Arrays.copyOf(rest, Math.min(kept, KEPT)), length);
        } else {
            lines.whole(Arrays.copyOf(rest, kept));
        }
        forget();
    }

    /** Gives what there is of a line that has no end, at most its beginning, and forgets it. */
    byte[] cut() {
        byte[] beginning = Arrays.copyOf(rest, Math.min(kept, KEPT));
        forget();
        return beginning;
    }

    private void forget() {
        length = 0;
        kept = 0;
        if (rest.length > 1 << 16) {
            rest = new byte[256];
        }
    }

    private void keep(byte[] bytes, int from, int to) {
        length += to - from;
        if (length > limit) {
            // What comes of it now is only counted.
            int room = Math.max(0, KEPT - kept);
            store(bytes, from, Math.min(to - from, room));
        } else {
            store(bytes, from, to - from);
        }
    }

    private void store(byte[] bytes, int from, int count) {
        if (kept + count > rest.length) {
            rest = Arrays.copyOf(
                    rest, (int) Math.min(Math.max(rest.length * 2L, kept + count), Math.max(limit, KEPT) + 1L));
        }
        System.arraycopy(bytes, from, rest, kept, count);
        kept += count;
    }
}
