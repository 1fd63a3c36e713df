package io.dbus.sink.kafka;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.metrics.DropReason;
import io.dbus.sink.format.Rows;
import java.util.List;
import org.apache.flink.configuration.Configuration;
import org.junit.jupiter.api.Test;

class SkippedOperationsTest {
    private static final TableSchema SCHEMA = Changes.SCHEMA;
    private static final RowImage ROW = Changes.numbered(SCHEMA, 1).image();
    private static final RowChange INSERT = RowChange.insert(SCHEMA, ROW, Rows.origin(0), Rows.key(1));
    private static final RowChange UPDATE = RowChange.update(SCHEMA, ROW, ROW, Rows.origin(0), Rows.key(1));
    private static final RowChange DELETE = RowChange.delete(SCHEMA, ROW, Rows.origin(0), Rows.key(1));

    @Test
    void truncatesAreSkippedUnlessTheUserSaysOtherwise() {
        SkippedOperations skipped =
                SkippedOperations.parse(new Configuration().get(KafkaSinkOptions.SKIPPED_OPERATIONS));
        assertThat(skipped.reasonToSkip(Rows.truncate())).contains(DropReason.TRUNCATE);
        assertThat(List.of(INSERT, UPDATE, DELETE))
                .allSatisfy(row -> assertThat(skipped.reasonToSkip(row)).isEmpty());
        assertThat(SkippedOperations.parse(List.of("none")).reasonToSkip(Rows.truncate()))
                .isEmpty();
    }

    @Test
    void eachLetterSkipsItsOperationHoweverTheyAreListed() {
        for (List<String> listed : List.of(List.of("c", "d"), List.of("c, d"))) {
            SkippedOperations skipped = SkippedOperations.parse(listed);
            assertThat(skipped.reasonToSkip(INSERT)).contains(DropReason.OPERATION);
            assertThat(skipped.reasonToSkip(DELETE)).contains(DropReason.OPERATION);
            assertThat(skipped.reasonToSkip(UPDATE)).isEmpty();
            assertThat(skipped.reasonToSkip(Rows.truncate())).isEmpty();
        }
        assertThat(SkippedOperations.parse(List.of("u")).reasonToSkip(UPDATE)).contains(DropReason.OPERATION);
    }
}
