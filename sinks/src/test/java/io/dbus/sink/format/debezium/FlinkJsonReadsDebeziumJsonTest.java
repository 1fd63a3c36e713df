package io.dbus.sink.format.debezium;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.RowImage;
import io.dbus.event.TableSchema;
import io.dbus.sink.format.Rows;
import java.math.BigDecimal;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.formats.common.TimestampFormat;
import org.apache.flink.formats.json.debezium.DebeziumJsonDeserializationSchema;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.api.DataTypes;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;
import org.junit.jupiter.api.Test;

/** The format is right when its readers read it: here that of Flink SQL. */
class FlinkJsonReadsDebeziumJsonTest {
    private static final TableSchema SCHEMA = Rows.schema(
            1,
            LogicalType.of(Kind.BIGINT),
            LogicalType.unsigned(Kind.BIGINT),
            LogicalType.decimal(38, 18),
            LogicalType.of(Kind.VARCHAR, 99),
            LogicalType.of(Kind.DOUBLE),
            LogicalType.of(Kind.VARBINARY, 9),
            LogicalType.of(Kind.BIT, 1),
            LogicalType.temporal(Kind.TIMESTAMP, 6),
            LogicalType.of(Kind.DATE));
    private static final DataType READ_AS = DataTypes.ROW(
            DataTypes.FIELD("c0", DataTypes.BIGINT()),
            DataTypes.FIELD("c1", DataTypes.DECIMAL(20, 0)),
            DataTypes.FIELD("c2", DataTypes.DECIMAL(38, 18)),
            DataTypes.FIELD("c3", DataTypes.STRING()),
            DataTypes.FIELD("c4", DataTypes.DOUBLE()),
            DataTypes.FIELD("c5", DataTypes.BYTES()),
            DataTypes.FIELD("c6", DataTypes.BOOLEAN()),
            DataTypes.FIELD("c7", DataTypes.TIMESTAMP_WITH_LOCAL_TIME_ZONE(6)),
            DataTypes.FIELD("c8", DataTypes.INT()));

    @Test
    void everyValueIsReadBackExactly() throws Exception {
        RowData row = read(RowChange.insert(SCHEMA, row("\ud83d\ude00 \"\\\u0001"), Rows.origin(0), Rows.key(1)))
                .get(0);

        assertThat(row.getRowKind()).isEqualTo(RowKind.INSERT);
        assertThat(row.getLong(0)).isEqualTo(Long.MIN_VALUE);
        assertThat(row.getDecimal(1, 20, 0).toBigDecimal()).isEqualByComparingTo("18446744073709551615");
        assertThat(row.getDecimal(2, 38, 18).toBigDecimal())
                .isEqualByComparingTo("-12345678901234567890.123456789012345678");
        assertThat(row.getString(3)).hasToString("\ud83d\ude00 \"\\\u0001");
        assertThat(row.getDouble(4)).isEqualTo(0.1);
        assertThat(row.getBinary(5)).containsExactly(0, -1, 7);
        assertThat(row.getBoolean(6)).isTrue();
        assertThat(row.getTimestamp(7, 6).toLocalDateTime()).isEqualTo(LocalDateTime.of(2018, 6, 20, 13, 37, 3, 7_000));
        assertThat(row.getInt(8)).isEqualTo(-1);
    }

    @Test
    void updatesAndDeletesAreReadAsSuchAndTombstonesPassedOver() throws Exception {
        RowChange update = RowChange.update(SCHEMA, row("a"), row("b"), Rows.origin(0), Rows.key(1));
        RowChange delete = RowChange.delete(SCHEMA, row("b"), Rows.origin(0), Rows.key(1));

        assertThat(read(update, delete))
                .extracting(row -> row.getRowKind().shortString() + row.getString(3))
                .containsExactly("-Ua", "+Ub", "-Db");
    }

    private static List<RowData> read(RowChange... changes) throws Exception {
        DebeziumJsonDeserializationSchema reader = new DebeziumJsonDeserializationSchema(
                READ_AS,
                List.of(),
                InternalTypeInfo.of(READ_AS.getLogicalType()),
                false,
                false,
                TimestampFormat.ISO_8601);
        reader.open(new DeserializationSchema.InitializationContext() {
            @Override
            public MetricGroup getMetricGroup() {
                return new UnregisteredMetricsGroup();
            }

            @Override
            public UserCodeClassLoader getUserCodeClassLoader() {
                return SimpleUserCodeClassLoader.create(getClass().getClassLoader());
            }
        });
        List<RowData> rows = new ArrayList<>();
        Collector<RowData> collector = new Collector<>() {
            @Override
            public void collect(RowData row) {
                rows.add(row);
            }

            @Override
            public void close() {}
        };
        for (RowChange change : changes) {
            for (Rows.Encoded record : Rows.encode(new DebeziumJsonFormat(), Map.of(), change)) {
                reader.deserialize(
                        record.value() == null ? null : record.value().getBytes(UTF_8), collector);
            }
        }
        return rows;
    }

    private static RowImage row(String text) {
        return Rows.image(SCHEMA.layout(), (RowBuilder row) -> {
            row.int64(Long.MIN_VALUE);
            row.uint64(-1);
            row.decimal(new BigDecimal("-12345678901234567890.123456789012345678"));
            row.text(text);
            row.float64(0.1);
            row.binary(new byte[] {0, -1, 7}, 0, 3);
            row.bits(1, 1);
            row.timestamp(1_529_501_823L, 7, 6);
            row.date(1969, 12, 31);
        });
    }
}
