package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.api.common.serialization.DeserializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.metrics.MetricGroup;
import org.apache.flink.metrics.groups.UnregisteredMetricsGroup;
import org.apache.flink.table.data.ArrayData;
import org.apache.flink.table.data.DecimalData;
import org.apache.flink.table.data.RowData;
import org.apache.flink.table.data.StringData;
import org.apache.flink.table.data.TimestampData;
import org.apache.flink.table.runtime.typeutils.InternalTypeInfo;
import org.apache.flink.table.types.DataType;
import org.apache.flink.table.types.logical.ArrayType;
import org.apache.flink.table.types.logical.LogicalType;
import org.apache.flink.table.types.logical.RowType;
import org.apache.flink.types.RowKind;
import org.apache.flink.util.Collector;
import org.apache.flink.util.SimpleUserCodeClassLoader;
import org.apache.flink.util.UserCodeClassLoader;

/** Reads records as Flink SQL does. */
public final class FlinkReader {
    /** A row as it was read: strings, numbers, {@code ByteBuffer} for bytes, {@code LocalDateTime}, a date's day of the epoch, lists for arrays and rows. */
    public record Read(RowKind kind, List<Object> values) {}

    private final RowType type;
    private final DeserializationSchema<RowData> schema;

    /**
     * A reader.
     *
     * @param readAs the row that the records are read as
     * @param make gives the format's schema of a type of rows
     */
    public FlinkReader(DataType readAs, Function<TypeInformation<RowData>, DeserializationSchema<RowData>> make)
            throws Exception {
        type = (RowType) readAs.getLogicalType();
        schema = make.apply(InternalTypeInfo.of(type));
        schema.open(new DeserializationSchema.InitializationContext() {
            @Override
            public MetricGroup getMetricGroup() {
                return new UnregisteredMetricsGroup();
            }

            @Override
            public UserCodeClassLoader getUserCodeClassLoader() {
                return SimpleUserCodeClassLoader.create(getClass().getClassLoader());
            }
        });
    }

    /** The rows of a record's value, a tombstone's too. */
    public List<Read> read(String value) throws Exception {
        List<Read> rows = new ArrayList<>();
        schema.deserialize(value == null ? null : value.getBytes(UTF_8), new Collector<>() {
            @Override
            public void collect(RowData row) {
                rows.add(new Read(row.getRowKind(), values(row, type)));
            }

            @Override
            public void close() {}
        });
        return rows;
    }

    private static List<Object> values(RowData row, RowType type) {
        List<Object> values = new ArrayList<>();
        for (int i = 0; i < type.getFieldCount(); i++) {
            LogicalType field = type.getTypeAt(i);
            values.add(value(RowData.createFieldGetter(field, i).getFieldOrNull(row), field));
        }
        return values;
    }

    private static Object value(Object internal, LogicalType type) {
        if (internal instanceof StringData text) {
            return text.toString();
        } else if (internal instanceof DecimalData decimal) {
            return decimal.toBigDecimal();
        } else if (internal instanceof TimestampData timestamp) {
            return timestamp.toLocalDateTime();
        } else if (internal instanceof byte[] bytes) {
            return ByteBuffer.wrap(bytes);
        } else if (internal instanceof RowData row) {
            return values(row, (RowType) type);
        } else if (internal instanceof ArrayData array) {
            LogicalType element = ((ArrayType) type).getElementType();
            List<Object> elements = new ArrayList<>();
            for (int i = 0; i < array.size(); i++) {
                elements.add(value(ArrayData.createElementGetter(element).getElementOrNull(array, i), element));
            }
            return elements;
        }
        return internal;
    }
}
