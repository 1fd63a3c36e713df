package io.dbus.embedded;

import static java.util.Objects.requireNonNull;

/**
 * A place in a server's binlog.
 *
 * @param file such as {@code binlog.000002}
 * @param position in bytes
 */
public record BinlogPosition(String file, long position) {
    public BinlogPosition {
        requireNonNull(file, "file is null");
    }

    @Override
    public String toString() {
        return file + ":" + position;
    }
}
