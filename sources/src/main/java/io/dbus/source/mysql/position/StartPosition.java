package io.dbus.source.mysql.position;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogFile;
import io.dbus.source.mysql.connection.BinlogFiles;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerFlavor;
import io.dbus.source.mysql.connection.ServerIds;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.event.MySqlGtidEvent;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.gtid.MariaDbGtidPosition;
import io.dbus.source.mysql.gtid.NoGtids;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Finds the position at which a server's binlog is to be begun. */
public final class StartPosition {
    private final ServerAddress address;
    private final ConnectionSettings settings;
    private final MySqlConnection connection;
    private final ServerInfo info;

    private StartPosition(ServerAddress address, ConnectionSettings settings, MySqlConnection connection)
            throws MySqlException {
        this.address = address;
        this.settings = settings;
        this.connection = connection;
        this.info = connection.info();
    }

    /**
     * The position of a startup on a server. A server with GTIDs gives a GTID set that is never short of what lies behind, so
     * that a reconnect does not ask for it again: {@code earliest-offset} begins with {@code gtid_purged}, {@code latest-offset}
     * with {@code gtid_executed}, a file and position or a time with the set at the head of the file and the transactions on
     * the way, for which the file is read from its head. A position inside of a transaction becomes its start.
     *
     * @throws MySqlException when the server cannot be read, or the place is not (or no longer) on the server
     */
    public static BinlogPosition resolve(ServerAddress address, ConnectionSettings settings, Startup startup)
            throws MySqlException {
        requireNonNull(startup, "startup");
        try (MySqlConnection connection = MySqlConnection.open(address, settings)) {
            return new StartPosition(address, settings, connection).resolve(startup);
        }
    }

    /**
     * Looks whether a startup's place is still on a server. Unlike {@link #resolve} it reads no more than the first events of
     * files.
     *
     * @throws MySqlException when it is not, or when the server cannot be read
     */
    public static void check(ServerAddress address, ConnectionSettings settings, Startup startup)
            throws MySqlException {
        requireNonNull(startup, "startup");
        try (MySqlConnection connection = MySqlConnection.open(address, settings)) {
            StartPosition start = new StartPosition(address, settings, connection);
            if (startup instanceof Startup.SpecificFile place) {
                start.find(place);
            } else if (startup instanceof Startup.Timestamp time) {
                start.find(time);
            } else {
                start.resolve(startup);
            }
        }
    }

    private BinlogPosition resolve(Startup startup) throws MySqlException {
        if (startup instanceof Startup.Earliest) {
            return earliest();
        }
        if (startup instanceof Startup.Latest) {
            return latest();
        }
        if (startup instanceof Startup.SpecificFile place) {
            return ofFile(place);
        }
        if (startup instanceof Startup.SpecificGtids gtids) {
            return ofGtids(gtids);
        }
        return ofTime((Startup.Timestamp) startup);
    }

    private BinlogPosition earliest() throws MySqlException {
        BinlogFile first = files().get(0);
        GtidPosition gtids = info.purged();
        if (info.flavor() == ServerFlavor.MARIADB) {
            gtids = scan(first, (start, header, event) -> true).gtids();
        }
        return at(gtids, first.name(), BinlogPosition.FILE_START);
    }

    private BinlogPosition latest() throws MySqlException {
        // The file first: what is committed between the two is in the set, and before the position's next transaction.
        BinlogFile current = BinlogFiles.current(connection);
        return at(connection.info().executed(), current.name(), current.size());
    }

    private BinlogPosition ofFile(Startup.SpecificFile place) throws MySqlException {
        BinlogFile file = find(place);
        BinlogScan.Found found = scan(file, new BinlogScan.Goal() {
            @Override
            public boolean isReached(long start, EventHeader header, GtidEvent event) {
                return start >= place.position();
            }

            @Override
            public boolean isInside(long start, long end) {
                return start >= 0 && start < place.position() && place.position() < end;
            }
        });
        return at(found.gtids(), file.name(), found.position());
    }

    private BinlogFile find(Startup.SpecificFile place) throws MySqlException {
        List<BinlogFile> files = files();
        BinlogFile file = files.stream()
                .filter(candidate -> candidate.name().equals(place.file()))
                .findFirst()
                .orElseThrow(() -> MySqlException.fatal(
                        "the binlog file " + place.file() + " is not on " + info + ", which has "
                                + files.get(0).name() + " to "
                                + files.get(files.size() - 1).name(),
                        "start from one of those, or by another scan.startup.mode"));
        if (place.position() > file.size()) {
            throw MySqlException.fatal(
                    "the position " + place.position() + " is past the end of " + place.file() + " on " + info
                            + ", which has " + file.size() + " bytes",
                    "start from a position in the file");
        }
        return file;
    }

    private BinlogPosition ofGtids(Startup.SpecificGtids startup) throws MySqlException {
        try {
            if (info.flavor() == ServerFlavor.MARIADB) {
                return BinlogPosition.ofGtids(MariaDbGtidPosition.parse(startup.gtids()));
            }
            GtidSet gtids = GtidSet.parse(startup.gtids());
            if (!info.gtids()) {
                throw MySqlException.fatal(
                        "a start by GTID set needs GTIDs, but " + info + " has gtid_mode " + info.gtidMode(),
                        "set gtid_mode to ON there, or start by file and position");
            }
            GtidSet purged = ((GtidSet) info.purged()).minus(gtids);
            if (!purged.isEmpty()) {
                throw MySqlException.fatal(
                        "the start position lacks transactions that " + info + " has purged: " + purged,
                        "start from a GTID set that holds them, if they are not wanted, or by earliest-offset");
            }
            return BinlogPosition.ofGtids(gtids);
        } catch (IllegalArgumentException e) {
            throw new MySqlException(
                    MySqlException.Kind.FATAL,
                    0,
                    "the GTID set to start " + info + " from cannot be read (" + e.getMessage() + ")",
                    "correct scan.startup.specific-offset.gtid-set",
                    e);
        }
    }

    private BinlogPosition ofTime(Startup.Timestamp startup) throws MySqlException {
        BinlogFile file = find(startup);
        BinlogScan.Found found =
                scan(file, (start, header, event) -> isAtOrAfter(startup.epochMillis(), header, event));
        return at(found.gtids(), file.name(), found.position());
    }

    /**
     * The last file that was begun before the time; files are begun one after the other. One of the time's own second, which is
     * all that files tell, may have been begun behind it.
     */
    private BinlogFile find(Startup.Timestamp startup) throws MySqlException {
        long millis = startup.epochMillis();
        List<BinlogFile> files = files();
        int low = 0;
        int high = files.size() - 1;
        while (low < high) {
            int middle = (low + high + 1) >>> 1;
            if (begun(files.get(middle)) < Math.floorDiv(millis, 1000)) {
                low = middle;
            } else {
                high = middle - 1;
            }
        }
        BinlogFile file = files.get(low);
        if (low == 0) {
            checkNothingPurgedSince(millis, file);
        }
        return file;
    }

    /** Before the first file there may have been transactions of the time that are gone. */
    private void checkNothingPurgedSince(long millis, BinlogFile first) throws MySqlException {
        long begun = begun(first);
        if (begun < Math.floorDiv(millis, 1000) || isComplete(first)) {
            return;
        }
        if (begun == Math.floorDiv(millis, 1000) && isFirstTransactionBefore(millis, first)) {
            return;
        }
        throw MySqlException.fatal(
                "the binlogs of " + info + " reach back to " + Instant.ofEpochSecond(begun) + " (" + first.name()
                        + ") and not to the start time " + Instant.ofEpochMilli(millis),
                "start from a later time, or by earliest-offset");
    }

    /** Whether no transaction was before the first file. */
    private boolean isComplete(BinlogFile first) throws MySqlException {
        return info.gtids()
                ? scan(first, (start, header, event) -> true).gtids().isEmpty()
                : first.name().matches(".*\\.0*1");
    }

    private boolean isFirstTransactionBefore(long millis, BinlogFile file) throws MySqlException {
        AtomicBoolean before = new AtomicBoolean();
        scan(file, (start, header, event) -> {
            before.set(!isAtOrAfter(millis, header, event));
            return true;
        });
        return before.get();
    }

    /** Where a server knows no more than seconds, all transactions of the time's second are taken. */
    private static boolean isAtOrAfter(long millis, EventHeader header, GtidEvent event) {
        long micros = event.commitMicros(header);
        boolean exact = event instanceof MySqlGtidEvent mySql && mySql.originalCommitMicros() > 0;
        return exact ? micros >= millis * 1000 : micros / 1_000_000 >= Math.floorDiv(millis, 1000);
    }

    /** When a file was begun, in seconds: the time of its first event. */
    private long begun(BinlogFile file) throws MySqlException {
        try (BinlogStream stream = open(file)) {
            while (true) {
                var raw = stream.next();
                EventHeader header = EventHeader.parse(raw.bytes(), raw.offset());
                if (header.type() == EventType.FORMAT_DESCRIPTION) {
                    return header.timestamp();
                }
            }
        } catch (BinlogFormatException e) {
            throw damaged(file, e);
        }
    }

    private BinlogScan.Found scan(BinlogFile file, BinlogScan.Goal goal) throws MySqlException {
        try (BinlogStream stream = open(file)) {
            return BinlogScan.run(stream, file, goal);
        } catch (BinlogFormatException e) {
            throw damaged(file, e);
        }
    }

    private BinlogStream open(BinlogFile file) throws MySqlException {
        return BinlogStream.open(
                address,
                settings,
                BinlogPosition.ofFile(info.identity(), file.name(), BinlogPosition.FILE_START),
                ServerIds.probe());
    }

    private MySqlException damaged(BinlogFile file, BinlogFormatException e) {
        return new MySqlException(
                MySqlException.Kind.FATAL,
                0,
                "the binlog file " + file.name() + " of " + info + " cannot be read (" + e.getMessage() + ")",
                "start from a later file, or from another server",
                e);
    }

    private List<BinlogFile> files() throws MySqlException {
        List<BinlogFile> files = info.logBin() ? BinlogFiles.list(connection) : List.of();
        if (files.isEmpty()) {
            throw MySqlException.fatal(info + " writes no binlog", "start it with log_bin");
        }
        return files;
    }

    private BinlogPosition at(GtidPosition gtids, String file, long position) {
        return new BinlogPosition(info.gtids() ? gtids : NoGtids.INSTANCE, info.identity(), file, position, 0, 0);
    }
}
