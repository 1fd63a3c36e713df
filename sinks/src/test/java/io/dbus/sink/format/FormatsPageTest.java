package io.dbus.sink.format;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.LogicalType;
import io.dbus.event.LogicalType.Kind;
import io.dbus.event.RowBuilder;
import io.dbus.event.TableSchema;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.flink.configuration.ConfigOption;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The page on formats shows what the formats write. With {@code -Ddbus.test.jvm.args=-Ddbus.write.pages=true} these tests write its examples anew. */
class FormatsPageTest {
    private static final Path PAGE = Path.of("FORMATS.md");

    /** A value that the page shows. */
    record Sample(String title, LogicalType type, Consumer<RowBuilder> value) {}

    @ParameterizedTest
    @ValueSource(strings = {"debezium-json", "plain-json", "dbus-json", "canal-json", "maxwell-json"})
    void itsExamplesAreWhatTheFormatWrites(String name) throws Exception {
        assertPart("examples of " + name, FormatExamples.of(format(name)));
    }

    @ParameterizedTest
    @ValueSource(strings = {"debezium-json", "plain-json", "dbus-json", "canal-json", "maxwell-json", "avro"})
    void itsOptionsAreThoseOfTheFormat(String name) throws Exception {
        assertPart(
                "options of " + name,
                format(name).options().stream()
                                .map(FormatsPageTest::described)
                                .collect(Collectors.joining(", ", "Options: ", "."))
                        + "\n");
    }

    @Test
    void itsTableOfValuesIsWhatTheFormatsWrite() throws Exception {
        List<String> formats = List.of("debezium-json", "dbus-json", "canal-json", "maxwell-json");
        StringBuilder table = new StringBuilder(
                "| MySQL | `debezium-json`, `plain-json` | `dbus-json` | `canal-json` | `maxwell-json` |\n");
        table.append("| --- | --- | --- | --- | --- |\n");
        for (Sample sample : samples()) {
            table.append("| ").append(sample.title());
            for (String name : formats) {
                table.append(" | `").append(written(format(name), sample)).append('`');
            }
            table.append(" |\n");
        }
        assertPart("values", table.toString());
    }

    @Test
    void itHasASectionForEveryFormat() throws Exception {
        String page = Files.readString(PAGE, UTF_8);
        for (EventFormat format : EventFormats.all()) {
            assertThat(page).contains("\n## " + format.name() + "\n");
        }
    }

    static void assertPart(String name, String text) throws Exception {
        String page = Files.readString(PAGE, UTF_8);
        Matcher part = Pattern.compile("(<!-- " + Pattern.quote(name) + " -->\n)(.*?)(<!-- end -->)", Pattern.DOTALL)
                .matcher(page);
        assertThat(part.find()).describedAs("a part '%s' in %s", name, PAGE).isTrue();
        if (Boolean.getBoolean("dbus.write.pages")) {
            Files.writeString(
                    PAGE,
                    page.substring(0, part.end(1)) + "\n" + text.strip() + "\n\n" + page.substring(part.start(3)),
                    UTF_8);
            return;
        }
        assertThat(part.group(2).strip()).isEqualTo(text.strip());
    }

    private static EventFormat format(String name) {
        return EventFormats.named(name).orElseThrow();
    }

    private static String described(ConfigOption<?> option) {
        boolean shown = option.hasDefaultValue()
                && !String.valueOf(option.defaultValue()).equals("[]");
        return "`" + option.key() + "`" + (shown ? " (" + option.defaultValue() + ")" : "");
    }

    /** The value as it stands in the record of an insert. */
    private static String written(EventFormat format, Sample sample) {
        TableSchema schema = Rows.schema(0, sample.type());
        String record = Rows.encode(format, Map.of(), Rows.insert(schema, sample.value()))
                .get(0)
                .value();
        Matcher value = Pattern.compile(
                        switch (format.name()) {
                            case "debezium-json" -> "\"after\":\\{\"c0\":(.*?)\\},\"source\"";
                            case "dbus-json" -> "\"rows\":\\[\\[(.*?)\\]\\],\"pk\"";
                            case "canal-json" -> "\"data\":\\[\\{\"c0\":(.*?)\\}\\],\"database\"";
                            default -> "\"data\":\\{\"c0\":(.*)\\}\\}";
                        },
                        Pattern.DOTALL)
                .matcher(record);
        assertThat(value.find()).describedAs(record).isTrue();
        return value.group(1).replace("|", "\\|");
    }

    static List<Sample> samples() {
        List<Sample> samples = new ArrayList<>();
        add(samples, "INT -5; the other integers too", LogicalType.of(Kind.INT), row -> row.int64(-5));
        add(samples, "BIGINT UNSIGNED 18446744073709551615", LogicalType.unsigned(Kind.BIGINT), row -> row.uint64(-1));
        add(samples, "DECIMAL(10,2) 10.50", LogicalType.decimal(10, 2), row -> row.decimal(new BigDecimal("10.50")));
        add(samples, "FLOAT 0.1", LogicalType.of(Kind.FLOAT), row -> row.float32(0.1f));
        add(samples, "DOUBLE 1e300", LogicalType.of(Kind.DOUBLE), row -> row.float64(1e300));
        add(samples, "BIT(1) 1", LogicalType.of(Kind.BIT, 1), row -> row.bits(1, 1));
        add(samples, "BIT(9) 256", LogicalType.of(Kind.BIT, 9), row -> row.bits(256, 9));
        add(samples, "YEAR 2024", LogicalType.of(Kind.YEAR), row -> row.int64(2024));
        add(samples, "DATE 2024-02-29", LogicalType.of(Kind.DATE), row -> row.date(2024, 2, 29));
        add(samples, "DATE 0000-00-00", LogicalType.of(Kind.DATE), row -> row.date(0, 0, 0));
        add(samples, "TIME -838:59:59", LogicalType.temporal(Kind.TIME, 0), row -> row.time(-3_020_399_000_000L, 0));
        add(
                samples,
                "DATETIME(3) 2024-02-29 10:11:12.500",
                LogicalType.temporal(Kind.DATETIME, 3),
                row -> row.datetime(2024, 2, 29, 10, 11, 12, 500_000, 3));
        add(
                samples,
                "DATETIME(6) 2024-02-29 10:11:12.000007",
                LogicalType.temporal(Kind.DATETIME, 6),
                row -> row.datetime(2024, 2, 29, 10, 11, 12, 7, 6));
        add(
                samples,
                "TIMESTAMP 2024-02-29 10:11:12 in UTC",
                LogicalType.temporal(Kind.TIMESTAMP, 0),
                row -> row.timestamp(1_709_201_472L, 0, 0));
        add(samples, "CHAR, VARCHAR, TEXT", LogicalType.of(Kind.TEXT), row -> row.text("a \"b\" \u00e9"));
        add(
                samples,
                "BINARY, VARBINARY, BLOB X'61FF'",
                LogicalType.of(Kind.BLOB),
                row -> row.binary(new byte[] {'a', (byte) 0xFF}, 0, 2));
        add(samples, "ENUM", LogicalType.labelled(Kind.ENUM, List.of("s", "m")), row -> row.text("m"));
        add(samples, "SET", LogicalType.labelled(Kind.SET, List.of("a", "b")), row -> row.text("a,b"));
        add(samples, "JSON", LogicalType.of(Kind.JSON), row -> row.json("{\"a\": [1, null]}"));
        add(samples, "POINT(1 2), SRID 4326", LogicalType.of(Kind.GEOMETRY), row -> {
            byte[] wkb = new HostileRows.Point(4326, 1, 2).wkb();
            row.geometry(4326, wkb, 0, wkb.length);
        });
        add(samples, "VECTOR [1, 0.1]", LogicalType.of(Kind.VECTOR, 2), row -> {
            byte[] floats = ByteBuffer.allocate(8)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putFloat(1f)
                    .putFloat(0.1f)
                    .array();
            row.vector(floats, 0, 2);
        });
        add(samples, "NULL of any type", LogicalType.of(Kind.INT), RowBuilder::nullValue);
        return samples;
    }

    private static void add(List<Sample> to, String title, LogicalType type, Consumer<RowBuilder> value) {
        to.add(new Sample(title, type, value));
    }
}
