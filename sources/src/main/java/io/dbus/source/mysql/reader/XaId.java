package io.dbus.source.mysql.reader;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Identifiers of XA transactions in the words of statements, brought to the form of XA_PREPARE events. */
final class XaId {
    /** What {@link LoggedStatement} reads in {@code XA COMMIT X'67',X'62',1}, the only form that servers log (MySQL source, XID::serialize; MariaDB's the same). */
    private static final Pattern LOGGED = Pattern.compile("[xX]([0-9a-fA-F]*),[xX]([0-9a-fA-F]*),(\\d{1,10})");

    private XaId() {}

    /**
     * The identifier of a statement's words, as {@link io.dbus.source.mysql.event.XaPrepareEvent#xid} has it.
     *
     * @throws BinlogFailure when they are none
     */
    static String of(LoggedStatement statement) {
        Matcher words = LOGGED.matcher(statement.name());
        if (!words.matches()) {
            throw new BinlogFailure("The binlog names an XA transaction as " + statement.name()
                    + ", which this dbus cannot read: use a dbus that knows this server's version");
        }
        return "X'" + words.group(1).toLowerCase(Locale.ROOT) + "',X'"
                + words.group(2).toLowerCase(Locale.ROOT) + "'," + words.group(3);
    }
}
