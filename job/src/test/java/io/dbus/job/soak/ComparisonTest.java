package io.dbus.job.soak;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.dbus.embedded.ElasticsearchDocument;
import io.dbus.job.demo.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What the soak's verdict finds: everything here was at some time different in one record or document. */
class ComparisonTest {
    private static final int PARTITION = 3;

    private final KeyHistory made = new KeyHistory();
    private final List<ConsumerRecord<byte[], byte[]>> records = new ArrayList<>();

    @BeforeEach
    void rowsAreCreatedChangedDeletedAndCreatedAgain() {
        change("7", 'c', 1, 100);
        change("8", 'c', 1, 110);
        change("7", 'u', 2, 120);
        change("7", 'd', 2, 130);
        change("7", 'c', 3, 140);
        change("8", 'u', 2, 150);
    }

    private void change(String key, char operation, long version, long sequence) {
        made.add(key, operation);
        records.add(record(PARTITION, key, operation, version, sequence));
    }

    private ConsumerRecord<byte[], byte[]> record(
            int partition, String key, char operation, long version, long sequence) {
        String image = "{\"id\":" + key + ",\"v\":" + version
                + ",\"owner\":null,\"balance\":\"1.50\",\"changed\":\"2026-01-02T03:04:05.000006Z\"}";
        String value = "{\"op\":\"" + operation + "\",\"before\":" + (operation == 'd' ? image : "null")
                + ",\"after\":" + (operation == 'd' ? "null" : image) + ",\"source\":{\"dbus\":{\"sequence\":"
                + sequence + "}}}";
        return new ConsumerRecord<>("t", partition, records.size(), new byte[0], value.getBytes(UTF_8));
    }

    private HistoryCheck checked() {
        HistoryCheck check = new HistoryCheck(made);
        records.forEach(record -> Comparison.change(record, SoakTables.ACCOUNTS).ifPresent(check::accept));
        return check;
    }

    @Test
    void records_of_every_change_once_and_in_order_are_equal() {
        HistoryCheck check = checked();

        assertThat(check.difference()).isEmpty();
        assertThat(check.records()).isEqualTo(6);
        assertThat(check.rows()).containsOnlyKeys("7", "8");
        assertThat(check.sequences()).isEqualTo(Map.of("7", 140L, "8", 150L));
    }

    @Test
    void tombstones_are_no_changes() {
        records.add(4, new ConsumerRecord<>("t", PARTITION, 99, new byte[0], null));

        assertThat(checked().difference()).isEmpty();
    }

    @Test
    void each_record_that_is_lacking_is_found() {
        for (int i = 0; i < 6; i++) {
            ConsumerRecord<byte[], byte[]> lost = records.remove(i);

            assertThat(checked().difference()).as("without record " + i).isNotEmpty();
            records.add(i, lost);
        }
    }

    @Test
    void a_last_record_that_is_lacking_is_named() {
        records.remove(5);

        assertThat(checked().difference())
                .isEqualTo("key 8 was changed 2 times, of which the last 1 are not there; 6 changes were made, 5"
                        + " records are there");
    }

    @Test
    void each_record_that_is_there_twice_is_found() {
        for (int i = 0; i < 6; i++) {
            records.add(i, records.get(i));

            assertThat(checked().difference()).as("record " + i + " twice").isNotEmpty();
            records.remove(i);
        }
    }

    @Test
    void one_lost_and_another_one_twice_are_found_though_the_numbers_are_equal() {
        records.remove(5);
        records.add(records.get(4));

        assertThat(checked().records()).isEqualTo(made.size());
        assertThat(checked().difference()).isNotEmpty();
    }

    @Test
    void two_changes_of_a_key_in_the_wrong_order_are_found() {
        records.add(0, records.remove(2));

        assertThat(checked().difference()).startsWith("the record of key 7 at 3:2 is u to version 2 where change 1");
    }

    @Test
    void a_key_that_no_row_ever_had_is_found() {
        records.add(record(PARTITION, "9", 'c', 1, 160));

        assertThat(checked().difference()).startsWith("the record of key 9 at 3:6 is one more than the 0 changes");
    }

    @Test
    void a_key_in_two_partitions_is_found() {
        records.set(5, record(PARTITION + 1, "8", 'u', 2, 150));

        assertThat(checked().difference()).contains("is not in partition 3");
    }

    @Test
    void a_sequence_that_does_not_grow_is_found() {
        records.set(5, record(PARTITION, "8", 'u', 2, 110));

        assertThat(checked().difference()).contains("has sequence 110, which is not above 110");
    }

    @Test
    void a_document_with_other_values_or_an_older_version_or_that_is_lacking_or_too_many_is_found() throws IOException {
        HistoryCheck check = checked();
        Owed owed = new Owed("north", SoakTables.ACCOUNTS, made, check.rows());
        ElasticsearchDocument seven = document("7", 140, 3, "1.50");
        ElasticsearchDocument eight = document("8", 150, 2, "1.50");

        assertThat(index(owed, check, seven, eight)).isEmpty();
        assertThat(index(owed, check, seven, document("8", 150, 2, "1.51"))).contains("key 8", "1.51");
        assertThat(index(owed, check, seven, document("8", 149, 2, "1.50"))).contains("has version 149");
        assertThat(index(owed, check, seven)).contains("key 8", "nothing");
        assertThat(index(owed, check, seven, eight, document("9", 160, 1, "1.50")))
                .contains("key 9", "MySQL has nothing");
    }

    private static String index(Owed owed, HistoryCheck check, ElasticsearchDocument... documents) {
        Verdict.Line line = Comparison.index(owed, check.sequences(), List.of(documents));
        return line.difference();
    }

    private static ElasticsearchDocument document(String id, long sequence, long version, String balance)
            throws IOException {
        return new ElasticsearchDocument(
                "i",
                id,
                Optional.empty(),
                sequence,
                new ObjectMapper()
                        .readTree("{\"id\":" + id + ",\"v\":" + version + ",\"owner\":null,\"balance\":\"" + balance
                                + "\",\"changed\":\"2026-01-02T03:04:05.000006Z\"}"));
    }
}
