package io.dbus.source.mysql.gtid;

/**
 * A GTID of MariaDB: {@code domain-server-sequence}.
 *
 * @param domain the replication domain, 0 to 2^32 - 1
 * @param serverId the {@code server_id} of the server where it was first committed, 0 to 2^32 - 1
 * @param sequence its number in the domain, unsigned
 */
public record MariaDbGtid(long domain, long serverId, long sequence) implements Gtid {
    public MariaDbGtid {
        if (domain >>> 32 != 0 || serverId >>> 32 != 0) {
            throw new IllegalArgumentException(
                    "the MariaDB GTID " + text(domain, serverId, sequence) + " has a domain or server over 2^32 - 1");
        }
    }

    /**
     * The GTID of a text.
     *
     * @throws IllegalArgumentException when the text is none; its message says why
     */
    public static MariaDbGtid parse(String text) {
        String[] parts = text.strip().split("-", -1);
        if (parts.length == 3) {
            try {
                return new MariaDbGtid(
                        Long.parseUnsignedLong(parts[0]),
                        Long.parseUnsignedLong(parts[1]),
                        Long.parseUnsignedLong(parts[2]));
            } catch (NumberFormatException e) {
                throw new IllegalArgumentException(notAGtid(text), e);
            }
        }
        throw new IllegalArgumentException(notAGtid(text));
    }

    @Override
    public String toString() {
        return text(domain, serverId, sequence);
    }

    private static String text(long domain, long serverId, long sequence) {
        return domain + "-" + serverId + "-" + Long.toUnsignedString(sequence);
    }

    private static String notAGtid(String text) {
        return "'" + text + "' is no MariaDB GTID: write domain-server-sequence, as in 0-1-100";
    }
}
