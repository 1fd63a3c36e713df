package io.dbus.job.flow;

import static java.util.stream.Collectors.toSet;
import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.event.LogicalType;
import io.dbus.event.ValueReceiver;
import io.dbus.sink.format.EventFormats;
import io.dbus.sink.format.ValueOptions;
import io.dbus.types.TypesPage;
import io.dbus.types.TypesPage.Option;
import io.dbus.types.TypesPage.Value;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.configuration.ConfigOption;
import org.junit.jupiter.api.Test;

/** The page of types leaves nothing out. */
class TypesPageTest {
    private static final Map<ConfigOption<?>, Object[]> CHOICES = Map.of(
            ValueOptions.DECIMALS, ValueOptions.Decimals.values(),
            ValueOptions.UNSIGNED_BIGINTS, ValueOptions.UnsignedBigints.values(),
            ValueOptions.TEMPORALS, ValueOptions.Temporals.values(),
            ValueOptions.BINARIES, ValueOptions.Binaries.values(),
            ValueOptions.ZERO_DATES, ValueOptions.ZeroDates.values());

    @Test
    void eachKindAndEachWayOfReceivingAValueHasARow() throws Exception {
        List<Value> values = TypesPage.read().mySql();
        Set<String> words = values.stream()
                .flatMap(value -> Arrays.stream(value.definition().split("[ (]")))
                .collect(toSet());
        for (LogicalType.Kind kind : LogicalType.Kind.values()) {
            assertThat(words).contains(kind.name());
        }
        assertThat(values.stream().map(Value::logical).collect(toSet()))
                .containsExactlyInAnyOrderElementsOf(Arrays.stream(ValueReceiver.class.getMethods())
                        .map(Method::getName)
                        .toList());
        assertThat(words)
                .contains(
                        "UNSIGNED",
                        "ZEROFILL",
                        "STORED",
                        "VIRTUAL",
                        "INVISIBLE",
                        "SRID",
                        "my_row_id",
                        "NUMERIC",
                        "REAL");
    }

    @Test
    void eachNumberOfFractionalDigitsHasARowOnBothServers() throws Exception {
        TypesPage page = TypesPage.read();
        for (String type : List.of("TIME", "DATETIME", "TIMESTAMP")) {
            assertThat(page.mySql().stream().map(Value::definition))
                    .containsAll(IntStream.rangeClosed(0, 6)
                            .mapToObj(digits -> type + "(" + digits + ")")
                            .toList());
            assertThat(page.mariaDb().stream().map(Value::definition))
                    .containsAll(IntStream.rangeClosed(0, 6)
                            .mapToObj(digits -> type + (digits == 0 ? "" : "(" + digits + ")")
                                    + " under mysql56_temporal_format=OFF")
                            .toList());
        }
    }

    @Test
    void eachValueOfEachOptionHasARowInEachFormatThatTakesIt() throws Exception {
        Set<String> rows = new HashSet<>();
        for (Option option : TypesPage.read().options()) {
            rows.add(option.format() + " " + option.option().replace("\"", ""));
        }
        for (String format : formats().toList()) {
            List<ConfigOption<?>> taken =
                    EventFormats.named(format).orElseThrow().options();
            CHOICES.forEach((option, choices) -> {
                if (taken.contains(option)) {
                    assertThat(rows)
                            .containsAll(Arrays.stream(choices)
                                    .map(choice -> format + " " + option.key() + ": "
                                            + choice.toString().toLowerCase(Locale.ROOT))
                                    .toList());
                }
            });
        }
    }

    @Test
    void eachFormatThatWritesJsonHasAColumn() throws Exception {
        TypesPage page = TypesPage.read();
        assertThat(page.mySql().get(0).written().keySet())
                .containsExactlyInAnyOrderElementsOf(formats().toList());
        assertThat(page.mariaDb().get(0).written().keySet())
                .containsExactlyInAnyOrderElementsOf(formats().toList());
    }

    private static Stream<String> formats() {
        return EventFormats.all().stream().map(format -> format.name()).filter(name -> name.endsWith("-json"));
    }
}
