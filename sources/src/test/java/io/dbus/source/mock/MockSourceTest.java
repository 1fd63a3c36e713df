package io.dbus.source.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.dbus.event.Event;
import io.dbus.event.EventKey;
import io.dbus.event.RowChange;
import io.dbus.event.Truncate;
import io.dbus.event.ValueText;
import io.dbus.source.EventJob;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.JobStatus;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MockSourceTest {
    private static final Duration PATIENCE = Duration.ofSeconds(90);

    @TempDir
    Path directory;

    @Test
    void any_parallelism_makes_the_same_events_and_keeps_the_order_of_each_key() throws Exception {
        List<Event> one = finished(1, "number-of-rows", "5003");
        List<Event> three = finished(3, "number-of-rows", "5003");

        assertThat(one).hasSize(5003);
        assertThat(texts(three)).containsExactlyInAnyOrderElementsOf(texts(one));
        requireOrder(one);
        requireOrder(three);
    }

    @Test
    void a_job_that_fails_and_one_that_is_rescaled_make_each_event_once_and_in_order() throws Exception {
        List<String> expected = texts(finished(2, "number-of-rows", "6000"));
        try (EventJob job = job("number-of-rows", "6000", "rows-per-second", "3000")
                .parallelism(3)
                .failingOnceAfter(1500)) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.restores() == 1 && job.count() > 2500);
            job.stopWithSavepoint();
            assertThat(job.count()).isBetween(2500, 5999);
            job.parallelism(1).start();
            await().atMost(PATIENCE).until(() -> job.restores() == 2 && job.count() > 4500);
            job.stopWithSavepoint().parallelism(2).start().finish();

            assertThat(texts(job.out())).containsExactlyInAnyOrderElementsOf(expected);
            requireOrder(job.out());
        }
    }

    @Test
    void the_rate_holds_whatever_the_parallelism() throws Exception {
        for (int parallelism : new int[] {1, 3}) {
            try (EventJob job =
                    job("rows-per-second", "200", "commit-time", "now").parallelism(parallelism)) {
                job.start();
                await().atMost(PATIENCE).until(() -> job.count() > 400);
                // By the times at which the source made them, so a busy machine, where they come late, does not matter.
                List<Long> times = job.out().stream()
                        .map(event -> event.origin().readMillis())
                        .sorted()
                        .toList();
                long millis = times.get(400) - times.get(0);
                assertThat(400_000d / millis).as("rows in a second").isLessThan(230);
            }
        }
    }

    @Test
    void what_a_slow_pipeline_held_up_comes_after() {
        RowSchedule schedule = new RowSchedule(1000, 0, 0);
        long held = 2_000_000_000L;

        int due = 0;
        while (schedule.nanosLeft(held) <= 0) {
            schedule.sent();
            due++;
        }

        assertThat(due).isEqualTo(2001);
        assertThat(schedule.nanosLeft(held)).isEqualTo(1_000_000);
        for (int i = 0; i < 1_000_000; i++) {
            schedule.sent();
        }
        assertThat(schedule.nanosLeft(0)).as("nothing adds up").isEqualTo(1_002_001L * 1_000_000);
        schedule.burst(2);
        assertThat(schedule.nanosLeft(0)).isZero();
        schedule.sent();
        schedule.sent();
        assertThat(schedule.nanosLeft(0)).isEqualTo(1_002_001L * 1_000_000);
    }

    @Test
    void faults_happen_at_their_rows() throws Exception {
        List<Event> plain = finished(1, "number-of-rows", "1000");
        List<Event> faulty = finished(
                2,
                "number-of-rows",
                "1000",
                "faults",
                "{kind: repeat, at: 500};{kind: out-of-order, at: 901};{kind: truncate, every: 250};{kind: burst, at: 3, rows: 7};{kind: pause, at: 9, for: 10 ms}");

        List<String> more = new ArrayList<>(texts(faulty));
        texts(plain).forEach(more::remove);
        assertThat(faulty).hasSize(1006);
        assertThat(faulty.stream().filter(Truncate.class::isInstance)).hasSize(4);
        assertThat(more).hasSize(6);
        Map<String, Integer> times = new HashMap<>();
        texts(faulty).forEach(text -> times.merge(text, 1, Integer::sum));
        assertThat(times.values().stream().filter(count -> count == 2)).hasSize(2);
        assertThat(orderOf(faulty)).as("the repeat and the late one").isEqualTo(2);
    }

    @Test
    void a_source_fails_once_at_its_row_and_then_makes_each_event_once() throws Exception {
        String fail = "{kind: fail, at: 700}";
        try (EventJob job = job("number-of-rows", "1000", "faults", fail).restarting()) {
            job.start().finish();
            assertThat(texts(job.out()))
                    .containsExactlyInAnyOrderElementsOf(texts(finished(1, "number-of-rows", "1000")));
        }
        try (EventJob job = job("number-of-rows", "1000", "faults", fail)) {
            assertThat(job.start().failure()).contains("Source mock fails at row 700, as its option 'faults' says");
        }
    }

    @Test
    void a_source_without_end_goes_on_and_one_of_no_rows_ends_at_once() throws Exception {
        assertThat(finished(2, "number-of-rows", "0")).isEmpty();
        try (EventJob job = job("rows-per-second", "500")) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() > 100);
            assertThat(job.status()).isEqualTo(JobStatus.RUNNING);
        }
    }

    @Test
    void a_position_of_another_number_of_splits_is_refused_with_the_cure() throws Exception {
        Path saved = directory.resolve("saved");
        String[] splits = {"4"};
        try (EventJob job = new EventJob(
                saved, () -> new MockSource(MockRows.settings("rows-per-second", "500", "splits", splits[0])))) {
            job.start();
            await().atMost(PATIENCE).until(() -> job.count() > 100);
            job.stopWithSavepoint();
            splits[0] = "5";
            assertThat(job.start().failure())
                    .contains("Source mock has 5 splits, but its saved position is of 4: set splits to 4");
        }
    }

    @Test
    void state_of_version_1_is_read_and_is_still_written_so() throws IOException {
        MockSplit split = new MockSplit(3, 16, 1L << 40);
        MockSplitSerializer splits = new MockSplitSerializer();
        assertThat(splits.deserialize(1, golden("mock-split-v1.bin"))).isEqualTo(split);
        assertThat(splits.serialize(split)).isEqualTo(golden("mock-split-v1.bin"));

        MockEnumeratorState state = new MockEnumeratorState(List.of(split, new MockSplit(4, 16, 0)));
        MockEnumeratorStateSerializer states = new MockEnumeratorStateSerializer();
        assertThat(states.deserialize(1, golden("mock-enumerator-v1.bin"))).isEqualTo(state);
        assertThat(states.serialize(state)).isEqualTo(golden("mock-enumerator-v1.bin"));
        assertThatThrownBy(() -> splits.deserialize(2, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("or a newer one");
    }

    private List<Event> finished(int parallelism, String... options) throws Exception {
        try (EventJob job = job(options).parallelism(parallelism)) {
            return job.start().finish().out();
        }
    }

    private EventJob job(String... options) {
        MockSettings settings = MockRows.settings(options);
        return new EventJob(directory, () -> new MockSource(settings));
    }

    private static byte[] golden(String name) throws IOException {
        try (InputStream in = MockSourceTest.class.getClassLoader().getResourceAsStream("state/" + name)) {
            assertThat(in).as(name).isNotNull();
            return in.readAllBytes();
        }
    }

    private static List<String> texts(List<Event> events) {
        return events.stream().map(MockSourceTest::text).toList();
    }

    private static String text(Event event) {
        String what = event instanceof RowChange row ? row.table() + " " + ValueText.of(row) : "TRUNCATE";
        return event.key() + " " + event.origin().sequence() + " " + what + " "
                + event.origin().transaction().gtid() + " "
                + event.origin().ordinal() + event.origin().last();
    }

    private static void requireOrder(List<Event> events) {
        assertThat(orderOf(events)).isZero();
    }

    /** How many events do not come after the one before of their key. */
    private static int orderOf(List<Event> events) {
        Map<EventKey, Long> last = new HashMap<>();
        int wrong = 0;
        for (Event event : events) {
            if (event instanceof RowChange row) {
                Long before = last.put(row.key(), row.origin().sequence());
                wrong += before != null && before >= row.origin().sequence() ? 1 : 0;
            }
        }
        return wrong;
    }
}
