package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.re2j.Matcher;
import com.google.re2j.Pattern;
import io.dbus.event.EventKey;
import java.util.Optional;

/** Finds the keys of lines, byte by byte: what is no UTF-8 does not matter. In time that grows with a line's length only, since whoever may send lines may send any. */
final class LineKeys {
    private final EventKey.Builder builder;
    private final EventKey stream;
    private final Optional<Pattern> pattern;

    /** A key with the bytes of the record's key; those are empty where the whole stream has one key. */
    record Found(EventKey key, Optional<byte[]> recordKey) {}

    LineKeys(String source, String pattern) {
        this.builder = new EventKey.Builder(source);
        this.stream = builder.build();
        this.pattern = pattern.isEmpty() ? Optional.empty() : Optional.of(compile(pattern));
    }

    /**
     * Compiles an expression so that it fits bytes.
     *
     * @throws com.google.re2j.PatternSyntaxException when it is none
     */
    static Pattern compile(String pattern) {
        return Pattern.compile(new String(pattern.getBytes(UTF_8), ISO_8859_1));
    }

    Found of(byte[] line) {
        if (pattern.isEmpty()) {
            return new Found(stream, Optional.empty());
        }
        Matcher matcher = pattern.get().matcher(new String(line, ISO_8859_1));
        if (!matcher.find()) {
            return new Found(stream, Optional.empty());
        }
        String found = matcher.groupCount() > 0 ? matcher.group(1) : matcher.group();
        if (found == null) {
            return new Found(stream, Optional.empty());
        }
        byte[] bytes = found.getBytes(ISO_8859_1);
        builder.text(bytes, 0, bytes.length);
        return new Found(builder.build(), Optional.of(bytes));
    }
}
