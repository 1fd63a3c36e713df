package io.dbus.event;

import static java.util.Objects.requireNonNull;

/**
 * What the rows of one transaction share. One instance serves all rows of a transaction.
 *
 * @param source the name of the source component in the pipeline file
 * @param server the name of the server within the source, as in the pipeline file
 * @param serverUuid the uuid of the server where the transaction was first committed; empty when unknown
 * @param serverId the {@code server_id} of the server where the transaction was first committed; 0 when unknown
 * @param gtid the transaction's GTID as the server writes it; empty when the server has none
 * @param file the binlog file that holds the transaction; empty where there are no files
 * @param position the position in the file where the transaction starts (its GTID event), in bytes
 * @param thread the id of the session that wrote it; 0 when unknown
 * @param xid the storage engine's transaction id; -1 when there is none or when rows left before it was known
 * @param commitMicros when the transaction was committed on its first server, in microseconds since the epoch, UTC;
 *     whole seconds where the server says no more
 */
public record Transaction(
        String source,
        String server,
        String serverUuid,
        long serverId,
        String gtid,
        String file,
        long position,
        long thread,
        long xid,
        long commitMicros) {
    public Transaction {
        requireNonNull(source, "source");
        requireNonNull(server, "server");
        requireNonNull(serverUuid, "serverUuid");
        requireNonNull(gtid, "gtid");
        requireNonNull(file, "file");
    }
}
