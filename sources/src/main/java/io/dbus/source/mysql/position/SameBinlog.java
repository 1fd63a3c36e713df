package io.dbus.source.mysql.position;

import static java.util.Objects.requireNonNull;

import io.dbus.source.mysql.connection.BinlogEnd;
import io.dbus.source.mysql.connection.BinlogFile;
import io.dbus.source.mysql.connection.BinlogFiles;
import io.dbus.source.mysql.connection.BinlogStream;
import io.dbus.source.mysql.connection.ConnectionSettings;
import io.dbus.source.mysql.connection.MySqlConnection;
import io.dbus.source.mysql.connection.MySqlException;
import io.dbus.source.mysql.connection.RawEvent;
import io.dbus.source.mysql.connection.ServerAddress;
import io.dbus.source.mysql.connection.ServerFlavor;
import io.dbus.source.mysql.connection.ServerIds;
import io.dbus.source.mysql.connection.ServerInfo;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.EventHeader;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.FormatDescription;
import io.dbus.source.mysql.event.GtidEvent;
import io.dbus.source.mysql.event.HeartbeatEvent;
import io.dbus.source.mysql.event.RotateEvent;
import io.dbus.source.mysql.gtid.GtidSet;
import java.io.Closeable;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Looks whether the binlog of a server is the one that was read of it. One that was reset (RESET BINARY LOGS AND GTIDS, RESET MASTER), or taken back by
 * a restore or a crash, and was written beyond where it was read, has files, positions and GTIDs of the same names for other
 * transactions, and a server that is asked by those sends what comes behind them as if nothing were missing.
 *
 * <p>The last transaction that was read must be where it was and have been committed when it was; where its file is purged, the file
 * that is being read must have been begun when it was. With MySQL's GTIDs a transaction that is not at its place may be elsewhere, as after
 * a restore from which the server caught up: then it is asked for by its GTID. Where all of that is purged nothing can be told, and
 * nothing is refused.
 */
public final class SameBinlog {
    /** COM_BINLOG_DUMP has four bytes for the position. */
    private static final long MAX_POSITION = 0xffff_ffffL;

    private static final String NOTHING = "no transaction";

    private final ServerAddress address;
    private final ConnectionSettings settings;
    private final BinlogPosition read;
    private final BinlogMark mark;
    private final Consumer<Closeable> opening;

    private SameBinlog(
            ServerAddress address,
            ConnectionSettings settings,
            BinlogPosition read,
            BinlogMark mark,
            Consumer<Closeable> opening) {
        this.address = requireNonNull(address, "address");
        this.settings = requireNonNull(settings, "settings");
        this.read = requireNonNull(read, "read");
        this.mark = requireNonNull(mark, "mark");
        this.opening = requireNonNull(opening, "opening");
    }

    /**
     * Looks, over a connection of its own. Of another server than was read it does not.
     *
     * @param info what the server says of itself
     * @param read how far its binlog is read
     * @param mark by what that is known again
     * @param opening told, before anything is waited for, what another thread is to close for this to end
     * @throws MySqlException when the binlog is another, with the code {@link BinlogEnd#CODE}, or when the server cannot be asked
     */
    public static void check(
            ServerInfo info,
            ConnectionSettings settings,
            BinlogPosition read,
            BinlogMark mark,
            Consumer<Closeable> opening)
            throws MySqlException {
        if (info.isSame(read.server())) {
            new SameBinlog(info.address(), settings, read, mark, opening).check(info);
        }
    }

    private void check(ServerInfo info) throws MySqlException {
        TransactionMark last = mark.last();
        if (last.isNone()) {
            checkBegun(info);
            return;
        }
        Optional<String> there = isAskable(last) ? groupAt(last) : Optional.empty();
        if (there.isPresent() && there.get().equals(text(last.gtid(), last.commitMicros()))) {
            return;
        }
        if (info.flavor() == ServerFlavor.MYSQL && info.gtids() && !last.gtid().isEmpty()) {
            GtidSet gtid = GtidSet.parse(last.gtid());
            if (!info.executed().containsAll(gtid)) {
                throw other(info, last, "is not on it any more");
            }
            if (!info.purged().containsAll(gtid)) {
                String found = groupOf(gtid, (GtidSet) info.executed());
                if (!found.equals(text(last.gtid(), last.commitMicros()))) {
                    throw other(info, last, "is " + found + " now");
                }
                return;
            }
        } else if (there.isPresent()) {
            throw other(info, last, "is " + there.get() + " now");
        }
        checkBegun(info);
    }

    private static boolean isAskable(TransactionMark last) {
        return last.position() <= MAX_POSITION;
    }

    /** What begins at a transaction's place; empty when its file is not on the server. */
    private Optional<String> groupAt(TransactionMark place) throws MySqlException {
        try (BinlogStream stream =
                open(here -> BinlogPosition.ofFile(here.identity(), place.file(), place.position()))) {
            return Optional.of(firstGroup(stream, there -> there.file().equals(place.file()) && !there.atEnd()));
        } catch (MySqlException e) {
            if (e.code() != BinlogEnd.CODE) {
                throw e;
            }
            return isThere(place.file()) ? Optional.of(NOTHING) : Optional.empty();
        }
    }

    /** The transaction of a GTID: asked by all that it has but this, the server sends it at once. */
    private String groupOf(GtidSet gtid, GtidSet executed) throws MySqlException {
        BinlogFile end;
        try (MySqlConnection connection = MySqlConnection.open(address, settings, opening)) {
            end = BinlogFiles.current(connection);
        }
        try (BinlogStream stream = open(here -> BinlogPosition.ofGtids(executed.minus(gtid)))) {
            return firstGroup(stream, there -> !there.atEnd() || there.isBefore(end));
        }
    }

    /**
     * Where a stream stands that has sent no transaction yet.
     *
     * @param atEnd whether it waits there for more; while it looks for a GTID, it may only say so
     */
    private record Standing(String file, long position, boolean atEnd) {
        /** Numbers of files grow by a digit at times. */
        private boolean isBefore(BinlogFile end) {
            int byName = Comparator.comparingInt(String::length)
                    .thenComparing(Comparator.naturalOrder())
                    .compare(file, end.name());
            return byName < 0 || byName == 0 && position < end.size();
        }
    }

    /**
     * The first transaction that comes, or that there is none.
     *
     * @param mayCome whether it may still come where the stream stands
     */
    private static String firstGroup(BinlogStream stream, Predicate<Standing> mayCome) throws MySqlException {
        FormatDescription format = new FormatDescription(stream.info().version(), stream.firstChecksum());
        try {
            while (true) {
                RawEvent raw = stream.next();
                EventHeader header = EventHeader.parse(raw.bytes(), raw.offset());
                int bodyStart = raw.offset() + EventHeader.LENGTH;
                int eventEnd = raw.offset() + raw.length();
                switch (header.type()) {
                    case EventType.FORMAT_DESCRIPTION ->
                        format = FormatDescription.parse(raw.bytes(), bodyStart, eventEnd);
                    case EventType.ROTATE -> {
                        RotateEvent rotate = RotateEvent.parse(raw.bytes(), bodyStart, format.bodyEnd(eventEnd));
                        if (!mayCome.test(new Standing(rotate.file(), rotate.position(), false))) {
                            return NOTHING;
                        }
                    }
                    case EventType.HEARTBEAT, EventType.HEARTBEAT_V2 -> {
                        HeartbeatEvent beat =
                                HeartbeatEvent.parse(header, raw.bytes(), bodyStart, format.bodyEnd(eventEnd));
                        if (!mayCome.test(new Standing(beat.file(), beat.position(), true))) {
                            return NOTHING;
                        }
                    }
                    case EventType.PREVIOUS_GTIDS,
                            EventType.MARIADB_GTID_LIST,
                            EventType.MARIADB_BINLOG_CHECKPOINT,
                            EventType.MARIADB_START_ENCRYPTION -> {}
                    case EventType.GTID, EventType.ANONYMOUS_GTID, EventType.GTID_TAGGED, EventType.MARIADB_GTID -> {
                        GtidEvent event = GtidEvent.parse(header, raw.bytes(), bodyStart, format.bodyEnd(eventEnd));
                        return text(event.gtid(), event.commitMicros(header));
                    }
                    // Servers older than GTIDs begin with the statement.
                    default -> {
                        return text("", header.timestamp() * 1_000_000);
                    }
                }
            }
        } catch (BinlogFormatException e) {
            return "no event (" + e.getMessage() + ")";
        }
    }

    /** The position's file must have been begun when it was. */
    private void checkBegun(ServerInfo info) throws MySqlException {
        if (mark.begunSeconds() == 0) {
            return;
        }
        try (BinlogStream stream =
                open(here -> BinlogPosition.ofFile(here.identity(), read.file(), BinlogPosition.FILE_START))) {
            while (true) {
                RawEvent raw = stream.next();
                EventHeader header = EventHeader.parse(raw.bytes(), raw.offset());
                if (header.type() == EventType.FORMAT_DESCRIPTION) {
                    if (header.timestamp() != mark.begunSeconds()) {
                        throw other(
                                info,
                                "its file " + read.file() + " was begun at "
                                        + Instant.ofEpochSecond(header.timestamp()) + ", and that which was read at "
                                        + Instant.ofEpochSecond(mark.begunSeconds()));
                    }
                    return;
                }
            }
        } catch (BinlogFormatException e) {
            throw other(info, "its file " + read.file() + " does not begin as one does: " + e.getMessage());
        } catch (MySqlException e) {
            // What is purged tells nothing; whether the position can still be read the server itself says.
            if (e.code() != BinlogEnd.CODE || isThere(read.file())) {
                throw e;
            }
        }
    }

    private BinlogStream open(Function<ServerInfo, BinlogPosition> from) throws MySqlException {
        return BinlogStream.open(address, settings, from, ServerIds.probe(), false, opening);
    }

    private boolean isThere(String file) throws MySqlException {
        try (MySqlConnection connection = MySqlConnection.open(address, settings, opening)) {
            return BinlogFiles.list(connection).stream()
                    .anyMatch(there -> there.name().equals(file));
        }
    }

    private static MySqlException other(ServerInfo info, TransactionMark last, String now) {
        return other(
                info,
                "what was read at " + last.file() + ":" + last.position() + " as "
                        + text(last.gtid(), last.commitMicros()) + " " + now);
    }

    private static MySqlException other(ServerInfo info, String why) {
        return new MySqlException(
                MySqlException.Kind.FATAL,
                BinlogEnd.CODE,
                "the binlog of " + info
                        + " is not the one that was read, so it was reset (RESET BINARY LOGS AND GTIDS, RESET"
                        + " MASTER) or taken back by a restore or a crash" + orAnotherHost(info) + ": " + why,
                BinlogEnd.CURE,
                null);
    }

    /** MariaDB's servers have no uuid, and machines may have one name; state of old has the server_id alone. */
    private static String orAnotherHost(ServerInfo info) {
        return info.flavor() == ServerFlavor.MARIADB
                ? ", or another host was read that cannot be told from " + info.identity()
                        + " (give it another server_id)"
                : "";
    }

    /** {@code the transaction uuid:7 of 2026-01-02T03:04:05.678901Z}. */
    private static String text(String gtid, long commitMicros) {
        return "the transaction " + (gtid.isEmpty() ? "" : gtid + " ") + "of "
                + Instant.EPOCH.plus(commitMicros, ChronoUnit.MICROS);
    }
}
