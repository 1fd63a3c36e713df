package io.dbus.embedded;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;

/** A server, or a group of them, that this JVM started and that dies with it. */
public interface EmbeddedServer extends AutoCloseable {

    /** The name under which logs and errors speak of it, such as {@code mysql-1}; unique in this JVM. */
    String name();

    /** The log files of its processes, in the order in which they were first started; they outlive the server. */
    List<Path> logFiles();

    /** Ends its processes and removes its data; the logs stay. Does nothing when done already. */
    @Override
    void close();

    /**
     * Closes all of them, in their order, also those behind one that fails to.
     *
     * @throws RuntimeException of the first that failed; those of the others are suppressed in it
     */
    static void closeAll(Collection<? extends EmbeddedServer> servers) {
        RuntimeException failure = null;
        for (EmbeddedServer server : servers) {
            try {
                server.close();
            } catch (RuntimeException e) {
                if (failure == null) {
                    failure = e;
                } else {
                    failure.addSuppressed(e);
                }
            }
        }
        if (failure != null) {
            throw failure;
        }
    }
}
