package io.dbus.source.mysql.position;

import static java.util.Objects.requireNonNull;

import java.io.Serializable;

/** A {@link StartupMode} with what it needs to be told. */
public sealed interface Startup extends Serializable {
    /** The mode that this is. */
    StartupMode mode();

    /** The oldest transaction that the server still has. */
    record Earliest() implements Startup {
        private static final long serialVersionUID = 1;

        @Override
        public StartupMode mode() {
            return StartupMode.EARLIEST_OFFSET;
        }
    }

    /** The next transaction. */
    record Latest() implements Startup {
        private static final long serialVersionUID = 1;

        @Override
        public StartupMode mode() {
            return StartupMode.LATEST_OFFSET;
        }
    }

    /**
     * The first transaction at a place in a binlog file or after it.
     *
     * @param file the file's name without a folder
     * @param position in bytes, from 4
     */
    record SpecificFile(String file, long position) implements Startup {
        private static final long serialVersionUID = 1;

        public SpecificFile {
            requireNonNull(file, "file");
            if (file.isBlank() || position < BinlogPosition.FILE_START) {
                throw new IllegalArgumentException("'" + file + "' position " + position
                        + " is no place in a binlog: give the file's name and a position from 4");
            }
        }

        @Override
        public StartupMode mode() {
            return StartupMode.SPECIFIC_OFFSET;
        }
    }

    /**
     * All transactions but those of a GTID set, which are taken as done.
     *
     * @param gtids the text of a MySQL set or of a MariaDB position; which one, the server decides
     */
    record SpecificGtids(String gtids) implements Startup {
        private static final long serialVersionUID = 1;

        public SpecificGtids {
            requireNonNull(gtids, "gtids");
        }

        @Override
        public StartupMode mode() {
            return StartupMode.SPECIFIC_OFFSET;
        }
    }

    /**
     * The first transaction that was committed at a time or after it.
     *
     * @param epochMillis the time, in milliseconds since the epoch, UTC
     */
    record Timestamp(long epochMillis) implements Startup {
        private static final long serialVersionUID = 1;

        @Override
        public StartupMode mode() {
            return StartupMode.TIMESTAMP;
        }
    }
}
