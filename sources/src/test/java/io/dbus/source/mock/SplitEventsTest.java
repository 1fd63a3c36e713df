package io.dbus.source.mock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.dbus.event.EventKey;
import io.dbus.event.Operation;
import io.dbus.event.RowChange;
import io.dbus.event.RowDecodeException;
import io.dbus.event.RowImage;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.row.KeyReader;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SplitEventsTest {
    private static final int MANY = 30_000;

    @ParameterizedTest
    @CsvSource({"0, 1/8/1", "1.1, 1/8/1", "0.7, 3/1/2", "2.5, 1/0/0", "0, 2/0/2", "1, 5/7/0"})
    void each_change_fits_the_row_as_the_changes_before_left_it(String skew, String operations) {
        String[] shares = operations.split("/");
        MockSettings settings = MockRows.settings(
                "key.skew",
                skew,
                "operations",
                "{insert: " + shares[0] + ", update: " + shares[1] + ", delete: " + shares[2] + "}");
        Map<EventKey, Map<String, String>> rows = new HashMap<>();
        int same = 0;

        for (int split = 0; split < settings.splits(); split++) {
            for (RowChange change : MockRows.rows(settings, split, MANY)) {
                Map<String, String> before = rows.get(change.key());
                assertThat(change.before().map(image -> ValueText.of(change.schema(), image)))
                        .as("%s of %s at %s", change.operation(), change.key(), change.origin())
                        .isEqualTo(Optional.ofNullable(before));
                Map<String, String> after = change.after()
                        .map(image -> ValueText.of(change.schema(), image))
                        .orElse(null);
                same += after != null && after.equals(before) ? 1 : 0;
                if (after == null) {
                    rows.remove(change.key());
                } else {
                    rows.put(change.key(), after);
                }
            }
        }
        assertThat(same).as("updates of NULL to NULL").isLessThan(settings.splits() * MANY / 100);
    }

    @ParameterizedTest
    @ValueSource(strings = {"minimal", "noblob"})
    void partial_images_hold_what_the_server_would_log_and_add_up_to_the_full_rows(String images) {
        MockSettings full =
                MockRows.settings("tables", "{a.b: 'id BIGINT PRIMARY KEY, x INT, t TEXT, y INT, j JSON, z INT'}");
        MockSettings partial = MockRows.settings(
                "tables", "{a.b: 'id BIGINT PRIMARY KEY, x INT, t TEXT, y INT, j JSON, z INT'}", "row-image", images);
        List<RowChange> wholes = MockRows.rows(full, 1, MANY);
        Map<EventKey, Map<String, String>> rows = new HashMap<>();
        Set<Set<String>> befores = new HashSet<>();

        for (RowChange change : MockRows.rows(partial, 1, MANY)) {
            RowChange whole = wholes.get((int) change.origin().position());
            change.before()
                    .ifPresent(before ->
                            befores.add(ValueText.of(change.schema(), before).keySet()));
            if (change.operation() == Operation.DELETE) {
                rows.remove(change.key());
                continue;
            }
            Map<String, String> known = new HashMap<>(rows.getOrDefault(change.key(), Map.of()));
            known.putAll(ValueText.of(change.schema(), change.after().orElseThrow()));
            assertThat(known)
                    .isEqualTo(ValueText.of(whole.schema(), whole.after().orElseThrow()));
            rows.put(change.key(), known);
            if (change.operation() == Operation.UPDATE) {
                assertThat(change.after().orElseThrow().isFull()).isFalse();
            }
        }
        assertThat(befores).containsExactly(images.equals("minimal") ? Set.of("id") : Set.of("id", "x", "y", "z"));
    }

    @Test
    void operations_have_their_shares_once_all_rows_are_there() {
        MockSettings settings =
                MockRows.settings("operations", "{insert: 2, update: 7, delete: 1}", "keys", "400", "key.skew", "0.5");
        Map<Operation, Integer> counts = new EnumMap<>(Operation.class);

        List<RowChange> rows = MockRows.rows(settings, 2, 200_000);
        rows.subList(50_000, rows.size()).forEach(row -> counts.merge(row.operation(), 1, Integer::sum));

        assertThat(counts.get(Operation.INSERT) / 150_000d).isCloseTo(0.2, within(0.01));
        assertThat(counts.get(Operation.UPDATE) / 150_000d).isCloseTo(0.7, within(0.01));
        assertThat(counts.get(Operation.DELETE) / 150_000d).isCloseTo(0.1, within(0.01));
    }

    @Test
    void sequences_grow_within_a_split_and_none_is_used_twice_and_one_after_each_is_free() {
        MockSettings settings = MockRows.settings();
        Set<Long> used = new HashSet<>();

        for (int split = 0; split < 4; split++) {
            long last = Long.MIN_VALUE;
            for (RowChange row : MockRows.rows(settings, split, 1000)) {
                assertThat(row.origin().sequence()).isGreaterThan(last + 1);
                last = row.origin().sequence();
                assertThat(used.add(last)).isTrue();
                assertThat(used).doesNotContain(last + 1);
            }
        }
    }

    @Test
    void rows_of_two_splits_have_no_key_in_common_and_tables_share_them_by_weight() {
        MockSettings settings =
                MockRows.settings("table.weights", "{shop.orders: 3}", "keys", "4000", "operations", "{insert: 1}");
        Map<EventKey, Integer> splitOf = new HashMap<>();
        int orders = 0;

        for (int split = 0; split < 4; split++) {
            for (RowChange row : MockRows.rows(settings, split, 2000)) {
                assertThat(splitOf.putIfAbsent(row.key(), split)).isNull();
                orders += row.table().table().equals("orders") ? 1 : 0;
            }
        }
        assertThat(orders / 8000d).isCloseTo(0.75, within(0.05));
    }

    @Test
    void the_same_seed_makes_the_same_events_in_whatever_order_they_are_asked_for() {
        MockSettings settings = MockRows.settings("key.skew", "1");
        List<RowChange> inOrder = MockRows.rows(settings, 3, 5000);
        SplitEvents again = MockRows.events(settings, 3);

        for (int index = 4999; index >= 0; index -= 7) {
            RowChange row = again.at(index, 0, Optional.empty());
            assertThat(ValueText.of(row)).isEqualTo(ValueText.of(inOrder.get(index)));
            assertThat(row.origin()).isEqualTo(inOrder.get(index).origin());
            assertThat(row.key()).isEqualTo(inOrder.get(index).key());
        }
        List<RowChange> others = MockRows.rows(MockRows.settings("key.skew", "1", "seed", "2"), 3, 100);
        assertThat(others.stream().map(ValueText::of))
                .isNotEqualTo(inOrder.subList(0, 100).stream().map(ValueText::of));
    }

    @Test
    void a_skewed_source_changes_the_first_row_as_often_as_zipf_says() {
        MockSettings settings = MockRows.settings(
                "key.skew", "1", "keys", "4000", "operations", "{insert: 1, update: 1000, delete: 1}");
        Map<EventKey, Integer> visits = new HashMap<>();

        MockRows.rows(settings, 0, 100_000).forEach(row -> visits.merge(row.key(), 1, Integer::sum));

        // The harmonic number of 1000 is 7.485.
        int most = visits.values().stream().mapToInt(Integer::intValue).max().orElseThrow();
        assertThat(most / 100_000d).isCloseTo(1 / 7.485, within(0.01));
        assertThat(visits.values()).as("each row has its turn").hasSize(1000);
    }

    @Test
    void nulls_have_their_share_and_spare_keys_and_not_null_columns() {
        MockSettings settings = MockRows.settings("null-ratio", "0.3");
        int nulls = 0;
        int values = 0;

        for (RowChange row : MockRows.rows(settings, 0, 20_000)) {
            Map<String, String> image = ValueText.of(row.schema(), row.image());
            image.keySet().stream()
                    .filter(name -> !name.equals("amount") && !name.equals("note"))
                    .forEach(name -> assertThat(image.get(name)).isNotNull());
            if (row.table().table().equals("orders")) {
                values++;
                nulls += image.get("note") == null ? 1 : 0;
            }
        }
        assertThat(nulls / (double) values).isCloseTo(0.3, within(0.03));
    }

    @Test
    void a_key_is_the_one_that_its_row_holds() {
        MockSettings settings = MockRows.settings(
                "tables",
                "{a.b: 'k DECIMAL(7,2), n BINARY(9), t VARCHAR(7), id VARCHAR(20), v INT, PRIMARY KEY (k, t, n, id)', a.c: 'id DECIMAL(22,3) PRIMARY KEY, v INT'}");

        for (RowChange row : MockRows.rows(settings, 0, 500)) {
            assertThat(row.key()).isEqualTo(new KeyReader("mock", "", row.schema()).key(row.image()));
        }
    }

    @Test
    void values_of_every_type_are_made_and_can_be_read() {
        String columns =
                "id BIGINT PRIMARY KEY, a TINYINT, b SMALLINT UNSIGNED, c MEDIUMINT, d INT UNSIGNED, e BIGINT UNSIGNED, f DECIMAL(65,30),"
                        + " g DECIMAL(3,3), h FLOAT, i DOUBLE, j BIT(64), k BIT(1), l YEAR, m DATE, n TIME(3), o DATETIME(6), p TIMESTAMP(2), q CHAR(5), r VARCHAR(200),"
                        + " s TEXT(500), t BINARY(3), u VARBINARY(9), v BLOB(70), w ENUM(''a'',''b''), x SET(''x'',''y'',''z''), y JSON(80), z GEOMETRY, v2 VECTOR(3), b2 BOOLEAN";
        MockSettings settings = MockRows.settings("tables", "{a.b: '" + columns + "'}", "null-ratio", "0");
        Map<String, Set<String>> seen = new HashMap<>();

        for (RowChange row : MockRows.rows(settings, 0, 3000)) {
            ValueText.of(row.schema(), row.image())
                    .forEach((name, value) ->
                            seen.computeIfAbsent(name, n -> new HashSet<>()).add(value));
        }

        assertThat(seen).hasSize(29);
        seen.forEach((name, values) ->
                assertThat(values).as(name).hasSizeGreaterThan(1).doesNotContain((String) null));
        assertThat(seen.get("f")).allMatch(value -> value.matches("-?[1-9][0-9]{0,7}\\.[0-9]{30}"));
        assertThat(seen.get("g")).allMatch(value -> value.matches("-?0\\.[0-9]{3}"));
        assertThat(seen.get("n")).allMatch(value -> value.matches("-?[0-9]{2,3}:[0-9]{2}:[0-9]{2}\\.[0-9]{3}"));
        assertThat(seen.get("r")).allMatch(value -> value.length() >= 99 && value.length() <= 200);
        assertThat(seen.get("w")).containsExactlyInAnyOrder("a", "b");
        assertThat(seen.get("y")).allMatch(value -> value.startsWith("{\"n\": ") && value.endsWith("\"}"));
    }

    @Test
    void a_damaged_row_cannot_be_decoded_and_the_next_ones_can() {
        SplitEvents events = MockRows.events(MockRows.settings(), 0);
        Optional<Fault> fault = Optional.of(new Fault(FaultKind.UNDECODABLE, 0, 0, 0));

        assertThatThrownBy(() -> readAll(events.at(0, 0, fault).image())).isInstanceOf(RowDecodeException.class);
        readAll(events.at(1, 0, Optional.empty()).image());

        SplitEvents texts =
                MockRows.events(MockRows.settings("tables", "{a.b: 'id BIGINT PRIMARY KEY, v VARCHAR(3)'}"), 0);
        assertThatThrownBy(() -> readAll(texts.at(0, 0, fault).image())).isInstanceOf(RowDecodeException.class);
    }

    @Test
    void a_row_can_be_made_too_large() {
        SplitEvents events = MockRows.events(MockRows.settings("tables", "{a.b: 'id BIGINT PRIMARY KEY, v JSON'}"), 0);

        RowImage image = events.at(0, 0, Optional.of(new Fault(FaultKind.TOO_LARGE, 0, 0, 100_000)))
                .image();

        assertThat(ValueText.of(image, 1)).hasSize(100_000).startsWith("\"x").endsWith("x\"");
    }

    @Test
    void the_former_change_of_a_row_is_the_one_that_left_it_so() {
        MockSettings settings = MockRows.settings("key.skew", "1.3");
        SplitEvents events = MockRows.events(settings, 1);
        Map<EventKey, Long> last = new HashMap<>();
        MockSettings same = MockRows.settings("key.skew", "1.3", "operations", "{insert: 1, update: 50, delete: 1}");

        for (RowChange row : MockRows.rows(same, 1, 20_000)) {
            Long former = last.put(row.key(), row.origin().position());
            if (former != null && row.operation() == Operation.UPDATE) {
                assertThat(MockRows.events(same, 1)
                                .former(row.origin().position(), 0)
                                .origin()
                                .position())
                        .isEqualTo(former);
            }
            if (row.origin().position() > 2000) {
                break;
            }
        }
        assertThat(events.former(0, 0).origin().position()).isZero();
    }

    private static void readAll(RowImage image) {
        for (int i = 0; i < image.layout().size(); i++) {
            ValueText.of(image, i);
        }
    }
}
