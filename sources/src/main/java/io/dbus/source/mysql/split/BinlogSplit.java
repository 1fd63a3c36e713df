package io.dbus.source.mysql.split;

import static java.util.Objects.requireNonNull;

import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.position.BinlogMark;
import io.dbus.source.mysql.position.BinlogPosition;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.connector.source.SourceSplit;

/**
 * The binlog of one server from a position on. Immutable. Its id is the server's name in the pipeline file, so that a server that
 * moves to other hosts keeps its position.
 *
 * @param server the server's name
 * @param position how far it is read; its {@code skipRows} are of the transaction that starts there
 * @param unfinished the transactions of which only some rows have been emitted: their GTID and how many rows, those of all tables
 *     counted. More than one only after another server took over that has them in another order
 * @param schemas the tables as their server described them and DDL changed them since
 * @param charsets the default character sets of databases, of which new tables may inherit
 * @param prepared the XA transactions that wait for their outcome, in the order in which they were prepared
 * @param mark by what the binlog up to the position is known again
 */
public record BinlogSplit(
        String server,
        BinlogPosition position,
        Map<String, Long> unfinished,
        Map<TableId, TableDefinition> schemas,
        Map<String, String> charsets,
        List<PreparedXa> prepared,
        BinlogMark mark)
        implements SourceSplit {
    public BinlogSplit {
        requireNonNull(server, "server");
        requireNonNull(position, "position");
        unfinished = Map.copyOf(unfinished);
        schemas = Map.copyOf(schemas);
        charsets = Map.copyOf(charsets);
        prepared = List.copyOf(prepared);
        requireNonNull(mark, "mark");
    }

    /** The split of a server that is read from a position on, with nothing emitted yet. */
    public static BinlogSplit startingAt(
            String server, BinlogPosition position, Map<TableId, TableDefinition> schemas) {
        return startingAt(server, position, schemas, Map.of());
    }

    /** As the other, with the default charsets of databases. */
    public static BinlogSplit startingAt(
            String server,
            BinlogPosition position,
            Map<TableId, TableDefinition> schemas,
            Map<String, String> charsets) {
        return new BinlogSplit(server, position, Map.of(), schemas, charsets, List.of(), BinlogMark.NONE);
    }

    @Override
    public String splitId() {
        return server;
    }
}
