package io.dbus.source.mysql.row;

import io.dbus.event.RowDecodeException;
import io.dbus.event.ValueReceiver;
import io.dbus.source.mysql.charset.ServerCharset;
import io.dbus.source.mysql.charset.Utf8;
import java.util.List;

/** Values of ENUM and SET, which are numbers in the binlog. */
final class Labels {
    /** In place of what a server may have put for a character that its description of a table cannot show. No character of any charset. */
    private static final char UNKNOWN = '\uFFFF';

    private Labels() {}

    /**
     * The labels of a column as a server describes it. Servers keep descriptions in utf8mb3 and show {@code ?} for characters beyond it (seen on MySQL 9.7.4 and MariaDB 10.11.18), so that a label with a
     * {@code ?} in a charset that has such characters may be another: a row that holds it cannot be read.
     */
    static List<String> described(List<String> labels, int collation) {
        ServerCharset charset = ServerCharset.ofCollation(collation);
        return switch (charset.name()) {
            case "utf8mb4", "utf16", "utf16le", "utf32", "gb18030" ->
                labels.stream().map(label -> label.replace('?', UNKNOWN)).toList();
            default -> labels;
        };
    }

    static void readEnum(List<String> labels, long index, ValueReceiver receiver) {
        if (index > labels.size()) {
            throw new RowDecodeException("An ENUM has the value number " + index + " of " + labels.size() + " labels");
        }
        String label =
                index == 0 ? "" : known(labels.get((int) index - 1)); // 0 is the empty string of an invalid value.
        byte[] out = Scratch.borrow(label.length() * Utf8.MAX_PER_CHAR);
        receiver.text(out, 0, Utf8.put(label, out, 0));
        Scratch.giveBack(out);
    }

    static void readSet(List<String> labels, long bits, ValueReceiver receiver) {
        int size = 0;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            int index = Long.numberOfTrailingZeros(rest);
            if (index >= labels.size()) {
                throw new RowDecodeException(
                        "A SET has the value number " + (index + 1) + " of " + labels.size() + " labels");
            }
            size += known(labels.get(index)).length() * Utf8.MAX_PER_CHAR + 1;
        }
        byte[] out = Scratch.borrow(size);
        int length = 0;
        for (long rest = bits; rest != 0; rest &= rest - 1) {
            if (length > 0) {
                out[length++] = ',';
            }
            length = Utf8.put(labels.get(Long.numberOfTrailingZeros(rest)), out, length);
        }
        receiver.text(out, 0, length);
        Scratch.giveBack(out);
    }

    private static String known(String label) {
        if (label.indexOf(UNKNOWN) >= 0) {
            throw new RowDecodeException("The server describes a label as '" + label.replace(UNKNOWN, '?')
                    + "', where ? may stand for a character that its description cannot show: SET GLOBAL"
                    + " binlog_row_metadata=FULL on the server, so that the binlog says the labels");
        }
        return label;
    }
}
