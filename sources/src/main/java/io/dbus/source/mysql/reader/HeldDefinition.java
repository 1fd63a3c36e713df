package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.event.EventKey;
import io.dbus.event.TableChange;
import io.dbus.source.mysql.ddl.Redefinition;
import java.util.List;

/**
 * A statement that defines tables, or nothing that is followed: then it only has its number among the rows, as all have, whatever is selected.
 *
 * @param redefinition what it does to the tables that are followed
 * @param sent whether it goes out
 * @param database the session's default database
 * @param sql its text
 * @param changes what it does to selected tables
 * @param key its key in the exchange
 * @param position where it stands in the file
 * @param thread the id of the session that ran it
 */
record HeldDefinition(
        Redefinition redefinition,
        boolean sent,
        String database,
        String sql,
        List<TableChange> changes,
        EventKey key,
        long position,
        long thread)
        implements Held {
    private static final int SIZE = 200;

    HeldDefinition {
        requireNonNull(redefinition, "redefinition");
        requireNonNull(database, "database");
        requireNonNull(sql, "sql");
        changes = List.copyOf(changes);
        requireNonNull(key, "key");
    }

    @Override
    public int size() {
        return SIZE + 2 * sql.length() + 2 * redefinition.size();
    }

    /** What is followed moves the position as what is sent does. */
    @Override
    public boolean isSelected() {
        return sent || !redefinition.isEmpty();
    }
}
