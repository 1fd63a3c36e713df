package io.dbus.source.mysql.reader;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.position.BinlogPosition;

/**
 * Where in the binlog the stream is. Headers carry the end of their event in 32 bits only, and a transaction may cross 4 GiB
 * within one file (MySQL Reference Manual, {@code max_binlog_size}): the high part is kept here.
 */
final class BinlogPlace {
    private String file;
    private long end;

    BinlogPlace(String file, long position) {
        this.file = requireNonNull(file, "file");
        this.end = position;
    }

    static BinlogPlace unknown() {
        return new BinlogPlace("", BinlogPosition.FILE_START);
    }

    /** The stream goes on in a file. */
    void moveTo(String nextFile, long position) {
        file = requireNonNull(nextFile, "nextFile");
        end = position;
    }

    /**
     * Passes over an event.
     *
     * @return where it starts; where the place already was for events that are in no file
     */
    long pass(EventHeader header) {
        if (header.nextPosition() == 0 || header.isArtificial()) {
            return end;
        }
        long next = end & ~0xFFFF_FFFFL | header.nextPosition();
        if (next < end) {
            next += 1L << 32;
        }
        end = next;
        return end - header.eventSize();
    }

    String file() {
        return file;
    }

    /** Where the next event starts. */
    long end() {
        return end;
    }
}
