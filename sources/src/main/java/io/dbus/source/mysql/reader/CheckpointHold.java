package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Holds a server's fetcher back behind something that a checkpoint must hold before a row behind it goes out: a connection to another host, a change of a table's key.
 * Begun and waited for by the fetcher's thread, ended by the reader's. Thread-safe.
 */
final class CheckpointHold {
    private static final Logger LOG = LoggerFactory.getLogger(CheckpointHold.class);

    private static final long NO_CHECKPOINT = -1;

    private final String source;
    private final String server;
    private final long tellMillis;
    private int begun;
    private int emitted;
    private long checkpoint = NO_CHECKPOINT;
    private boolean held;
    private boolean woken;

    CheckpointHold(String source, String server) {
        this(source, server, TimeUnit.MINUTES.toMillis(1));
    }

    CheckpointHold(String source, String server, long tellMillis) {
        this.source = requireNonNull(source, "source");
        this.server = requireNonNull(server, "server");
        this.tellMillis = tellMillis;
    }

    /**
     * The element that a checkpoint must hold is about to be handed over.
     *
     * @param why what it holds then, for the log
     */
    synchronized void begin(String why) {
        begun++;
        held = true;
        checkpoint = NO_CHECKPOINT;
        LOG.info("Rows of server {} of source {} leave once a checkpoint holds {}", server, source, why);
    }

    /** The element has moved the position that checkpoints hold. */
    synchronized void emitted() {
        emitted++;
    }

    /** A checkpoint takes the position. */
    synchronized void saved(long checkpointId) {
        if (held && emitted == begun && checkpoint == NO_CHECKPOINT) {
            checkpoint = checkpointId;
        }
    }

    /** A checkpoint is complete, so that no restart goes back behind it. */
    synchronized void completed(long checkpointId) {
        if (held && checkpoint != NO_CHECKPOINT && checkpoint <= checkpointId) {
            held = false;
            notifyAll();
        }
    }

    /**
     * Waits while it is held.
     *
     * @return false when {@link #wakeUp} ended the wait
     */
    synchronized boolean await() {
        boolean interrupted = false;
        while (held && !woken) {
            try {
                wait(tellMillis);
            } catch (InterruptedException e) {
                interrupted = true;
                woken = true;
            }
            if (held && !woken) {
                LOG.warn(
                        "Rows of server {} of source {} still wait for a checkpoint: if there are none, set"
                                + " execution.checkpointing.interval",
                        server,
                        source);
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        woken = false;
        return !held;
    }

    /** Ends the current wait, or the next one if none is on. */
    synchronized void wakeUp() {
        woken = true;
        notifyAll();
    }
}
