package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

import io.dbus.pattern.TableSelector;
import io.dbus.plugin.Problem;
import io.dbus.source.mysql.position.Startup;
import java.util.List;

/** Looks at a server before the job starts, so that what would fail later fails now and with its cure. */
public final class Preflight {
    private Preflight() {}

    /**
     * What is to be looked at.
     *
     * @param server the server's name in the pipeline file
     * @param address where it listens
     * @param settings how to connect
     * @param tables which tables are read
     * @param startup where a server without a saved position begins
     * @param identity what the stream will call itself
     * @param assumeCurrent the user's word that tables have not changed since the start position ({@code schema.assume-current})
     */
    public record Request(
            String server,
            ServerAddress address,
            ConnectionSettings settings,
            TableSelector tables,
            Startup startup,
            ReplicaIdentity identity,
            boolean assumeCurrent) {
        public Request {
            requireNonNull(server, "server");
            requireNonNull(address, "address");
            requireNonNull(settings, "settings");
            requireNonNull(tables, "tables");
            requireNonNull(startup, "startup");
            requireNonNull(identity, "identity");
        }
    }

    /** What would keep the server from being read; empty when nothing would. */
    public static List<Problem> check(Request request) {
        throw new UnsupportedOperationException();
    }
}
