package io.dbus.sink.mock;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.Event;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.Message;
import io.dbus.event.Origin;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.Transaction;
import io.dbus.sink.format.Rows;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeyOrderTest {
    private static final TableSchema SCHEMA = Rows.schema(1, LogicalType.of(Kind.INT));
    private static final TableSchema KEYLESS = Rows.schema(0, LogicalType.of(Kind.INT));

    private final KeyOrder order = new KeyOrder(true, 100);

    @Test
    void a_row_s_life_and_the_next_one_of_its_key_are_in_order() {
        assertThat(order.check(insert(1, 1))).isEmpty();
        assertThat(order.check(update(1, 2))).isEmpty();
        assertThat(order.check(delete(1, 3))).isEmpty();
        assertThat(order.check(insert(1, 9))).isEmpty();
        assertThat(order.check(delete(1, 10))).isEmpty();
    }

    @Test
    void the_first_event_of_a_key_may_be_any() {
        assertThat(order.check(update(1, 5))).isEmpty();
        assertThat(order.check(delete(2, 4))).isEmpty();
        assertThat(order.check(insert(3, 3))).isEmpty();
    }

    @Test
    void a_sequence_that_does_not_grow_is_told_and_the_newest_stays_known() {
        order.check(insert(1, 10));

        assertThat(order.check(insert(1, 10))).contains(Violation.REPEAT);
        assertThat(order.check(update(1, 9))).contains(Violation.OUT_OF_ORDER);
        assertThat(order.check(update(1, 10))).contains(Violation.REPEAT);
        assertThat(order.check(update(1, 11))).isEmpty();
        assertThat(order.check(update(2, 9))).as("another key").isEmpty();
    }

    @Test
    void operations_that_do_not_fit_are_told() {
        order.check(insert(1, 1));
        assertThat(order.check(insert(1, 2))).contains(Violation.INSERT_OF_EXISTING);
        order.check(delete(1, 3));
        assertThat(order.check(update(1, 4))).contains(Violation.UPDATE_OF_DELETED);
        order.check(delete(1, 5));
        assertThat(order.check(delete(1, 6))).contains(Violation.DELETE_OF_DELETED);
    }

    @Test
    void operations_are_not_looked_at_unless_asked_for_and_not_where_rows_have_no_key() {
        KeyOrder sequences = new KeyOrder(false, 100);
        sequences.check(insert(1, 1));
        assertThat(sequences.check(insert(1, 2))).isEmpty();

        order.check(RowChange.insert(KEYLESS, row(KEYLESS), Rows.origin(1), Rows.key("t")));
        assertThat(order.check(RowChange.insert(KEYLESS, row(KEYLESS), Rows.origin(2), Rows.key("t"))))
                .isEmpty();
    }

    @Test
    void sequences_of_two_servers_are_not_compared() {
        assertThat(order.check(message("a", 10))).isEmpty();
        assertThat(order.check(message("b", 5))).isEmpty();
        assertThat(order.check(message("a", 9))).contains(Violation.OUT_OF_ORDER);
    }

    @Test
    void keys_beyond_the_limit_are_forgotten_those_first_that_came_up_the_longest_ago() {
        KeyOrder small = new KeyOrder(true, 2);
        small.check(insert(1, 1));
        small.check(insert(2, 2));
        small.check(update(1, 3));
        small.check(insert(3, 4));

        assertThat(small.forgotten()).isEqualTo(1);
        assertThat(small.check(update(1, 3))).as("known").contains(Violation.REPEAT);
        assertThat(small.check(insert(2, 2))).as("forgotten").isEmpty();
    }

    private static Event message(String server, long sequence) {
        Transaction transaction = new Transaction("s", server, "", 0, "", "", 0, 0, -1, 0);
        return new Message(
                null, null, List.of(), -1, new Origin(transaction, 0, 0, 0, sequence, 0, true, ""), Rows.key("k"));
    }

    private static RowImage row(TableSchema schema) {
        return Rows.image(schema.layout(), row -> row.int64(1));
    }

    private static RowChange insert(int key, long sequence) {
        return RowChange.insert(SCHEMA, row(SCHEMA), Rows.origin(sequence), Rows.key(key));
    }

    private static RowChange update(int key, long sequence) {
        return RowChange.update(SCHEMA, row(SCHEMA), row(SCHEMA), Rows.origin(sequence), Rows.key(key));
    }

    private static RowChange delete(int key, long sequence) {
        return RowChange.delete(SCHEMA, row(SCHEMA), Rows.origin(sequence), Rows.key(key));
    }
}
