package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.RowChange;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.gtid.GtidSet;
import io.dbus.source.mysql.split.BinlogSplit;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random binlogs with XA and other transactions among each other, read with restarts and lost connections anywhere. */
class XaRestartTest {
    private static final int GROUPS = 40;
    private static final List<String> IDS = List.of("a", "b", "c", "d");

    /** A group of the binlog and its number, which is its GTID. */
    private record Group(int number, byte[][] events) {}

    /** A row of a transaction. */
    private record Line(int transaction, String row) {}

    private record Checkpoint(BinlogSplit split, int rows) {}

    private final List<Group> binlog = new ArrayList<>();
    private final List<Line> expected = new ArrayList<>();

    private Random random;
    private AssemblerHarness harness;

    /** What went out before the last restart and stayed so. */
    private List<RowChange> kept = new ArrayList<>();

    private final List<Checkpoint> checkpoints = new ArrayList<>();
    private int interruptions;
    private int readApart;

    @ParameterizedTest
    @ValueSource(ints = {0, 60, 200, 1 << 20})
    void everyRowOfACommittedTransactionComesOnceInTheOrderOfCommits(int hold) {
        int apart = 0;
        for (int seed = 0; seed < 60; seed++) {
            XaRestartTest run = new XaRestartTest();
            run.run(seed, hold);
            apart += run.readApart;
        }
        assertThat(apart).isPositive();
    }

    private void run(int seed, int hold) {
        random = new Random(seed);
        write();
        harness = AssemblerHarness.holding(AssemblerHarness.fresh().emitted.toSplit(), hold);
        checkpoint();
        while (!read(hold)) {
            interruptions++;
        }
        List<RowChange> rows = all();
        assertThat(rows)
                .as("seed %d, hold %d, %d interruptions", seed, hold, interruptions)
                .extracting(row -> new Line(number(row), ValueText.of(row)))
                .containsExactlyElementsOf(expected);
        assertThat(rows).extracting(row -> row.origin().sequence()).isSorted().doesNotHaveDuplicates();
        assertThat(harness.emitted.position().gtids())
                .isEqualTo(GtidSet.parse(EventBytes.SERVER + ":1-" + binlog.size()));
        assertThat(harness.emitted.toSplit().unfinished()).isEmpty();
    }

    /** Reads on from where the harness is; false when something came between. */
    private boolean read(int hold) {
        GtidPosition passed = harness.read.position().gtids();
        for (Group group : binlog) {
            if (passed.containsAll(gtid(group))) {
                continue;
            }
            for (byte[] event : group.events()) {
                harness.accept(event);
                if (!readApart() || isInterrupted(hold)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** What is wanted on a second connection; false when that was lost. */
    private boolean readApart() {
        if (harness.apart().isEmpty()) {
            return true;
        }
        readApart++;
        DecidedXa wanted = harness.apart().orElseThrow();
        Group prepared = binlog.stream()
                .filter(group -> (EventBytes.SERVER + ":" + group.number())
                        .equals(wanted.xa().gtid()))
                .findFirst()
                .orElseThrow();
        harness.connectedApart();
        for (byte[] event : prepared.events()) {
            if (harness.apart().isEmpty()) {
                return true;
            }
            harness.acceptApart(event);
            if (isInterrupted(-1)) {
                return false;
            }
        }
        assertThat(harness.apart()).isEmpty();
        return true;
    }

    private boolean isInterrupted(int hold) {
        checkpoint();
        int chance = random.nextInt(40);
        if (chance > 1 || interruptions > 100) {
            return false;
        }
        if (chance == 0) {
            harness.disconnected();
        } else {
            Checkpoint from = checkpoints.get(Math.max(0, checkpoints.size() - 1 - random.nextInt(12)));
            kept = new ArrayList<>(all().subList(0, from.rows()));
            checkpoints.clear();
            harness = AssemblerHarness.holding(from.split(), hold < 0 ? 60 : hold);
            checkpoint();
        }
        return true;
    }

    private void checkpoint() {
        checkpoints.add(new Checkpoint(harness.emitted.toSplit(), all().size()));
    }

    private List<RowChange> all() {
        List<RowChange> all = new ArrayList<>(kept);
        all.addAll(harness.rows());
        return all;
    }

    /** Makes the binlog, and what is to come of it. */
    private void write() {
        Map<String, int[]> prepared = new TreeMap<>();
        for (int number = 1; number <= GROUPS; number++) {
            String id = IDS.get(random.nextInt(IDS.size()));
            int[] rows = random.ints(random.nextInt(5), 0, 1000).toArray();
            if (prepared.containsKey(id)) {
                boolean commit = random.nextInt(3) > 0;
                add(number, XaTest.decides(number, commit ? "COMMIT" : "ROLLBACK", id));
                expect(number, commit ? prepared.get(id) : new int[0]);
                prepared.remove(id);
            } else if (random.nextInt(3) == 0) {
                add(number, plain(number, rows));
                expect(number, rows);
            } else if (random.nextInt(5) == 0) {
                add(number, XaTest.onePhase(number, id, rows));
                expect(number, rows);
            } else {
                add(number, XaTest.oneByOne(number, id, rows));
                prepared.put(id, rows);
            }
        }
    }

    private void add(int number, byte[][] events) {
        binlog.add(new Group(number, events));
    }

    private void expect(int transaction, int[] rows) {
        Arrays.stream(rows).forEach(id -> expected.add(new Line(transaction, "+I[" + id + ", v" + id + "]")));
    }

    private static byte[][] plain(int number, int[] rows) {
        byte[][] events = XaTest.oneByOne(number, "x", rows);
        events[1] = EventBytes.query("", "BEGIN", number * 1000 + 100);
        events[events.length - 2] = EventBytes.query("", "SAVEPOINT `s`", number * 1000 + 400);
        events[events.length - 1] = EventBytes.xid(number, number * 1000 + 500);
        return events;
    }

    private static GtidSet gtid(Group group) {
        return GtidSet.parse(EventBytes.SERVER + ":" + group.number());
    }

    private static int number(RowChange row) {
        String gtid = row.origin().transaction().gtid();
        return Integer.parseInt(gtid.substring(gtid.indexOf(':') + 1));
    }
}
