package io.dbus.source.mysql.enumerator;

import io.dbus.source.mysql.split.BinlogSplit;
import java.io.IOException;

/** Finds where a server begins that has no saved position. */
public interface SplitStarter {
    /**
     * The split of a server at its start; called outside the coordinator's thread, and may wait for the server.
     *
     * @throws IOException when the server can never be read from its start; the message says what to do
     * @throws InterruptedException when the wait was ended
     */
    BinlogSplit start(String server) throws IOException, InterruptedException;
}
