package io.dbus.source.mysql.event;

/**
 * A GTID of MariaDB.
 *
 * @param domain the replication domain, unsigned 32 bits
 * @param serverId the id of the server that made it, unsigned 32 bits
 * @param sequence the number within the domain, unsigned 64 bits
 */
public record MariaDbGtid(long domain, long serverId, long sequence) {
    @Override
    public String toString() {
        return domain + "-" + serverId + "-" + Long.toUnsignedString(sequence);
    }
}
