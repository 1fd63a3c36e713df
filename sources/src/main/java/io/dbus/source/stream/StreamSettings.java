package io.dbus.source.stream;

import static java.util.Objects.requireNonNull;

import io.dbus.reject.RejectsFactory;
import java.io.Serializable;
import java.util.ArrayList;

/**
 * What a stream source is told.
 *
 * @param source the component's name, also the stream's
 * @param kind where lines come from
 * @param command the command and its arguments; empty unless there is one
 * @param place the path of a file or UNIX socket, or host:port; empty for a command
 * @param maxLineBytes how long lines may be
 * @param maxClients how many clients may be there at once
 * @param keyPattern the expression that finds a line's key; empty when all lines have one
 * @param restart when a command is started again
 * @param unterminated what becomes of a last line without an end
 * @param latest whether a file is read from its end on where no position is known
 * @param failOnLoss whether it fails when a file is gone whose rest was not read
 */
record StreamSettings(
        String source,
        Kind kind,
        ArrayList<String> command,
        String place,
        int maxLineBytes,
        int maxClients,
        String keyPattern,
        Restart restart,
        long restartDelayMillis,
        long restartDelayMaxMillis,
        Unterminated unterminated,
        boolean latest,
        boolean failOnLoss,
        RejectsFactory rejects)
        implements Serializable {
    private static final long serialVersionUID = 1L;

    /** Where lines come from. */
    enum Kind {
        FILE,
        COMMAND,
        TCP,
        UNIX
    }

    StreamSettings {
        requireNonNull(source, "source");
        requireNonNull(kind, "kind");
        requireNonNull(place, "place");
        requireNonNull(keyPattern, "keyPattern");
        requireNonNull(restart, "restart");
        requireNonNull(unterminated, "unterminated");
        requireNonNull(rejects, "rejects");
    }

    boolean isReplayable() {
        return kind == Kind.FILE;
    }

    /** Whether the stream has an end. */
    boolean ends() {
        return kind == Kind.COMMAND && restart != Restart.ALWAYS;
    }
}
