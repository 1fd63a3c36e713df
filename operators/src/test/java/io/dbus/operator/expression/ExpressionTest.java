package io.dbus.operator.expression;

import static io.dbus.operator.TestRows.row;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.UnsignedLong;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.RowChange;
import io.dbus.event.TableId;
import io.dbus.operator.TestRows;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.apache.flink.util.InstantiationUtil;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ExpressionTest {
    private static final RowChange ROW = row().with("id", LogicalType.of(Kind.INT), b -> b.int64(7))
            .with("big", LogicalType.of(Kind.BIGINT), b -> b.int64(9_007_199_254_740_993L))
            .with("ubig", LogicalType.unsigned(Kind.BIGINT), b -> b.uint64(-1L))
            .with("umid", LogicalType.unsigned(Kind.BIGINT), b -> b.uint64(Long.MAX_VALUE))
            .with("amount", LogicalType.decimal(20, 2), b -> b.decimal(new BigDecimal("100.00")))
            .with(
                    "wide",
                    LogicalType.decimal(40, 20),
                    b -> b.decimal(new BigDecimal("12345678901234567890.00000000000000000001")))
            .with("tenth", LogicalType.decimal(10, 2), b -> b.decimal(new BigDecimal("0.10")))
            .with("f", LogicalType.of(Kind.FLOAT), b -> b.float32(1.1f))
            .with("d", LogicalType.of(Kind.DOUBLE), b -> b.float64(2.5))
            .with("bit", LogicalType.of(Kind.BIT, 1), b -> b.bits(1, 1))
            .with("y", LogicalType.of(Kind.YEAR), b -> b.int64(2024))
            .with("name", LogicalType.of(Kind.VARCHAR, 20), b -> b.text("Zoë"))
            .with("status", LogicalType.labelled(Kind.ENUM, List.of("new", "paid")), b -> b.text("paid"))
            .with("tags", LogicalType.labelled(Kind.SET, List.of("a", "b")), b -> b.text("a,b"))
            .with("raw", LogicalType.of(Kind.VARBINARY, 4), b -> b.binary(new byte[] {0, (byte) 0xFF}, 0, 2))
            .with("day", LogicalType.of(Kind.DATE), b -> b.date(2024, 5, 1))
            .with("zero", LogicalType.of(Kind.DATE), b -> b.date(0, 0, 0))
            .with("half", LogicalType.of(Kind.DATE), b -> b.date(2023, 0, 15))
            .with("dt", LogicalType.temporal(Kind.DATETIME, 3), b -> b.datetime(2024, 5, 1, 12, 30, 0, 500_000, 3))
            .with("at", LogicalType.temporal(Kind.TIMESTAMP, 0), b -> b.timestamp(1_700_000_000L, 0, 0))
            .with("t", LogicalType.temporal(Kind.TIME, 0), b -> b.time(-900_000_000L, 0))
            .with("doc", LogicalType.of(Kind.JSON), b -> b.json("{\"a\": 1}"))
            .with("nothing", LogicalType.of(Kind.INT), RowBuilder::nullValue)
            .with("order-no", LogicalType.of(Kind.INT), b -> b.int64(5))
            .with("absent", LogicalType.of(Kind.INT), RowBuilder::absent)
            .with("geo", LogicalType.of(Kind.GEOMETRY), b -> b.geometry(4326, new byte[] {1, 2}, 0, 2))
            .with("vec", LogicalType.of(Kind.VECTOR, 2), b -> b.vector(vector(1.5f, 0.1f), 0, 2))
            .inserted();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after.id == 7 && after['id'] == 7",
                "after.id % 2 == 1",
                "after.id in [1, 7]",
                "!(after.id in [1, 2])",
                "'id' in after && !('nope' in after)",
                "after['order-no'] == 5",
                // Integers past 2^53 against doubles, and past 2^63 against ints.
                "after.big != 9007199254740992.0",
                "after.big > 9007199254740992.0",
                "after.ubig > 9223372036854775807u",
                "after.ubig > 9223372036854775807",
                "after.ubig == 18446744073709551615u",
                "after.ubig > 1.0 && after.ubig > -1",
                "after.umid == 9223372036854775807",
                "after.umid <= 9223372036854775807 && after.umid >= 9223372036854775807",
                "dyn(9223372036854775807) == 9223372036854775807u",
                "9007199254740993 > 9007199254740992.0",
                // Decimals.
                "after.amount == 100.00 && after.amount == 100 && after.amount == 100u && after.amount == '100.0'",
                "!(after.amount > 100.00) && after.amount >= 100.00 && after.amount < 100.01",
                "100.01 > after.amount && 99 < after.amount",
                "after.tenth == 0.1",
                "after.tenth in [0.1, 0.2]",
                "after.wide > 12345678901234567890u",
                "after.wide == '12345678901234567890.00000000000000000001'",
                "after.wide > decimal('12345678901234567890.0000000000000000000099')",
                "after.wide != '12345678901234567890.00000000000000000002'",
                "after.amount * 3 == 300 && 3 * after.amount == 300 && after.amount * after.tenth == 10",
                "after.amount + 0.1 == 100.10 && after.amount - 1u == 99 && -after.amount < 0",
                "after.tenth + 0.2 == 0.3",
                "after.tenth * 3.0 == 0.3",
                "string(after.amount) == '100.00' && int(after.amount) == 100 && double(after.tenth) == 0.1",
                // Doubles as they are written.
                "after.f == 1.1 && after.d == 2.5 && after.d > 2 && after.d < 3u",
                "after.d > after.tenth",
                "after.bit == 1 && after.y == 2024",
                // Text and bytes.
                "after.name == 'Zoë' && after.name.startsWith('Z') && size(after.name) == 3",
                "after.name.matches('^Z.*$')",
                "after.status == 'paid' && after.status in ['new', 'paid']",
                "after.tags == 'a,b' && after.tags.contains('b')",
                "after.raw == b'\\000\\377' && after.raw > b'\\000\\376'",
                "after.doc.contains('a')",
                // Dates and times.
                "after.day == '2024-05-01' && after.day < '2024-05-02' && after.day >= '2024-05-01 00:00:00'",
                "after.zero < '0001-01-01' && after.zero == '0000-00-00'",
                "after.half > '2022-12-31' && after.half < '2023-01-01'",
                "after.dt == '2024-05-01 12:30:00.5' && after.dt == '2024-05-01T12:30:00.500000'",
                "after.dt > '2024-05-01 12:30:00' && after.dt > after.day",
                "after.dt > datetime('2024-05-01 12:00:00')",
                "string(after.dt) == '2024-05-01 12:30:00.500000' && string(after.day) == '2024-05-01'",
                "timestamp(after.dt).getFullYear() == 2024",
                "after.at == timestamp('2023-11-14T22:13:20Z') && after.at == '2023-11-15T00:13:20+02:00'",
                "after.at < ts && ts == timestamp('2023-11-14T22:13:20.123456Z')",
                "after.t == duration('-15m') && after.t == '-00:15:00' && after.t < '00:00:00.5'",
                // NULL, absent columns, rows that are not there.
                "after.nothing == null && !(after.nothing != null) && after.id != null",
                "after.nothing != 5",
                "has(after.nothing) && !has(after.absent) && !has(after.nope) && has(after.id)",
                "before == null && after != null && !has(before.id)",
                "op == 'insert' && db == 'shop' && table == 'things'",
                "op in ['insert', 'delete']",
                "has(before.id) ? before.id == 1 : after.id == 7",
                "after == after",
                "after.geo.srid == 4326 && after.geo['wkb'] == b'\\001\\002'",
                "after.vec == [1.5, 0.1] && after.vec[1] < 0.2 && size(after.vec) == 2",
                "[1, 2].exists(x, x + 5 == after.id)",
                "{'a': 1}['a'] == 1 && {'a': 1}.a == 1 && 1 in {1: 2}",
                "dyn([1, 2]) == [1.0, 2u] && dyn({'k': 1}) == {'k': 1.0} && [1] != [1, 2]",
                "type(after.id) == int",
                "1.0 / 0.0 > after.wide && !(0.0 / 0.0 == 0.0 / 0.0) && -1.0 / 0.0 < after.ubig",
                "false < true && 'a' < 'b'",
            })
    void isTrueOfTheRow(String text) throws ExpressionException {
        assertThat(Expression.condition(text).test(ROW)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "after.nope == 1 | no column 'nope'; its columns are id, big, ubig",
                "after['nope'] == 1 | no column 'nope'",
                "after.absent == 1 | set binlog_row_image=FULL",
                "before.id == 1 | the operation is insert, which has no row 'before'",
                "after.nothing > 1 | line 1, column 15: NULL has no order to the int 1",
                "after.name == 1 | the string 'Zoë' cannot be compared with the int 1",
                "after.name > 1 | the string 'Zoë' cannot be compared with the int 1",
                "after.id == true | the int 7 cannot be compared with the bool true",
                "after.id in ['7'] | the string '7' cannot be compared with the int 7",
                "after.amount == 'much' | the string 'much' is no decimal",
                "after.day > 'yesterday' | is no date or datetime",
                "after.day > '2024-13-01' | is no date or datetime",
                "after.at > '2024-05-01' | write one with its zone",
                "after.t > 'noon' | is no time",
                "after.at > after.dt | the timestamp 2023-11-14T22:13:20Z cannot be compared with the date or datetime",
                "timestamp(after.half) > ts | is on no calendar",
                "int(after.wide * after.wide) > 0 | does not fit an int",
                "after.vec[2] > 0.0 | a list of 2 has no element 2",
                "after.id | its value is the int 7, which is neither true nor false",
                "after.id + after.name == 1 | _+_",
                "1 in after.id | 'in' takes a list or a map",
                "after.id / 0 == 1 | line 1, column 10",
            })
    void failsAndSaysWhy(String textAndMessage) {
        String[] parts = textAndMessage.split(" \\| ");

        assertThatThrownBy(() -> Expression.condition(parts[0]).test(ROW))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining(parts[1]);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "tabel == 'x' | line 1, column 1: undeclared reference to 'tabel'; there are the variables before, after, op, db, table, ts",
                "op == 1 | line 1, column 4",
                "after.id == | line 1, column 12",
                "op == 'insert' &&\n  foo(1) | line 2, column 6: undeclared reference to 'foo'",
                "'x' | expected type 'bool' but found 'string'",
                " | the expression is empty",
                "after.amount > 12345678901234567.89 | line 1, column 16: the number 12345678901234567.89 has more digits than a double holds: write decimal('12345678901234567.89')",
                "after.amount > -0.12345678901234567891 | write decimal('0.12345678901234567891')",
                "after.name.matches('[') | line 1, column 20",
                "ts > timestamp('yesterday') | line 1, column 16",
                "after.t > duration('soon') | line 1, column 20",
            })
    void isRefusedWithItsPlace(String textAndMessage) {
        String[] parts = textAndMessage.split(" ?\\| ");

        assertThatThrownBy(() -> Expression.condition(parts[0]))
                .isInstanceOf(ExpressionSyntaxException.class)
                .hasMessageContaining(parts[1]);
    }

    @Test
    void aColumnThatTheExpressionDoesNotReadIsNotDecoded() throws Exception {
        // The DECIMAL's bytes are no number: whoever decodes them fails.
        RowChange row = row().with("id", LogicalType.of(Kind.INT), b -> b.int64(7))
                .with("broken", LogicalType.decimal(5, 2), b -> b.text("no number"))
                .inserted();

        assertThat(Expression.condition("after.id == 7 && after != null && 'broken' in after")
                        .test(row))
                .isTrue();
        assertThatThrownBy(() -> Expression.condition("after.broken > 0").test(row))
                .isInstanceOf(ExpressionException.class)
                .hasMessageContaining("A DECIMAL holds the byte");
    }

    @Test
    void theTableIsTheOneThatTheRowWasRoutedTo() throws Exception {
        RowChange routed = ROW.withTable(new TableId("sales", "o"));

        assertThat(Expression.condition("db == 'sales' && table == 'o'").test(routed))
                .isTrue();
    }

    @Test
    void anUpdateHasBothRowsAndADeleteNoneAfter() throws Exception {
        RowChange update = TestRows.update("shop", "orders", 1, "a", "b");
        RowChange delete = TestRows.delete("shop", "orders", 1, "a");

        assertThat(Expression.condition("op == 'update' && before.cust != after.cust && before != after")
                        .test(update))
                .isTrue();
        assertThat(Expression.condition("op == 'delete' && after == null && before.cust == 'a'")
                        .test(delete))
                .isTrue();
    }

    @Test
    void valuesOfAllTypesComeOutAsTheyAre() throws Exception {
        assertThat(Expression.compile("after.amount * 2").evaluate(ROW)).isEqualTo(new BigDecimal("200.00"));
        assertThat(Expression.compile("after.ubig").evaluate(ROW)).isEqualTo(UnsignedLong.MAX_VALUE);
        assertThat(Expression.compile("after.name + '!'").evaluate(ROW)).isEqualTo("Zoë!");
        assertThat(Expression.compile("after.dt").evaluate(ROW)).hasToString("2024-05-01 12:30:00.500000");
    }

    @Test
    void anExpressionIsTheSameAfterSerialization() throws Exception {
        Expression condition = Expression.condition("after.id == 7");

        Expression copy = InstantiationUtil.clone(condition);

        assertThat(copy.text()).isEqualTo("after.id == 7");
        assertThat(copy.test(ROW)).isTrue();
    }

    private static byte[] vector(float... elements) {
        ByteBuffer bytes = ByteBuffer.allocate(elements.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
        for (float element : elements) {
            bytes.putFloat(element);
        }
        return bytes.array();
    }
}
