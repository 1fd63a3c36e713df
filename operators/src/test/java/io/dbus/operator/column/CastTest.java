package io.dbus.operator.column;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.ValueReceiver;
import io.dbus.event.ValueText;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class CastTest {
    private static final Map<String, Consumer<ValueReceiver>> ODD = Map.of(
            "null",
            ValueReceiver::nullValue,
            "bytes",
            to -> to.binary(new byte[] {1, (byte) 0xC3, (byte) 0xAB}, 1, 2),
            "nobytes",
            to -> to.binary(new byte[] {(byte) 0xFF}, 0, 1),
            "geometry",
            to -> to.geometry(0, new byte[1], 0, 1),
            "vector",
            to -> to.vector(new byte[4], 0, 1),
            "zerots",
            to -> to.timestamp(0, 0, 0),
            "nan",
            to -> to.float64(Double.NaN));

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                // Whole numbers.
                "int 7 | bigint | 7",
                "int -128 | tinyint | -128",
                "int 255 | tinyint unsigned | 255",
                "int 16777215 | mediumint unsigned | 16777215",
                "int 4294967295 | int unsigned | 4294967295",
                "uint 18446744073709551615 | bigint unsigned | 18446744073709551615",
                "uint 9223372036854775807 | bigint | 9223372036854775807",
                "bits 5 | int | 5",
                "decimal 12.00 | int | 12",
                "decimal 0E-10 | int | 0",
                "double 1E3 | int | 1000",
                "float 16777216 | int | 16777216",
                "text 12 | int | 12",
                "text +12.0 | int | 12",
                "json 12 | int | 12",
                // Decimals.
                "int 7 | decimal(5,2) | 7.00",
                "decimal 123.400 | decimal(5,2) | 123.40",
                "decimal -999.99 | decimal(5,2) | -999.99",
                "float 1.1 | decimal(5,2) | 1.10",
                "double 0.1 | decimal(30,20) | 0.10000000000000000000",
                "uint 18446744073709551615 | decimal(20,0) | 18446744073709551615",
                "text 1e2 | decimal(5,2) | 100.00",
                // Doubles.
                "int 9007199254740992 | double | 9.007199254740992E15",
                "int 4611686018427387904 | double | 4.6116860184273879E18",
                "decimal 0.10 | double | 0.1",
                "float 1.1 | double | 1.1",
                "text -2.5e-3 | double | -0.0025",
                // Booleans.
                "int 1 | boolean | 1",
                "text TRUE | boolean | 1",
                "text false | boolean | 0",
                "text 0 | boolean | 0",
                // Text.
                "int -7 | varchar(20) | -7",
                "uint 18446744073709551615 | text | 18446744073709551615",
                "decimal 1.10 | varchar(4) | 1.10",
                "double 1.5 | text | 1.5",
                "text Zoë | char(3) | Zoë",
                "text 😀😀 | varchar(2) | 😀😀",
                "json {\"a\": 1} | text | {\"a\": 1}",
                "bytes | varchar(1) | ë",
                "date 2023-00-15 | text | 2023-00-15",
                "datetime 2024-05-01T12:30:00.500000 | text | 2024-05-01 12:30:00.500000",
                "timestamp 1700000000 | text | 2023-11-14T22:13:20.000000Z",
                "zerots | text | 0000-00-00T00:00:00Z",
                "time -5400500000 | text | -01:30:00.500000",
                // Dates and times.
                "date 2024-05-01 | datetime(3) | 2024-05-01T00:00:00.000",
                "date 0000-00-00 | datetime | 0000-00-00T00:00:00",
                "datetime 2024-05-01T00:00:00.000000 | date | 2024-05-01",
                "datetime 2024-05-01T12:30:00.500000 | timestamp(1) | 2024-05-01T12:30:00.5Z",
                "datetime 0000-00-00T00:00:00.000000 | timestamp | 0000-00-00T00:00:00Z",
                "timestamp 1700000000 | datetime | 2023-11-14T22:13:20",
                "zerots | datetime | 0000-00-00T00:00:00",
                "text 2024-05-01 | date | 2024-05-01",
                "text 2023-00-15 | date | 2023-00-15",
                "text 2024-05-01 12:30:00.5 | datetime(1) | 2024-05-01T12:30:00.5",
                "text 2024-05-01T12:30:00+02:00 | timestamp | 2024-05-01T10:30:00Z",
                "text -838:59:59.999999 | time(6) | -838:59:59.999999",
                "time 5400500000 | time(1) | 01:30:00.5",
                // JSON and bytes.
                "text {\"a\": [1, {}]} | json | {\"a\": [1, {}]}",
                "text 5 | json | 5",
                "int 5 | json | 5",
                "double 1.5 | json | 1.5",
                "text ë | varbinary(2) | base64:w6s=",
                "bytes | blob | base64:w6s=",
                // NULL.
                "null | int |",
                "null | varchar(1) |",
                "null | json |",
                "null | timestamp |",
            })
    void becomesExactlyThis(String value, String type, String expected) {
        assertThat(cast(value, TypeText.parse(type))).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "int 128 | tinyint",
                "int -1 | tinyint unsigned",
                "int 8388608 | mediumint",
                "int -1 | bigint unsigned",
                "uint 18446744073709551615 | bigint",
                "decimal 12.01 | int",
                "decimal 1E+30 | bigint",
                "double 1e300 | bigint",
                "double 1.5 | int",
                "nan | int",
                "nan | double",
                "text 12a | int",
                "text  12 | int",
                "text '' | int",
                "text 1e9999 | decimal(65,0)",
                "int 1000 | decimal(5,2)",
                "decimal 0.001 | decimal(5,2)",
                "decimal -1 | decimal(5,2) unsigned",
                "int 9007199254740993 | double",
                "decimal 0.1000000000000000000001 | double",
                "text 1e999 | double",
                "int 2 | boolean",
                "text yes | boolean",
                "text abcd | varchar(3)",
                "int 1000 | char(3)",
                "nobytes | text",
                "geometry | text",
                "vector | text",
                "geometry | int",
                "vector | json",
                "date 2024-05-01 | int",
                "date 2023-00-15 | timestamp",
                "date 1970-01-01 | timestamp",
                "datetime 2024-05-01T00:00:01.000000 | date",
                "datetime 2024-05-01T00:00:00.500000 | datetime",
                "timestamp 1700000000 | date",
                "text 2024-13-01 | date",
                "text 2024-05-01 | timestamp",
                "text 2024-05-01T12:30:00.1234567Z | timestamp(6)",
                "time 5400500000 | time",
                "time 5400500000 | datetime",
                "text 839:00:00 | time",
                "text noon | time",
                "int 5 | date",
                "int 5 | time",
                "int 5 | timestamp",
                "text {\"a\": } | json",
                "text {} {} | json",
                "text '' | json",
                "text abc | varbinary(2)",
                "bytes | int",
                "json \"x\" | date",
            })
    void isRefusedRatherThanRoundedCutOrGuessed(String value, String type) {
        assertThatThrownBy(() -> cast(value.replace("''", ""), TypeText.parse(type)))
                .isInstanceOf(ConversionException.class);
    }

    @Test
    void theRefusalSaysValueAndType() {
        assertThatThrownBy(() -> cast("decimal 12.345", TypeText.parse("decimal(10,2)")))
                .hasMessage("the number 12.345 is no DECIMAL(10,2), and would become one only with loss");
        assertThatThrownBy(() -> cast("text " + "x".repeat(100), TypeText.parse("int")))
                .hasMessage("the text '" + "x".repeat(50) + "...' is no INT, and would become one only with loss");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "number | 'number' is no type; there are tinyint",
                "decimal | is no decimal type",
                "decimal(66,2) | is no decimal type",
                "decimal(5,6) | is no decimal type",
                "varchar(0) | has room for nothing",
                "varchar unsigned | is unsigned, which only numbers are",
                "int(5) | has a number, and its type has none",
                "varchar(1,2) | has two numbers",
                "datetime(7) | more than 6 fractional digits",
                "enum | is no type",
            })
    void aTypeThatIsNoneIsRefused(String typeAndMessage) {
        String[] parts = typeAndMessage.split(" \\| ");

        assertThatThrownBy(() -> TypeText.parse(parts[0]))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(parts[1]);
    }

    @Test
    void thereIsACastToEveryTypeThatUsersCanWrite() {
        for (String type : TypeText.TYPES.replaceAll(" \\([^)]*\\)", "").split(", ")) {
            String written = type.replace("(digits,scale)", "(9,2)")
                    .replace("(f)", "(3)")
                    .replace("(n)", "(9)");
            assertThat(Cast.isPossible(TypeText.parse(written))).as(written).isTrue();
        }
        assertThat(Cast.isPossible(LogicalType.of(Kind.GEOMETRY))).isFalse();
    }

    private static String cast(String value, LogicalType type) {
        RowBuilder builder = new RowBuilder(RowBuilder.layout(type));
        give(value, Cast.to(type, builder));
        return ValueText.of(builder.build(), 0);
    }

    private static void give(String value, ValueReceiver to) {
        if (ODD.containsKey(value)) {
            ODD.get(value).accept(to);
            return;
        }
        String kind = value.substring(0, value.indexOf(' ') < 0 ? value.length() : value.indexOf(' '));
        String text = value.substring(Math.min(value.length(), kind.length() + 1));
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        switch (kind) {
            case "int" -> to.int64(Long.parseLong(text));
            case "uint" -> to.uint64(Long.parseUnsignedLong(text));
            case "bits" -> to.bits(Long.parseLong(text), 8);
            case "decimal" -> to.decimal(new BigDecimal(text));
            case "float" -> to.float32(Float.parseFloat(text));
            case "double" -> to.float64(Double.parseDouble(text));
            case "text" -> to.text(utf8, 0, utf8.length);
            case "json" -> to.json(utf8, 0, utf8.length);
            case "time" -> to.time(Long.parseLong(text), 6);
            case "timestamp" -> to.timestamp(Long.parseLong(text), 0, 6);
            case "date" -> {
                String[] parts = text.split("-");
                to.date(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]), Integer.parseInt(parts[2]));
            }
            case "datetime" -> {
                String[] parts = text.split("[-T:.]");
                int[] n = Arrays.stream(parts).mapToInt(Integer::parseInt).toArray();
                to.datetime(n[0], n[1], n[2], n[3], n[4], n[5], n[6], 6);
            }
            default -> throw new IllegalArgumentException(value);
        }
    }
}
