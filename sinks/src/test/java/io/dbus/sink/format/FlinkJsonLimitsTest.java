package io.dbus.sink.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableId;
import io.dbus.event.TableSchema;
import io.dbus.sink.format.FlinkReader.Read;
import io.dbus.sink.format.canal.CanalJsonFormat;
import io.dbus.sink.format.debezium.DebeziumJsonFormat;
import io.dbus.sink.format.maxwell.MaxwellJsonFormat;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.canal.CanalJsonDeserializationSchema;
import org.apache.flink.formats.json.debezium.DebeziumJsonDeserializationSchema;
import org.apache.flink.formats.json.maxwell.MaxwellJsonDeserializationSchema;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.types.DataType;
import org.junit.jupiter.api.Test;

/** What the page on formats says of the limits of Flink's readers. */
class FlinkJsonLimitsTest {
    private static final DataType READ_AS = DataTypes.ROW(
            DataTypes.FIELD("id", DataTypes.BIGINT()),
            DataTypes.FIELD("name", DataTypes.STRING()),
            DataTypes.FIELD("doc", DataTypes.STRING()));
    private static final TableSchema SCHEMA = TableSchema.of(
            new TableId("shop", "t"),
            RowBuilder.layout(LogicalType.of(Kind.BIGINT), LogicalType.of(Kind.VARCHAR, 9), LogicalType.of(Kind.JSON)),
            List.of("id", "name", "doc"),
            List.of("id"));

    @Test
    void aTruncateIsRefusedByTheReadersOfDebeziumAndCanal() throws Exception {
        String debezium = Rows.encode(new DebeziumJsonFormat(), Map.of(), Rows.truncate())
                .get(0)
                .value();
        String canal = Rows.encode(new CanalJsonFormat(), Map.of(), Rows.truncate())
                .get(0)
                .value();

        assertThatThrownBy(() -> debezium().read(debezium)).hasMessageContaining("Corrupt Debezium JSON");
        assertThatThrownBy(() -> canal().read(canal)).hasMessageContaining("Corrupt Canal JSON");
    }

    @Test
    void aColumnOfWhichOnlyTheNewValueIsKnownIsTakenForUnchanged() throws Exception {
        RowImage before = image(row -> {
            row.int64(1);
            row.absent().absent();
        });
        RowImage after = image(row -> {
            row.absent();
            row.text("b");
            row.absent();
        });
        RowChange update = RowChange.update(SCHEMA, before, after, Rows.origin(0), Rows.key(1));

        List<Object> row = Arrays.asList(1L, "b", null);
        assertThat(canal().read(value(new CanalJsonFormat(), update)))
                .extracting(Read::values)
                .containsExactly(row, row);
        assertThat(maxwell().read(value(new MaxwellJsonFormat(), update)))
                .extracting(Read::values)
                .containsExactly(row, row);
    }

    @Test
    void maxwellsReaderTakesAMemberOfAJsonValueForAColumn() throws Exception {
        RowImage before = image(row -> {
            row.int64(1);
            row.text("same");
            row.json("{\"name\": 1}");
        });
        RowImage after = image(row -> {
            row.int64(1);
            row.text("same");
            row.json("{}");
        });
        RowChange update = RowChange.update(SCHEMA, before, after, Rows.origin(0), Rows.key(1));

        assertThat(maxwell()
                        .read(value(new MaxwellJsonFormat(), update))
                        .get(0)
                        .values()
                        .get(1))
                .isNull();
        assertThat(canal().read(value(new CanalJsonFormat(), update))
                        .get(0)
                        .values()
                        .get(1))
                .isEqualTo("same");
    }

    private static String value(EventFormat format, RowChange change) {
        return Rows.encode(format, Map.of(), change).get(0).value();
    }

    private static FlinkReader debezium() throws Exception {
        return new FlinkReader(
                READ_AS,
                type -> new DebeziumJsonDeserializationSchema(
                        READ_AS, List.of(), type, false, false, TimestampFormat.SQL));
    }

    private static FlinkReader canal() throws Exception {
        return new FlinkReader(READ_AS, type -> CanalJsonDeserializationSchema.builder(READ_AS, List.of(), type)
                .build());
    }

    private static FlinkReader maxwell() throws Exception {
        return new FlinkReader(
                READ_AS,
                type -> new MaxwellJsonDeserializationSchema(READ_AS, List.of(), type, false, TimestampFormat.SQL));
    }

    private static RowImage image(Consumer<RowBuilder> values) {
        return Rows.image(SCHEMA.layout(), values);
    }
}
