package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.pattern.TableSelector;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.ReplicaIdentity;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerIds;
import java.io.Serializable;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a reader needs to know of its source. Immutable.
 *
 * @param pipeline the pipeline's name
 * @param source the component's name
 * @param servers the hosts of each server, by its name: the first is read, the others take over
 * @param connection how to connect to them
 * @param tables the patterns of the tables that are read
 * @param keyColumns the columns that the user named as keys
 * @param sharedKeys whether rows of different servers that have the same table and key are the same row
 * @param includeQuery whether rows carry the statement that made them where the server logs it
 * @param assumeCurrent the user's word that tables have not changed since the events that are to be read
 * @param statements what happens at changes of rows that are logged as text
 * @param lostXa what happens when an XA transaction is committed whose rows can be read no more
 * @param holdBytes up to which size transactions are held until their end is known, in bytes
 * @param queueBytes how many bytes of one server may wait for the pipeline
 * @param reconnectMin the wait before the first new attempt to connect, which doubles with each
 * @param reconnectMax the longest such wait
 * @param serverId the server id of the user, 0 for one made of names
 * @param helperTables what becomes of the tables that tools for online schema changes make
 */
public record ReaderSettings(
        String pipeline,
        String source,
        Map<String, List<ServerAddress>> servers,
        ConnectionSettings connection,
        List<String> tables,
        KeyColumns keyColumns,
        boolean sharedKeys,
        boolean includeQuery,
        boolean assumeCurrent,
        StatementHandling statements,
        LostXa lostXa,
        long holdBytes,
        long queueBytes,
        Duration reconnectMin,
        Duration reconnectMax,
        long serverId,
        HelperTables helperTables)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    public ReaderSettings {
        requireNonNull(pipeline, "pipeline");
        requireNonNull(source, "source");
        requireNonNull(connection, "connection");
        requireNonNull(keyColumns, "keyColumns");
        requireNonNull(statements, "statements");
        requireNonNull(helperTables, "helperTables");
        requireNonNull(lostXa, "lostXa");
        requireNonNull(reconnectMin, "reconnectMin");
        requireNonNull(reconnectMax, "reconnectMax");
        Map<String, List<ServerAddress>> copy = new LinkedHashMap<>();
        servers.forEach((name, hosts) -> copy.put(name, List.copyOf(hosts)));
        servers = Collections.unmodifiableMap(copy);
        tables = List.copyOf(tables);
    }

    /** Settings by which helper tables are ignored. */
    public ReaderSettings(
            String pipeline,
            String source,
            Map<String, List<ServerAddress>> servers,
            ConnectionSettings connection,
            List<String> tables,
            KeyColumns keyColumns,
            boolean sharedKeys,
            boolean includeQuery,
            boolean assumeCurrent,
            StatementHandling statements,
            LostXa lostXa,
            long holdBytes,
            long queueBytes,
            Duration reconnectMin,
            Duration reconnectMax,
            long serverId) {
        this(
                pipeline,
                source,
                servers,
                connection,
                tables,
                keyColumns,
                sharedKeys,
                includeQuery,
                assumeCurrent,
                statements,
                lostXa,
                holdBytes,
                queueBytes,
                reconnectMin,
                reconnectMax,
                serverId,
                HelperTables.IGNORE);
    }

    /** The choice of tables; parsed anew at each call. */
    public TableSelector selector() {
        return TableSelector.parse(tables);
    }

    /**
     * What stands for a server in the keys of its rows; empty where rows of other servers have the same keys, and for the server that has the source's name. It does not
     * hang on what other servers there are: state is kept by keys, and must be found when servers come or go.
     */
    String inKeys(String server) {
        return sharedKeys || server.equals(source) ? "" : server;
    }

    /** What the stream of a server calls itself towards it. */
    public ReplicaIdentity identity(String server) {
        return serverId == 0
                ? ServerIds.of(pipeline, source, server)
                : ServerIds.of(pipeline, source, server, serverId);
    }
}
