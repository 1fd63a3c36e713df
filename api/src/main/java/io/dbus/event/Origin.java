package io.dbus.event;

import static java.util.Objects.requireNonNull;

/**
 * Where an event comes from, from end to end: enough to find it again on its server.
 *
 * @param transaction what it shares with the other events of its transaction, not null
 * @param position the position of the binlog event that holds it, in bytes; the outer event's inside a compressed
 *     transaction, and XA COMMIT's of rows that were prepared before
 * @param row the row's number within that binlog event, from 0; of rows that were prepared before, within the transaction
 * @param ordinal the row's number within the transaction, from 0, rows of all tables counted, selected or not
 * @param sequence the place in the server's history: grows strictly with every event of one server entry and is the
 *     same when the same events are read again; compares only within one server entry
 * @param readMillis when the source read it, in milliseconds since the epoch
 * @param last whether it is the last row change of its transaction that this source emits; false too where rows left
 *     before the end of the transaction was known
 * @param query the text of the statement when the server logs it and the source is asked for it; otherwise empty
 */
public record Origin(
        Transaction transaction,
        long position,
        int row,
        long ordinal,
        long sequence,
        long readMillis,
        boolean last,
        String query) {
    public Origin {
        requireNonNull(transaction, "transaction");
        requireNonNull(query, "query");
    }

    /** One line for error messages: source, server, file and position, GTID, row. */
    public String describe() {
        StringBuilder text = new StringBuilder(120)
                .append("source ")
                .append(transaction.source())
                .append(", server ")
                .append(transaction.server());
        if (!transaction.file().isEmpty()) {
            text.append(", ").append(transaction.file()).append(':').append(position);
        }
        if (!transaction.gtid().isEmpty()) {
            text.append(", GTID ").append(transaction.gtid());
        }
        return text.append(", row ")
                .append(ordinal)
                .append(" of the transaction")
                .toString();
    }
}
