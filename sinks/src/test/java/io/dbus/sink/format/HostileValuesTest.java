package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.StreamReadFeature;
import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowChange;
import io.dbus.sink.format.HostileRows.HostileColumn;
import io.dbus.sink.format.HostileRows.Point;
import io.dbus.sink.format.canal.CanalJsonFormat;
import io.dbus.sink.format.dbus.DbusJsonFormat;
import io.dbus.sink.format.debezium.DebeziumJsonFormat;
import io.dbus.sink.format.maxwell.MaxwellJsonFormat;
import io.dbus.sink.format.plain.PlainJsonFormat;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a strict JSON parser, which knows nothing of the formats, finds in their records of awkward rows: each value as its text says it, names in the order of the columns. */
class HostileValuesTest {
    private static final int ROWS = 500;
    private static final JsonFactory STRICT = JsonFactory.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** A number, string or other scalar as it stands in the text. */
    private record Scalar(JsonToken token, String text) {}

    enum Form {
        DEBEZIUM(new DebeziumJsonFormat()),
        PLAIN(new PlainJsonFormat()),
        DBUS(new DbusJsonFormat()),
        CANAL(new CanalJsonFormat()),
        MAXWELL(new MaxwellJsonFormat());

        private final EventFormat format;

        Form(EventFormat format) {
            this.format = format;
        }

        boolean isDebeziums() {
            return this == DEBEZIUM || this == PLAIN;
        }

        /** The row in a value: by name, in order. */
        Map<String, Object> row(Map<String, Object> value) {
            return switch (this) {
                case PLAIN -> value;
                case DEBEZIUM -> object(value.get("after"));
                case MAXWELL -> object(value.get("data"));
                case CANAL -> object(((List<?>) value.get("data")).get(0));
                case DBUS -> {
                    Map<String, Object> row = new LinkedHashMap<>();
                    List<?> names = (List<?>) value.get("cols");
                    List<?> values = (List<?>) ((List<?>) value.get("rows")).get(0);
                    for (int i = 0; i < names.size(); i++) {
                        row.put(((Scalar) names.get(i)).text(), values.get(i));
                    }
                    yield row;
                }
            };
        }
    }

    @ParameterizedTest
    @EnumSource
    void everyRowIsStrictJsonOfTheSameValuesInTheOrderOfItsColumns(Form form) throws Exception {
        EventEncoder encoder = form.format.encoders(Rows.context(Map.of())).create();
        Random random = new Random(7);
        for (int i = 0; i < ROWS; i++) {
            Object[] values = HostileRows.values(random, i);
            RowChange insert =
                    RowChange.insert(HostileRows.SCHEMA, HostileRows.image(values), Rows.origin(i), Rows.key(i));
            Rows.Encoded record = Rows.encode(encoder, insert).get(0);

            assertThat(record.value()).doesNotContain("\n").doesNotContain("\r");
            Map<String, Object> row = form.row(parse(record.value()));

            assertThat(row.keySet())
                    .containsExactlyElementsOf(HostileRows.COLUMNS.stream()
                            .map(HostileColumn::name)
                            .toList());
            int at = 0;
            for (Object written : row.values()) {
                HostileColumn column = HostileRows.COLUMNS.get(at);
                assertValue(form, column, written, values[at++]);
            }
        }
    }

    private static void assertValue(Form form, HostileColumn column, Object written, Object value) {
        LogicalType type = column.type();
        if (value == null) {
            assertThat(written)
                    .describedAs("%s as %s", column, form)
                    .isEqualTo(new Scalar(JsonToken.VALUE_NULL, "null"));
        } else if (type.kind() == Kind.FLOAT) {
            float parsed = Float.parseFloat(((Scalar) written).text());
            assertThat(Float.floatToRawIntBits(parsed)).isEqualTo(Float.floatToRawIntBits((Float) value));
            assertThat(((Scalar) written).text())
                    .hasSizeLessThanOrEqualTo(value.toString().length());
            assertThat(((Scalar) written).token()).isEqualTo(numberToken(form, JsonToken.VALUE_NUMBER_FLOAT));
        } else if (type.kind() == Kind.DOUBLE) {
            double parsed = Double.parseDouble(((Scalar) written).text());
            assertThat(Double.doubleToRawLongBits(parsed)).isEqualTo(Double.doubleToRawLongBits((Double) value));
            assertThat(((Scalar) written).text())
                    .hasSizeLessThanOrEqualTo(value.toString().length());
            assertThat(((Scalar) written).token()).isEqualTo(numberToken(form, JsonToken.VALUE_NUMBER_FLOAT));
        } else if (type.kind() == Kind.JSON && form == Form.MAXWELL) {
            assertThat(written).describedAs("%s as %s", column, form).isEqualTo(parseValue((String) value));
        } else if (type.kind() == Kind.GEOMETRY) {
            assertThat(written).describedAs("%s as %s", column, form).isEqualTo(geometry(form, (Point) value));
        } else if (type.kind() == Kind.SET && form == Form.MAXWELL) {
            List<Scalar> labels = new ArrayList<>();
            for (String label : ((String) value).split(",")) {
                if (!label.isEmpty()) {
                    labels.add(string(label));
                }
            }
            assertThat(written).isEqualTo(labels);
        } else if (type.kind() == Kind.VECTOR) {
            List<?> elements = form == Form.CANAL ? (List<?>) parseValue(((Scalar) written).text()) : (List<?>) written;
            assertThat(elements)
                    .map(element -> (Object) Float.parseFloat(((Scalar) element).text()))
                    .isEqualTo(value);
        } else {
            assertThat(written).describedAs("%s as %s", column, form).isEqualTo(scalar(form, type, value));
        }
    }

    private static JsonToken numberToken(Form form, JsonToken number) {
        return form == Form.CANAL ? JsonToken.VALUE_STRING : number;
    }

    private static Object geometry(Form form, Point point) {
        String wkb = Base64.getEncoder().encodeToString(point.wkb());
        return switch (form) {
            case DEBEZIUM, PLAIN, DBUS -> Map.of("wkb", string(wkb), "srid", integer(point.srid()));
            case CANAL -> {
                byte[] stored = ByteBuffer.allocate(25)
                        .order(ByteOrder.LITTLE_ENDIAN)
                        .putInt(point.srid())
                        .put(point.wkb())
                        .array();
                yield string(new String(stored, ISO_8859_1));
            }
            case MAXWELL -> string("POINT (" + coordinate(point.x()) + " " + coordinate(point.y()) + ")");
        };
    }

    private static String coordinate(double value) {
        if (value == 0) {
            return Double.doubleToRawLongBits(value) == 0 ? "0" : "-0";
        }
        return new BigDecimal(NumberText.of(value)).stripTrailingZeros().toPlainString();
    }

    private static Scalar scalar(Form form, LogicalType type, Object value) {
        boolean texts = form == Form.CANAL;
        return switch (type.kind()) {
            case TINYINT, SMALLINT, MEDIUMINT, INT, BIGINT -> texts ? string(value.toString()) : integer(value);
            case YEAR -> texts ? string(String.format("%04d", (Long) value)) : integer(value);
            case BIT -> bits(form, type, value);
            case DECIMAL -> {
                String digits = ((BigDecimal) value).toPlainString();
                yield form == Form.MAXWELL ? new Scalar(JsonToken.VALUE_NUMBER_FLOAT, digits) : string(digits);
            }
            case DATE -> {
                LocalDate date = (LocalDate) value;
                yield form.isDebeziums() ? integer(date.toEpochDay()) : string(date.toString());
            }
            case TIME -> form.isDebeziums() ? integer(value) : string(time((Long) value));
            case DATETIME -> datetime(form, type, (LocalDateTime) value);
            case TIMESTAMP -> {
                String text = text((LocalDateTime) value, type, form == Form.CANAL || form == Form.MAXWELL ? ' ' : 'T');
                yield string(form == Form.CANAL || form == Form.MAXWELL ? text : text + "Z");
            }
            case BINARY, VARBINARY, BLOB ->
                string(
                        texts
                                ? new String((byte[]) value, ISO_8859_1)
                                : Base64.getEncoder().encodeToString((byte[]) value));
            default -> string((String) value);
        };
    }

    private static Scalar bits(Form form, LogicalType type, Object value) {
        if (form == Form.CANAL) {
            return string(value.toString());
        } else if (!form.isDebeziums()) {
            return integer(value);
        } else if (type.length() == 1) {
            return value.equals(1L)
                    ? new Scalar(JsonToken.VALUE_TRUE, "true")
                    : new Scalar(JsonToken.VALUE_FALSE, "false");
        }
        byte[] littleEndian = ByteBuffer.allocate(8)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(((Number) value).longValue())
                .array();
        return string(Base64.getEncoder().encodeToString(littleEndian));
    }

    private static Scalar datetime(Form form, LogicalType type, LocalDateTime value) {
        if (form.isDebeziums()) {
            long seconds = value.toEpochSecond(ZoneOffset.UTC);
            return integer(type.scale() <= 3 ? seconds * 1000 : seconds * 1_000_000 + value.getNano() / 1000);
        }
        return string(text(value, type, form == Form.DBUS ? 'T' : ' '));
    }

    private static String text(LocalDateTime value, LogicalType type, char separator) {
        String pattern =
                "yyyy-MM-dd'" + separator + "'HH:mm:ss" + (type.scale() > 0 ? "." + "S".repeat(type.scale()) : "");
        return DateTimeFormatter.ofPattern(pattern).format(value);
    }

    private static String time(long micros) {
        long absolute = Math.abs(micros);
        return String.format(
                "%s%02d:%02d:%02d.%06d",
                micros < 0 ? "-" : "",
                absolute / 3_600_000_000L,
                absolute / 60_000_000 % 60,
                absolute / 1_000_000 % 60,
                absolute % 1_000_000);
    }

    private static Scalar string(String text) {
        return new Scalar(JsonToken.VALUE_STRING, text);
    }

    private static Scalar integer(Object value) {
        return new Scalar(JsonToken.VALUE_NUMBER_INT, value.toString());
    }

    private static Map<String, Object> object(Object parsed) {
        Map<String, Object> members = new LinkedHashMap<>();
        ((Map<?, ?>) parsed).forEach((name, value) -> members.put((String) name, value));
        return members;
    }

    private static Map<String, Object> parse(String text) {
        return object(parseValue(text));
    }

    private static Object parseValue(String text) {
        try (JsonParser parser = STRICT.createParser(text)) {
            parser.nextToken();
            Object value = value(parser);
            assertThat(parser.nextToken()).isNull();
            return value;
        } catch (IOException e) {
            throw new AssertionError("This is no strict JSON: " + text, e);
        }
    }

    private static Object value(JsonParser parser) throws IOException {
        switch (parser.currentToken()) {
            case START_OBJECT -> {
                Map<String, Object> members = new LinkedHashMap<>();
                while (parser.nextToken() != JsonToken.END_OBJECT) {
                    String name = parser.currentName();
                    parser.nextToken();
                    members.put(name, value(parser));
                }
                return members;
            }
            case START_ARRAY -> {
                List<Object> elements = new ArrayList<>();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    elements.add(value(parser));
                }
                return elements;
            }
            default -> {
                return new Scalar(parser.currentToken(), parser.getText());
            }
        }
    }
}
