package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.HeartbeatEvent;
import io.dbus.source.mysql.event.RotateEvent;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.NoGtids;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplitState;

/** How a stream moves on without transactions: into other files, and by what heartbeats tell of a server that sends nothing. Not thread-safe. */
final class StreamProgress {
    /** How far safe-until stays behind the clock of this machine, for clocks that differ, in milliseconds. */
    private static final long CLOCK_MARGIN = 1000;

    private final BinlogSplitState read;
    private final GroupEvents groups;
    private final BinlogPlace place;
    private GtidPosition serverHad = NoGtids.INSTANCE;

    /**
     * The progress of a stream.
     *
     * @param read the fetcher's position
     * @param place where the stream is, moved by this
     */
    StreamProgress(BinlogSplitState read, GroupEvents groups, BinlogPlace place) {
        this.read = requireNonNull(read, "read");
        this.groups = requireNonNull(groups, "groups");
        this.place = requireNonNull(place, "place");
    }

    /** A server was connected to and sends from the fetcher's position. */
    void connected(ServerInfo info) {
        serverHad = read.isByGtid() ? info.executed() : NoGtids.INSTANCE;
        BinlogPosition from = read.position();
        place.moveTo(from.file(), from.position());
    }

    void rotate(EventHeader header, RotateEvent rotate, BinlogBatch batch) {
        if (!header.isArtificial()) {
            groups.interrupted("the server began another binlog file before its end");
        }
        place.moveTo(rotate.file(), rotate.position());
        // At a start it repeats what was asked for, and with GTIDs it names a file that holds much that is not sent.
        if (!header.isArtificial() && !groups.isOpen()) {
            batch.placePassed(place.file(), place.end());
        }
    }

    void heartbeat(HeartbeatEvent heartbeat, BinlogBatch batch) {
        if (heartbeat.file().equals(place.file()) && heartbeat.position() > place.end()) {
            place.moveTo(heartbeat.file(), heartbeat.position());
            if (!groups.isOpen()) {
                batch.placePassed(place.file(), place.end());
            }
        }
        if (!groups.isOpen() && isCaughtUp()) {
            batch.caughtUp(System.currentTimeMillis() - CLOCK_MARGIN);
        }
    }

    /** A server also sends heartbeats while it passes over what it need not send: only behind that is it the end. */
    private boolean isCaughtUp() {
        if (!serverHad.isEmpty() && read.position().gtids().containsAll(serverHad)) {
            serverHad = NoGtids.INSTANCE;
        }
        return serverHad.isEmpty();
    }
}
