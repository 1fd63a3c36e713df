package io.dbus.source.mysql.row;

import io.dbus.event.LayoutColumn;
import io.dbus.event.LogicalType;
import io.dbus.event.PhysicalType;
import io.dbus.event.RowFormats;
import io.dbus.event.RowImage;
import io.dbus.event.RowLayout;
import io.dbus.event.ValueText;
import java.util.HexFormat;
import java.util.List;

/** Values from bytes: images of one column, not NULL. */
final class ImageBytes {
    private ImageBytes() {}

    /** The text of a value whose bytes are given in hexadecimal. */
    static String read(LogicalType type, int code, int meta, int charset, String hex) {
        return ValueText.of(image(type, code, meta, charset, hex), 0);
    }

    static RowImage image(LogicalType type, int code, int meta, int charset, String hex) {
        byte[] bytes = HexFormat.of().parseHex("00" + hex.replace(" ", ""));
        RowLayout layout = new RowLayout(
                RowFormats.named(MySqlRowFormat.NAME),
                List.of(new LayoutColumn(type, new PhysicalType(code, meta, charset))));
        return RowImage.full(layout, bytes, 0, bytes.length);
    }
}
