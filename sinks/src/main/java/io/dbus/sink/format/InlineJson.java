package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import io.dbus.event.RowDecodeException;
import java.io.IOException;

/** Checks JSON that is put between other members as it is: it must be one value and nothing more. */
public final class InlineJson {
    private static final JsonFactory PARSER = new JsonFactory();

    private InlineJson() {}

    /**
     * The text, on one line.
     *
     * @throws RowDecodeException when it is not one JSON value
     */
    public static String text(byte[] utf8, int offset, int length) {
        try (JsonParser parser = PARSER.createParser(utf8, offset, length)) {
            if (parser.nextToken() == null) {
                throw new RowDecodeException("its JSON is empty");
            }
            parser.skipChildren();
            if (parser.nextToken() != null) {
                throw new RowDecodeException("its JSON has more behind the end of its value");
            }
        } catch (IOException e) {
            throw new RowDecodeException("its JSON cannot be read: " + e.getMessage(), e);
        }
        String text = new String(utf8, offset, length, UTF_8);
        // Outside of strings, where JSON allows no bare line feed, they are white space.
        return text.indexOf('\n') < 0 && text.indexOf('\r') < 0 ? text : text.replaceAll("[\r\n]", " ");
    }
}
