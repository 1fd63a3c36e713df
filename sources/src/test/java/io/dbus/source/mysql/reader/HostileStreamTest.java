package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import io.dbus.event.Column;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.ValueReceiver;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.gtid.MariaDbGtidPosition;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.row.SchemaMismatchException;
import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitSerializer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.zip.DataFormatException;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.core.config.Configurator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Recorded binlogs, damaged at random: each is answered by rows or by an error that says where, never by another exception, a hang,
 * more memory than a multiple of its bytes, or rows that are not there. {@code -Ddbus.hostile.mutation=N} runs one alone.
 */
class HostileStreamTest {
    private static final int MUTATIONS = 100_000;

    /** What a transaction may take of memory: so much whatever it holds, and so many times its bytes, decompressed. */
    private static final long MEMORY = 8 << 20;

    private static final long MEMORY_PER_BYTE = 100;

    /** A mutation that takes so long hangs. */
    private static final long HANGS_NANOS = 60_000_000_000L;

    private static final List<RecordedStream> STREAMS =
            RecordedStream.NAMES.stream().map(RecordedStream::load).toList();

    private static final List<List<List<byte[]>>> GROUPS =
            STREAMS.stream().map(HostileStreamTest::groups).toList();

    private static final List<byte[]> ALL_EVENTS =
            STREAMS.stream().flatMap(stream -> stream.events().stream()).toList();

    private static Level level;

    @BeforeAll
    static void logsNothing() {
        level = LogManager.getLogger("io.dbus").getLevel();
        Configurator.setLevel("io.dbus", Level.OFF);
    }

    @AfterAll
    static void logsAgain() {
        Configurator.setLevel("io.dbus", level);
    }

    static List<String> streams() {
        return RecordedStream.NAMES;
    }

    private static final BinlogSplitSerializer SERIALIZER = new BinlogSplitSerializer();

    /** How it went. */
    private enum Outcome {
        ROWS,
        NO_ROWS,
        REFUSED,
        DAMAGED,
        UNREADABLE
    }

    @ParameterizedTest
    @MethodSource("streams")
    void recordedStreamsAreReadWhole(String name) {
        RecordedStream stream = RecordedStream.load(name);
        AssemblerHarness harness = harness(stream);
        stream.events().forEach(harness::accept);

        assertThat(harness.rows()).hasSizeGreaterThan(4);
        for (RowChange change : harness.rows()) {
            assertThat(ValueText.of(change)).isNotEmpty();
        }
    }

    @Test
    void damagedStreamsAreAnsweredByRowsOrAnErrorThatSaysWhere() {
        Integer only = Integer.getInteger("dbus.hostile.mutation");
        Map<Outcome, Integer> outcomes = new EnumMap<>(Outcome.class);
        AtomicLong since = new AtomicLong(System.nanoTime());
        AtomicLong current = new AtomicLong();
        Thread work = Thread.currentThread();
        Thread watchdog = new Thread(() -> watch(since, current, work), "watchdog");
        watchdog.setDaemon(true);
        watchdog.start();
        try {
            IntStream numbers = only == null ? IntStream.range(0, MUTATIONS) : IntStream.of(only);
            numbers.forEach(number -> {
                since.set(System.nanoTime());
                current.set(number);
                outcomes.merge(run(number), 1, Integer::sum);
            });
        } finally {
            watchdog.interrupt();
        }
        System.out.println("Hostile stream: " + outcomes);
        if (only == null) {
            // None of the ways is so rare that the mutations no longer try it.
            assertThat(outcomes).containsKeys(Outcome.values());
            assertThat(outcomes.values()).allMatch(count -> count > MUTATIONS / 500);
        }
    }

    /** Which no checksum tells, nor any length: all rows are there, with another value or an error. */
    @ParameterizedTest
    @MethodSource("streams")
    void aFlippedBitInAValueOfFixedSizeLeavesTheNumberOfRows(String name) {
        RecordedStream stream = RecordedStream.load(name);
        int end = name.contains("no-checksum") ? 0 : 4;
        List<List<byte[]>> groups = groups(stream);
        int flips = 0;
        for (List<byte[]> group : groups) {
            RowCount original = new RowCount(stream.isMariaDb());
            for (int i = 0; i < group.size(); i++) {
                byte[] event = group.get(i);
                for (int at : original.add(event, event.length - end)) {
                    byte[] flipped = event.clone();
                    flipped[at] ^= (byte) (1 << at % 8);
                    RowCount count = new RowCount(stream.isMariaDb());
                    for (int other = 0; other < i; other++) {
                        count.add(group.get(other), group.get(other).length - end);
                    }
                    int before = count.rows();
                    count.add(flipped, flipped.length - end);
                    RowCount unflipped = new RowCount(stream.isMariaDb());
                    for (int other = 0; other <= i; other++) {
                        unflipped.add(group.get(other), group.get(other).length - end);
                    }
                    assertThat(count.rows() - before).isEqualTo(unflipped.rows() - before);
                    flips++;
                }
            }
        }
        if (!name.contains("compressed") && !name.contains("json")) {
            assertThat(flips).isPositive();
        }
    }

    private static void watch(AtomicLong since, AtomicLong current, Thread work) {
        try {
            while (true) {
                Thread.sleep(1000);
                if (System.nanoTime() - since.get() > HANGS_NANOS) {
                    System.err.println("Mutation " + current + " hangs: -Ddbus.hostile.mutation=" + current);
                    for (StackTraceElement frame : work.getStackTrace()) {
                        System.err.println("  at " + frame);
                    }
                    Runtime.getRuntime().halt(1);
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // The test is done.
        }
    }

    private static Outcome run(int number) {
        return run(number, true);
    }

    private static Outcome run(int number, boolean firstTime) {
        Random random = new Random(number * 0x9E3779B97F4A7C15L);
        RecordedStream stream = STREAMS.get(number % STREAMS.size());
        List<List<byte[]>> groups = GROUPS.get(number % STREAMS.size());
        int group = 1 + random.nextInt(groups.size() - 1);
        boolean checksums = !stream.name().contains("no-checksum");
        Mutation mutation = Mutation.of(random, groups.get(group), ALL_EVENTS, checksums);
        List<byte[]> after = group + 1 < groups.size() ? groups.get(group + 1) : List.of();
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long allocated = threads.getCurrentThreadAllocatedBytes();
        long size = size(groups.get(0)) + size(mutation.events()) + size(after);
        AssemblerHarness harness = harness(stream);
        try {
            groups.get(0).forEach(harness::accept);
            for (int i = 0; i < mutation.events().size(); i++) {
                harness.accept(mutation.events().get(i));
                assertThat(i).as("an event was taken whose checksum is wrong").isNotEqualTo(mutation.staleChecksum());
            }
            int rows = rows(harness);
            int expected = count(stream, groups.get(group), mutation.events());
            if (expected >= 0) {
                assertThat(rows).as("rows that came out").isEqualTo(expected);
            }
            after.forEach(harness::accept);
            for (RowChange change : harness.rows()) {
                read(change);
            }
            // The state must be one that a checkpoint can hold.
            SERIALIZER.serialize(harness.emitted.toSplit());
            SERIALIZER.serialize(harness.read.toSplit());
            return rows > 0 ? Outcome.ROWS : Outcome.NO_ROWS;
        } catch (BinlogFailure e) {
            requireClear(number, mutation, e);
            return Outcome.REFUSED;
        } catch (UncheckedIOException e) {
            requireSaysWhere(number, mutation, e);
            return Outcome.DAMAGED;
        } catch (RowDecodeException e) {
            assertThat(e.getMessage()).isNotBlank();
            return Outcome.UNREADABLE;
        } catch (Throwable e) {
            return failed(number, mutation, e);
        } finally {
            long used = threads.getCurrentThreadAllocatedBytes() - allocated;
            if (used > MEMORY + MEMORY_PER_BYTE * size) {
                if (firstTime) {
                    run(number, false); // Classes and the tables of a charset are loaded once.
                } else {
                    failed(number, mutation, new IllegalStateException(used + " bytes of memory for " + size));
                }
            }
        }
    }

    /** What an error may come from: what is known to be wrong with events, not an accident. */
    private static void requireClear(int number, Mutation mutation, BinlogFailure e) {
        requireSaysWhere(number, mutation, e);
        for (Throwable cause = e.getCause(); cause != null; cause = cause.getCause()) {
            boolean known = cause instanceof BinlogFormatException
                    || cause instanceof RowDecodeException
                    || cause instanceof SchemaMismatchException
                    || cause instanceof BinlogFailure
                    || cause instanceof IOException
                    || cause instanceof DataFormatException
                    || isOfGtids(cause);
            if (!known) {
                failed(number, mutation, e);
            }
        }
    }

    /** GTIDs of another kind of server than the position is of: a mistake in the pipeline file, so no matter of format. */
    private static boolean isOfGtids(Throwable cause) {
        return cause instanceof IllegalArgumentException
                && cause.getStackTrace()[0].getClassName().startsWith("io.dbus.source.mysql.gtid.")
                && cause.getMessage().contains("start anew");
    }

    private static void requireSaysWhere(int number, Mutation mutation, RuntimeException e) {
        if (!e.getMessage().contains("source src, server db, ")
                || e.getMessage().contains("null")) {
            failed(number, mutation, e);
        }
    }

    private static Outcome failed(int number, Mutation mutation, Throwable e) {
        StringBuilder events = new StringBuilder();
        mutation.events()
                .forEach(event -> events.append("\n  ").append(HexFormat.of().formatHex(event)));
        return fail(
                "Mutation " + number + " (" + mutation.kind() + ", alone: -Ddbus.hostile.mutation=" + number
                        + ") was answered by " + e + "; its events:" + events,
                e);
    }

    /**
     * The rows of the table that the harness reads, counted event by event; -1 where it is not clear that they must come out, because more than rows
     * and table maps was damaged.
     */
    private static int count(RecordedStream stream, List<byte[]> original, List<byte[]> events) {
        if (stream.name().contains("xa") || original.size() != events.size()) {
            return -1;
        }
        RowCount count = new RowCount(stream.isMariaDb());
        for (int i = 0; i < events.size(); i++) {
            byte[] event = events.get(i);
            int type = event[4] & 0xFF;
            boolean counted =
                    EventType.isRows(type) || type == EventType.TABLE_MAP || type == EventType.TRANSACTION_PAYLOAD;
            if (!Arrays.equals(event, original.get(i)) && (!counted || type != (original.get(i)[4] & 0xFF))) {
                return -1;
            }
            try {
                count.add(event, event.length - (stream.name().contains("no-checksum") ? 0 : 4));
            } catch (BinlogFormatException e) {
                return -1; // Of a table that is not read, which therefore need not be understood.
            }
        }
        return count.rows();
    }

    private static int rows(AssemblerHarness harness) {
        return (int) harness.elements.stream()
                .filter(e -> e instanceof BinlogElement.Row || e instanceof BinlogElement.KeyChange)
                .count();
    }

    private static void read(RowChange change) {
        ValueReceiver values = new TouchedValues();
        read(change, change.before(), values);
        read(change, change.after(), values);
        assertThat(change.key()).isNotNull();
    }

    private static void read(RowChange change, Optional<RowImage> image, ValueReceiver values) {
        if (image.isPresent()) {
            for (Column column : change.schema().columns()) {
                if (image.get().isPresent(column.position())) {
                    image.get().read(column.position(), values);
                }
            }
        }
    }

    private static AssemblerHarness harness(RecordedStream stream) {
        if (stream.isMariaDb()) {
            return AssemblerHarness.from(
                    BinlogSplit.startingAt("db", BinlogPosition.ofGtids(MariaDbGtidPosition.empty()), Map.of()));
        }
        return stream.name().contains("minimal-metadata")
                ? AssemblerHarness.assumingCurrentTables()
                : AssemblerHarness.fresh();
    }

    /** What stands before the first transaction, then the transactions. */
    private static List<List<byte[]>> groups(RecordedStream stream) {
        List<List<byte[]>> groups = new ArrayList<>();
        groups.add(new ArrayList<>());
        for (byte[] event : stream.events()) {
            int type = event[4] & 0xFF;
            if (type == EventType.GTID || type == EventType.GTID_TAGGED || type == EventType.MARIADB_GTID) {
                groups.add(new ArrayList<>());
            }
            groups.get(groups.size() - 1).add(event);
        }
        return groups;
    }

    private static long size(List<byte[]> events) {
        return events.stream().mapToLong(event -> event.length).sum();
    }
}
