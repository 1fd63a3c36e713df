package io.dbus.operator.regex;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.dbus.event.LogicalType;
import io.dbus.event.RowImage;
import io.dbus.operator.column.PlainText;

/** The text of a column. */
final class TextOf {
    private TextOf() {}

    /** Whether the values of a type are text. */
    static boolean is(LogicalType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, TEXT, ENUM, SET, JSON -> true;
            default -> false;
        };
    }

    /** The text of a column that is present and not NULL. */
    static String of(RowImage image, int position) {
        Holder holder = new Holder();
        image.read(position, new PlainText(holder));
        return holder.text;
    }

    private static final class Holder implements PlainText.Target {
        private String text = "";

        @Override
        public void nullValue() {}

        @Override
        public void text(byte[] utf8, int offset, int length) {
            text = new String(utf8, offset, length, UTF_8);
        }

        @Override
        public void bytes(byte[] bytes, int offset, int length) {
            throw new IllegalStateException("A column of text holds bytes");
        }
    }
}
