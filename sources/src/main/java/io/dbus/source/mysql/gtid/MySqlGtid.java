package io.dbus.source.mysql.gtid;

import static java.util.Objects.requireNonNull;

import java.util.UUID;

/**
 * A GTID of MySQL: {@code uuid:number}, or {@code uuid:tag:number} (MySQL 8.3 and later; Reference Manual, "GTID Format and
 * Storage").
 *
 * @param source the uuid under which the transaction was first committed
 * @param tag its tag in lower case; empty when it has none
 * @param number its number, from 1
 */
public record MySqlGtid(UUID source, String tag, long number) implements Gtid {
    public MySqlGtid {
        requireNonNull(source, "source");
        requireNonNull(tag, "tag");
        if (number < 1 || number == Long.MAX_VALUE) {
            throw new IllegalArgumentException("the GTID number " + number + " is not from 1 to 2^63 - 2");
        }
    }

    @Override
    public String toString() {
        return tag.isEmpty() ? source + ":" + number : source + ":" + tag + ":" + number;
    }
}
