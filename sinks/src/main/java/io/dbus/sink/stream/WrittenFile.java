package io.dbus.sink.stream;

import static java.util.Objects.requireNonNull;

/**
 * How long a file was when a checkpoint was taken: what is behind that is written once more after a restore.
 *
 * @param path the file
 * @param length in bytes
 */
record WrittenFile(String path, long length) {
    WrittenFile {
        requireNonNull(path, "path");
    }
}
