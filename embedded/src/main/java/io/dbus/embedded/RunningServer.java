package io.dbus.embedded;

import java.time.Duration;

/** One run of a server's process, from its start to its end. */
interface RunningServer {
    long pid();

    boolean isAlive();

    /** Ends it in order, or kills it after the limit; returns when it is dead. */
    void terminate(Duration limit);

    /** Kills it; returns when it is dead. Nothing happens when it is dead already. */
    void kill();

    /** SIGSTOP. */
    void pause();

    /** SIGCONT. */
    void resume();
}
