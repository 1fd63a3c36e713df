package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;

import com.github.shyiko.mysql.binlog.event.TableMapEventData;
import com.github.shyiko.mysql.binlog.event.WriteRowsEventData;
import com.github.shyiko.mysql.binlog.event.deserialization.TableMapEventDataDeserializer;
import com.github.shyiko.mysql.binlog.event.deserialization.WriteRowsEventDataDeserializer;
import com.github.shyiko.mysql.binlog.io.ByteArrayInputStream;
import io.dbus.event.Operation;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.event.ValueText;
import io.dbus.source.mysql.event.EventType;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.row.RecordedEvents.Recorded;
import java.io.IOException;
import java.io.Serializable;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A second opinion on what the binlog library decodes rightly: integers, DECIMAL, FLOAT, DOUBLE, NULL. */
class LibraryComparisonTest {

    static List<Recorded> inserts() {
        return RecordedEvents.all().stream()
                .filter(event -> event.type() == EventType.WRITE_ROWS)
                .toList();
    }

    @ParameterizedTest
    @MethodSource("inserts")
    void theLibraryReadsTheSameNumbers(Recorded event) throws IOException {
        TableMapEventData tableMap =
                new TableMapEventDataDeserializer().deserialize(new ByteArrayInputStream(event.map()));
        WriteRowsEventData theirs = new WriteRowsEventDataDeserializer(Map.of(tableMap.getTableId(), tableMap))
                .setMayContainExtraInformation(true)
                .deserialize(new ByteArrayInputStream(event.rows()));
        TableMap map = event.tableMap();
        TableSchema schema = SchemaFactory.fromMetadata(map, List.of());
        RowsEvent ours = RowsEvent.open(event.type(), event.rows(), 0, event.rows().length, map);

        for (Serializable[] row : theirs.getRows()) {
            assertThat(ours.next()).isTrue();
            assertThat(ours.operation()).isEqualTo(Operation.INSERT);
            RowImage image = RecordedEvents.after(schema, ours);
            for (int i = 0; i < row.length; i++) {
                if (isDecodedRightly(schema, i)) {
                    assertThat(ValueText.of(image, i)).isEqualTo(text(row[i]));
                }
            }
        }
        assertThat(ours.next()).isFalse();
    }

    private static boolean isDecodedRightly(TableSchema schema, int i) {
        return switch (schema.layout().column(i).type().kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT ->
                !schema.layout().column(i).type().unsigned();
            case DECIMAL, FLOAT, DOUBLE -> true;
            default -> false;
        };
    }

    private static String text(Serializable value) {
        return value == null ? null : value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
    }
}
