package io.dbus.source.mysql.enumerator;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.split.BinlogSplit;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.apache.flink.api.connector.source.ReaderInfo;
import org.apache.flink.api.connector.source.SplitsAssignment;
import org.apache.flink.connector.testutils.source.reader.TestingSplitEnumeratorContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class MySqlSourceEnumeratorTest {
    private static final BinlogPosition SAVED = BinlogPosition.ofFile("id", "saved", 99);

    private final Context context = new Context(2);
    private MySqlSourceEnumerator enumerator;

    @AfterEach
    void close() {
        if (enumerator != null) {
            enumerator.close();
        }
    }

    @Test
    void fourServersGoTwoToEachOfTwoReadersOnceBothAreThere() throws Exception {
        start(MySqlSourceEnumeratorState.initial(), "a", "b", "c", "d");
        context.runStarts(4);
        register(0);
        assertThat(context.held).isEmpty();
        register(1);
        assertThat(context.held.get(0)).hasSize(2);
        assertThat(context.held.get(1)).hasSize(2);
        assertThat(context.all()).allMatch(split -> split.position().file().equals("start"));
    }

    @Test
    void loadsNeverDifferByMoreThanOne() throws Exception {
        for (int servers = 1; servers <= 7; servers++) {
            Context three = new Context(3);
            try (MySqlSourceEnumerator one = enumerator(three, MySqlSourceEnumeratorState.initial(), names(servers))) {
                one.start();
                three.runStarts(servers);
                for (int reader = 0; reader < 3; reader++) {
                    three.register(reader);
                    one.addReader(reader);
                    one.handleSourceEvent(reader, new ReaderPlace("tm"));
                }
            }
            List<Integer> loads =
                    IntStream.range(0, 3).mapToObj(three::count).sorted().toList();
            assertThat(loads.get(2) - loads.get(0)).as("%d servers", servers).isLessThanOrEqualTo(1);
        }
    }

    @Test
    void splitsThatReadersBringFromACheckpointAreSpreadAnew() throws Exception {
        start(new MySqlSourceEnumeratorState(Set.of("a", "b", "c", "d"), List.of()), "a", "b", "c", "d");
        register(0, saved("a"), saved("b"), saved("c"));
        register(1, saved("d"));
        assertThat(context.held.get(0)).hasSize(2);
        assertThat(context.held.get(1)).hasSize(2);
        assertThat(context.all()).allMatch(split -> split.position().equals(SAVED));
    }

    @Test
    void noSplitIsGivenBeforeEachReaderHasToldWhereItIs() throws Exception {
        start(MySqlSourceEnumeratorState.initial(), "a", "b");
        register(0);
        context.register(1);
        enumerator.addReader(1);
        context.runStarts(1);
        assertThat(context.held).isEmpty();
        enumerator.handleSourceEvent(1, new ReaderPlace("tm"));
        assertThat(context.all()).hasSize(1);
        context.unregister(1);
        context.register(1);
        enumerator.addReader(1);
        context.runStarts(1);
        assertThat(context.all())
                .as("given to a reader that was started elsewhere")
                .hasSize(1);
        enumerator.handleSourceEvent(1, new ReaderPlace("another"));
        assertThat(context.all()).hasSize(2);
    }

    @Test
    void whereReadersCannotHaveTheSameTaskManagersDo() throws Exception {
        Context four = new Context(4);
        List<String> six = names(6);
        try (MySqlSourceEnumerator one =
                enumerator(four, new MySqlSourceEnumeratorState(Set.copyOf(six), List.of()), six)) {
            for (int reader = 0; reader < 4; reader++) {
                four.register(
                        reader,
                        reader > 0
                                ? new BinlogSplit[0]
                                : six.stream()
                                        .map(MySqlSourceEnumeratorTest::saved)
                                        .toArray(BinlogSplit[]::new));
                one.addReader(reader);
                one.handleSourceEvent(reader, new ReaderPlace(reader < 2 ? "first" : "second"));
            }
        }
        assertThat(four.count(0) + four.count(1)).isEqualTo(3);
        assertThat(four.count(2) + four.count(3)).isEqualTo(3);
        assertThat(List.of(four.count(0), four.count(1), four.count(2), four.count(3)))
                .containsOnly(1, 2);
    }

    @Test
    void sourcesWithOneServerEachDoNotAllBurdenOneReader() throws Exception {
        Map<Integer, Integer> loads = new HashMap<>();
        for (String source : List.of("orders-db", "users-db", "stock-db", "eu1", "eu2", "eu3", "eu4", "us1", "us2")) {
            Context three = new Context(3);
            try (MySqlSourceEnumerator one = new MySqlSourceEnumerator(
                    three,
                    source,
                    List.of("a"),
                    MySqlSourceEnumeratorTest::started,
                    MySqlSourceEnumeratorState.initial())) {
                one.start();
                three.runStarts(1);
                for (int reader = 0; reader < 3; reader++) {
                    three.register(reader);
                    one.addReader(reader);
                    one.handleSourceEvent(reader, new ReaderPlace("tm" + reader));
                }
            }
            loads.merge(three.held.keySet().iterator().next(), 1, Integer::sum);
        }
        assertThat(loads).hasSize(3);
        assertThat(loads.values()).allMatch(load -> load <= 4);
    }

    @Test
    void aNewServerBeginsAtItsStartAndTheOthersKeepTheirPositions() throws Exception {
        start(new MySqlSourceEnumeratorState(Set.of("a"), List.of()), "a", "b");
        context.runStarts(1);
        register(0, saved("a"));
        register(1);
        assertThat(context.all())
                .extracting(BinlogSplit::server, split -> split.position().file())
                .containsExactlyInAnyOrder(
                        org.assertj.core.groups.Tuple.tuple("a", "saved"),
                        org.assertj.core.groups.Tuple.tuple("b", "start"));
    }

    @Test
    void aServerThatIsGoneIsDroppedAndIsNewWhenItComesBack() throws Exception {
        start(new MySqlSourceEnumeratorState(Set.of("a", "b"), List.of()), "a");
        register(0, saved("a"), saved("b"));
        register(1);
        assertThat(context.all()).extracting(BinlogSplit::server).containsExactly("a");
        MySqlSourceEnumeratorState state = enumerator.snapshotState(1);
        assertThat(state.servers()).containsExactly("a");
    }

    @Test
    void whatNoReaderHasIsInTheState() throws Exception {
        start(new MySqlSourceEnumeratorState(Set.of("a", "b"), List.of(saved("b"))), "a", "b");
        register(0, saved("a"));
        assertThat(enumerator.snapshotState(1).waiting()).containsExactlyInAnyOrder(saved("a"), saved("b"));
        register(1);
        assertThat(enumerator.snapshotState(2).waiting()).isEmpty();
        assertThat(enumerator.snapshotState(2).servers()).containsExactlyInAnyOrder("a", "b");
    }

    @Test
    void aServerWhoseStartIsNotFoundYetIsNotInTheState() {
        start(MySqlSourceEnumeratorState.initial(), "a");
        assertThat(enumerator.snapshotState(1)).isEqualTo(MySqlSourceEnumeratorState.initial());
    }

    @Test
    void theSplitsOfAReaderThatFailsGoBackToItWhenItIsThereAgain() throws Exception {
        start(new MySqlSourceEnumeratorState(Set.of("a", "b"), List.of()), "a", "b");
        register(0, saved("a"));
        register(1, saved("b"));
        List<BinlogSplit> lost = List.copyOf(context.held.get(1));
        context.held.clear();
        context.unregister(1);
        enumerator.addSplitsBack(lost, 1);
        assertThat(context.held).isEmpty();
        register(1);
        assertThat(context.held.get(1)).containsExactlyElementsOf(lost);
    }

    @Test
    void aReaderThatFailsAloneDoesNotTakeBackWhatAnotherWasGivenSinceTheCheckpoint() throws Exception {
        start(new MySqlSourceEnumeratorState(Set.of("a", "b"), List.of()), "a", "b");
        register(0, saved("a"), saved("b"));
        register(1);
        assertThat(context.held.get(0)).containsExactly(saved("a"));
        assertThat(context.held.get(1)).containsExactly(saved("b"));
        context.held.clear();
        context.unregister(0);
        enumerator.addSplitsBack(List.of(saved("a")), 0);
        register(0, saved("a"), saved("b"));
        assertThat(context.all()).containsExactly(saved("a"));
    }

    @Test
    void whatWasGivenSinceTheCheckpointComesBackOnceWhenBothReadersFail() throws Exception {
        start(new MySqlSourceEnumeratorState(Set.of("a", "b"), List.of()), "a", "b");
        register(0, saved("a"), saved("b"));
        register(1);
        context.held.clear();
        context.unregister(0);
        context.unregister(1);
        enumerator.addSplitsBack(List.of(saved("a")), 0);
        register(0, saved("a"), saved("b"));
        enumerator.addSplitsBack(List.of(saved("b")), 1);
        register(1);
        assertThat(context.all()).containsExactlyInAnyOrder(saved("a"), saved("b"));
    }

    @Test
    void aStartThatIsRefusedFailsTheJobWithItsReason() throws Exception {
        enumerator = new MySqlSourceEnumerator(
                context,
                "src",
                List.of("a"),
                server -> {
                    throw new IOException("binlog is off");
                },
                MySqlSourceEnumeratorState.initial());
        enumerator.start();
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> context.runStarts(1))
                .hasMessageContaining("binlog is off");
    }

    @Test
    void aServerThatDoesNotAnswerHoldsUpNoOther() throws Exception {
        BlockingQueue<String> never = new LinkedBlockingQueue<>();
        enumerator = new MySqlSourceEnumerator(
                context,
                "src",
                List.of("stalled", "b"),
                server -> server.equals("stalled") ? started(never.take()) : started(server),
                MySqlSourceEnumeratorState.initial());
        enumerator.start();
        context.runStarts(1);
        register(0);
        register(1);
        assertThat(context.all()).extracting(BinlogSplit::server).containsExactly("b");
    }

    private void start(MySqlSourceEnumeratorState state, String... servers) {
        enumerator = enumerator(context, state, List.of(servers));
        enumerator.start();
    }

    private static MySqlSourceEnumerator enumerator(
            Context context, MySqlSourceEnumeratorState state, List<String> servers) {
        return new MySqlSourceEnumerator(context, "src", servers, MySqlSourceEnumeratorTest::started, state);
    }

    private void register(int reader, BinlogSplit... splits) {
        registerAt("tm", reader, splits);
    }

    private void registerAt(String taskManager, int reader, BinlogSplit... splits) {
        context.register(reader, splits);
        enumerator.addReader(reader);
        enumerator.handleSourceEvent(reader, new ReaderPlace(taskManager));
    }

    private static List<String> names(int count) {
        return IntStream.range(0, count).mapToObj(i -> "s" + i).toList();
    }

    private static BinlogSplit started(String server) {
        return BinlogSplit.startingAt(server, BinlogPosition.ofFile("id", "start", 4), Map.of());
    }

    private static BinlogSplit saved(String server) {
        return BinlogSplit.startingAt(server, SAVED, Map.of());
    }

    /** Flink's context for tests, with readers that bring splits, and with calls of other threads run one by one. */
    private static final class Context extends TestingSplitEnumeratorContext<BinlogSplit> {
        private final Map<Integer, ReaderInfo> readers = new HashMap<>();
        private final BlockingQueue<Runnable> calls = new LinkedBlockingQueue<>();
        private final Map<Integer, List<BinlogSplit>> held = new HashMap<>();

        Context(int parallelism) {
            super(parallelism);
        }

        void register(int reader, BinlogSplit... splits) {
            readers.put(reader, ReaderInfo.createReaderInfo(reader, "host", Arrays.asList(splits)));
        }

        void unregister(int reader) {
            readers.remove(reader);
        }

        void runStarts(int count) throws InterruptedException {
            for (int i = 0; i < count; i++) {
                Runnable call = calls.poll(30, TimeUnit.SECONDS);
                assertThat(call).isNotNull();
                call.run();
            }
        }

        int count(int reader) {
            return held.getOrDefault(reader, List.of()).size();
        }

        List<BinlogSplit> all() {
            return held.values().stream().flatMap(List::stream).toList();
        }

        @Override
        public Map<Integer, ReaderInfo> registeredReaders() {
            return readers;
        }

        @Override
        public void runInCoordinatorThread(Runnable runnable) {
            calls.add(runnable);
        }

        @Override
        public void assignSplits(SplitsAssignment<BinlogSplit> assignment) {
            assignment.assignment().forEach((reader, splits) -> held.computeIfAbsent(reader, r -> new ArrayList<>())
                    .addAll(splits));
        }
    }
}
