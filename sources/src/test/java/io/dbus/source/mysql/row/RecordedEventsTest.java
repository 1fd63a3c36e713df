package io.dbus.source.mysql.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.dbus.event.RowDecodeException;
import io.dbus.source.mysql.event.BinlogFormatException;
import io.dbus.source.mysql.event.RowsEvent;
import io.dbus.source.mysql.event.TableMap;
import io.dbus.source.mysql.row.RecordedEvents.Recorded;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class RecordedEventsTest {

    static List<Recorded> recorded() {
        return RecordedEvents.all();
    }

    @Test
    void everyTypeHasARecordedEvent() {
        assertThat(recorded()).hasSizeGreaterThan(40);
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void whatAServerWroteReadsAsSelectShowsIt(Recorded event) {
        TableMap map = event.tableMap();

        assertThat(RecordedEvents.decode(event.type(), event.rows(), map, SchemaFactory.fromMetadata(map, List.of())))
                .isEqualTo(event.expected());
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void theRowFormatFindsTheColumnsWhereTheCursorFindsThem(Recorded event) {
        TableMap map = event.tableMap();
        var schema = SchemaFactory.fromMetadata(map, List.of());
        RowsEvent rows = RowsEvent.open(event.type(), event.rows(), 0, event.rows().length, map);
        while (rows.next()) {
            if (rows.beforeStarts().length > 0) {
                int[] starts = new int[map.columnCount()];
                int end = schema.layout()
                        .format()
                        .locate(schema.layout(), rows.beforePresent(), rows.bytes(), rows.beforeStart(), starts);
                assertThat(starts).isEqualTo(rows.beforeStarts());
                assertThat(end).isEqualTo(rows.beforeStart() + rows.beforeLength());
            }
            if (rows.afterStarts().length > 0) {
                int[] starts = new int[map.columnCount()];
                int end = schema.layout()
                        .format()
                        .locate(schema.layout(), rows.afterPresent(), rows.bytes(), rows.afterStart(), starts);
                assertThat(starts).isEqualTo(rows.afterStarts());
                assertThat(end).isEqualTo(rows.afterStart() + rows.afterLength());
            }
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void aCutOffEventIsAnErrorOfFormatOrFewerRows(Recorded event) {
        for (int length = 0; length < event.rows().length; length++) {
            readAll(event.map(), event.type(), Arrays.copyOf(event.rows(), length));
        }
        for (int length = 0; length < event.map().length; length++) {
            readAll(Arrays.copyOf(event.map(), length), event.type(), event.rows());
        }
    }

    @ParameterizedTest
    @MethodSource("recorded")
    void damagedBytesAreAnErrorOfFormatOrOtherValues(Recorded event) {
        for (int bit = 0; bit < event.rows().length * 8; bit += 5) {
            byte[] rows = event.rows().clone();
            rows[bit >> 3] ^= (byte) (1 << (bit & 7));
            readAll(event.map(), event.type(), rows);
        }
        for (int bit = 0; bit < event.map().length * 8; bit += 5) {
            byte[] map = event.map().clone();
            map[bit >> 3] ^= (byte) (1 << (bit & 7));
            readAll(map, event.type(), event.rows());
        }
        Random random = new Random(event.rows().length);
        for (int run = 0; run < 100; run++) {
            byte[] rows = event.rows().clone();
            for (int i = 0; i < 4; i++) {
                rows[random.nextInt(rows.length)] = (byte) random.nextInt();
            }
            readAll(event.map(), event.type(), rows);
        }
    }

    /** Reads all there is; nothing but the two exceptions of format may come out. */
    private static void readAll(byte[] mapBody, int type, byte[] rows) {
        try {
            TableMap map = TableMap.parse(mapBody, 0, mapBody.length);
            RecordedEvents.decode(type, rows, map, SchemaFactory.fromMetadata(map, List.of()));
        } catch (BinlogFormatException | RowDecodeException | SchemaMismatchException e) {
            assertThat(e.getMessage()).isNotBlank();
        } catch (IllegalArgumentException e) {
            // Two columns of one name are an error of the schema itself.
            if (!e.getMessage().contains("two columns named")) {
                fail("A damaged event gave another exception", e);
            }
        }
    }
}
