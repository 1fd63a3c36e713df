package io.dbus.embedded;

import java.nio.file.Path;
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
}
