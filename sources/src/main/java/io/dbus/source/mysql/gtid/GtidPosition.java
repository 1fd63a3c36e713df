package io.dbus.source.mysql.gtid;

import static java.util.Objects.requireNonNull;

/**
 * Which transactions have been passed, in the server's own terms: MySQL's set of GTIDs, MariaDB's last GTID of each domain, or
 * nothing where the server has no GTIDs. Immutable; its text is as the server writes it.
 */
public sealed interface GtidPosition permits GtidSet, MariaDbGtidPosition, NoGtids {
    /** Whether it names no transaction. An empty set of a server with GTIDs asks for all history. */
    boolean isEmpty();

    /**
     * Whether every transaction of another position is in this one.
     *
     * @throws IllegalArgumentException when the other is of another kind of server
     */
    boolean containsAll(GtidPosition other);

    /** A mutable copy, to which GTIDs can be added cheaply. */
    Builder toBuilder();

    /** A text from which {@link #deserialize} makes an equal position again, whichever kind it is. */
    String serialize();

    /**
     * The position of a text of {@link #serialize}.
     *
     * @throws IllegalArgumentException when the text is none
     */
    static GtidPosition deserialize(String text) {
        requireNonNull(text, "text");
        int colon = text.indexOf(':');
        String kind = colon < 0 ? text : text.substring(0, colon);
        String rest = text.substring(colon + 1);
        return switch (kind) {
            case "mysql" -> GtidSet.parse(rest);
            case "mariadb" -> MariaDbGtidPosition.parse(rest);
            case "none" -> NoGtids.INSTANCE;
            default -> throw new IllegalArgumentException("'" + text + "' is no GTID position of a saved state");
        };
    }

    /** A position in the making. Not thread-safe. */
    interface Builder {
        /**
         * Adds a transaction.
         *
         * @throws IllegalArgumentException when the GTID is of another kind of server
         */
        Builder add(Gtid gtid);

        /**
         * Whether the transaction is surely in. Of MariaDB's only the last of its domain is: numbers may go back where {@code
         * gtid_strict_mode} is OFF, and its replicas apply such transactions as they come.
         */
        boolean contains(Gtid gtid);

        /** The position so far; later additions do not change it. */
        GtidPosition build();
    }
}
