package io.dbus.operator.expression;

import static io.dbus.operator.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.CountingRowFormat;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.operator.TestRows;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ChangedTest {
    private static final LogicalType INT = LogicalType.of(Kind.INT);
    private static final LogicalType TEXT = LogicalType.of(Kind.VARCHAR, 20);

    /** Two values of a kind that differ. */
    private record Values(LogicalType type, Consumer<RowBuilder> one, Consumer<RowBuilder> other) {}

    private static final List<Values> KINDS = List.of(
            new Values(INT, b -> b.int64(1), b -> b.int64(2)),
            new Values(LogicalType.unsigned(Kind.BIGINT), b -> b.uint64(-1), b -> b.uint64(-2)),
            new Values(LogicalType.of(Kind.BIT, 8), b -> b.bits(1, 8), b -> b.bits(2, 8)),
            new Values(
                    LogicalType.decimal(30, 20),
                    b -> b.decimal(new BigDecimal("1.00000000000000000001")),
                    b -> b.decimal(new BigDecimal("1.00000000000000000002"))),
            new Values(LogicalType.of(Kind.FLOAT), b -> b.float32(1.1f), b -> b.float32(1.1000001f)),
            new Values(LogicalType.of(Kind.DOUBLE), b -> b.float64(0.1), b -> b.float64(0.1 + 1e-17 + 1e-16)),
            new Values(TEXT, b -> b.text("a"), b -> b.text("A")),
            new Values(TEXT, b -> b.text("a"), b -> b.text("a ")),
            new Values(
                    LogicalType.of(Kind.BLOB), b -> b.binary(new byte[] {1}, 0, 1), b -> b.binary(new byte[0], 0, 0)),
            new Values(LogicalType.of(Kind.DATE), b -> b.date(2024, 1, 0), b -> b.date(2024, 0, 1)),
            new Values(LogicalType.temporal(Kind.TIME, 6), b -> b.time(-1, 6), b -> b.time(1, 6)),
            new Values(
                    LogicalType.temporal(Kind.DATETIME, 6),
                    b -> b.datetime(2024, 1, 1, 0, 0, 0, 1, 6),
                    b -> b.datetime(2024, 1, 1, 0, 0, 1, 0, 6)),
            new Values(LogicalType.temporal(Kind.TIMESTAMP, 6), b -> b.timestamp(5, 1, 6), b -> b.timestamp(5, 2, 6)),
            new Values(LogicalType.of(Kind.JSON), b -> b.json("{\"a\": 1}"), b -> b.json("{\"a\": 2}")),
            new Values(
                    LogicalType.of(Kind.GEOMETRY),
                    b -> b.geometry(1, new byte[] {1}, 0, 1),
                    b -> b.geometry(2, new byte[] {1}, 0, 1)),
            new Values(
                    LogicalType.of(Kind.VECTOR, 1),
                    b -> b.vector(new byte[] {0, 0, 0, 1}, 0, 1),
                    b -> b.vector(new byte[] {0, 0, 0, 2}, 0, 1)),
            new Values(INT, b -> b.int64(0), RowBuilder::nullValue));

    @Test
    void aColumnOfEveryKindChangedWhenItsValuesDifferExactly() throws Exception {
        Expression changed = Expression.condition("changed('x')");
        for (Values values : KINDS) {
            RowChange same = of(values.type(), values.one()).updatedTo(of(values.type(), values.one()));
            RowChange different = of(values.type(), values.one()).updatedTo(of(values.type(), values.other()));
            RowChange back = of(values.type(), values.other()).updatedTo(of(values.type(), values.one()));

            assertThat(changed.test(same)).as("the same %s", values.type()).isFalse();
            assertThat(changed.test(different)).as("another %s", values.type()).isTrue();
            assertThat(changed.test(back)).as("another %s", values.type()).isTrue();
        }
        List<Kind> kinds = new ArrayList<>();
        KINDS.forEach(values -> kinds.add(values.type().kind()));
        assertThat(kinds)
                .contains(Kind.INT, Kind.BIGINT, Kind.DECIMAL, Kind.DATETIME, Kind.JSON, Kind.GEOMETRY, Kind.VECTOR);
    }

    @Test
    void oneOfSeveralColumnsIsEnough() throws Exception {
        RowChange row = TestRows.update("shop", "orders", 1, "a", "b");

        assertThat(Expression.condition("changed('cust')").test(row)).isTrue();
        assertThat(Expression.condition("changed('id')").test(row)).isFalse();
        assertThat(Expression.condition("changed('id', 'cust')").test(row)).isTrue();
        assertThat(Expression.condition("op == 'update' && !changed('id') && after.cust == 'b'")
                        .test(row))
                .isTrue();
    }

    @Test
    void everyColumnOfARowThatComesOrGoesChanged() throws Exception {
        Expression changed = Expression.condition("changed('x')");
        TestRows old = of(INT, b -> b.int64(1));

        assertThat(changed.test(old.inserted())).isTrue();
        assertThat(changed.test(old.deleted())).isTrue();
        assertThat(changed.test(old.insertedFor(old))).isTrue();
        assertThat(changed.test(of(INT, RowBuilder::absent).inserted())).isTrue();
    }

    @Test
    void aColumnThatAMinimalImageAfterLacksDidNotChange() throws Exception {
        RowChange row = of(INT, b -> b.int64(1)).updatedTo(of(INT, RowBuilder::absent));

        assertThat(Expression.condition("changed('x')").test(row)).isFalse();
        assertThat(Expression.condition("changed('x')")
                        .test(of(INT, RowBuilder::absent).updatedTo(of(INT, RowBuilder::absent))))
                .isFalse();
        assertThat(Expression.condition("changed('x')")
                        .test(of(INT, b -> b.int64(1)).keyChangedTo(of(INT, b -> b.int64(2)))))
                .isTrue();
    }

    @Test
    void aColumnThatOnlyTheImageBeforeLacksIsAQuestionWithoutAnswerButForHas() throws Exception {
        RowChange row = of(INT, RowBuilder::absent).updatedTo(of(INT, b -> b.int64(1)));

        assertThatThrownBy(() -> Expression.condition("changed('x')").test(row))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("whether column 'x' changed is not known")
                .hasMessageContaining("'complete' operator");
        assertThat(Expression.condition("!has(before.x) || changed('x')").test(row))
                .isTrue();
    }

    @Test
    void aColumnThatChangedDecidesThoughOfAnotherNothingIsKnown() throws Exception {
        RowChange row = row().with("id", INT, b -> b.int64(1))
                .with("x", INT, RowBuilder::absent)
                .with("y", INT, b -> b.int64(1))
                .updatedTo(row().with("id", INT, b -> b.int64(1))
                        .with("x", INT, b -> b.int64(1))
                        .with("y", INT, b -> b.int64(2)));

        assertThat(Expression.condition("changed('x', 'y')").test(row)).isTrue();
    }

    @Test
    void onlyTheColumnsNamedAreDecoded() throws Exception {
        RowChange row = CountingRowFormat.change(TestRows.update("shop", "orders", 1, "a", "b"));
        long reads = CountingRowFormat.reads();

        assertThat(Expression.condition("changed('cust')").test(row)).isTrue();

        assertThat(CountingRowFormat.reads()).isEqualTo(reads + 2);
    }

    @Test
    void aValueOfAnySizeIsComparedToItsEnd() throws Exception {
        byte[] one = "x".repeat(100_000).getBytes(StandardCharsets.US_ASCII);
        byte[] other = one.clone();
        other[one.length - 1] = 'y';
        LogicalType type = LogicalType.of(Kind.TEXT);

        assertThat(Expression.condition("changed('x')")
                        .test(of(type, b -> b.text(one, 0, one.length))
                                .updatedTo(of(type, b -> b.text(other, 0, other.length)))))
                .isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "changed() | line 1, column 8: changed() takes the names of columns as strings",
                "changed(after.x) | takes the names of columns as strings",
                "changed(1) | takes the names of columns as strings",
            })
    void isRefusedWithItsPlace(String textAndMessage) {
        String[] parts = textAndMessage.split(" \\| ");

        assertThatThrownBy(() -> Expression.condition(parts[0]))
                .isInstanceOf(ExpressionSyntaxException.class)
                .hasMessageContaining(parts[1]);
    }

    @Test
    void aColumnThatTheTableLacksHasNoAnswer() {
        assertThatThrownBy(() ->
                        Expression.condition("changed('nope')").test(TestRows.update("shop", "orders", 1, "a", "b")))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("table shop.orders has no column 'nope'; its columns are id, cust");
    }

    @Test
    void itIsTheSameAfterSerialization() throws Exception {
        assertThat(InstantiationUtil.clone(Expression.condition("changed('cust')"))
                        .test(TestRows.update("shop", "orders", 1, "a", "b")))
                .isTrue();
    }

    private static TestRows of(LogicalType type, Consumer<RowBuilder> value) {
        return row().with("id", INT, b -> b.int64(1)).with("x", type, value);
    }
}
