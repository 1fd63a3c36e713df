package io.dbus.source.stream;

import static java.util.Objects.requireNonNull;

import java.util.Arrays;

/**
 * How far a file was read, and by what it is known again.
 *
 * @param file its name when it was read
 * @param id what the file system knows it by: device and inode
 * @param head its first bytes, at most {@link #HEAD} and no more than were read: another file can get the inode of one that was deleted
 * @param offset the offset after the last line that was read
 */
record FilePlace(String file, String id, byte[] head, long offset) {
    static final int HEAD = 256;

    FilePlace {
        requireNonNull(file, "file");
        requireNonNull(id, "id");
        requireNonNull(head, "head");
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof FilePlace that
                && file.equals(that.file)
                && id.equals(that.id)
                && Arrays.equals(head, that.head)
                && offset == that.offset;
    }

    @Override
    public int hashCode() {
        return 31 * id.hashCode() + Long.hashCode(offset);
    }

    @Override
    public String toString() {
        return file + ":" + offset + " " + id;
    }
}
