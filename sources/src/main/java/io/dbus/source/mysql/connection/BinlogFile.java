package io.dbus.source.mysql.connection;

import static java.util.Objects.requireNonNull;

/**
 * A binlog file of a server.
 *
 * @param name its name without a folder
 * @param size its size in bytes; of the file being written, up to where it is written
 */
public record BinlogFile(String name, long size) {
    public BinlogFile {
        requireNonNull(name, "name");
    }
}
