package io.dbus.event;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class EventKeyTest {
    private static final List<String> PIECES =
            List.of("", "t", "t\u0001t", "\u0001", "n", "t\u0000", "x".repeat(127), "x".repeat(128));

    @Test
    void oneValueHasOneFormWhateverItsType() {
        assertThat(key(b -> b.int64(5))).isEqualTo(key(b -> b.uint64(5))).isEqualTo(key(b -> b.bits(5, 8)));
        assertThat(key(b -> b.decimal(new BigDecimal("1.10")))).isEqualTo(key(b -> b.decimal(new BigDecimal("1.1"))));
        assertThat(key(b -> b.decimal(new BigDecimal("100")))).isEqualTo(key(b -> b.decimal(new BigDecimal("1E+2"))));
        assertThat(key(b -> b.decimal(new BigDecimal("0.00")))).isEqualTo(key(b -> b.decimal(BigDecimal.ZERO)));
        assertThat(key(b -> b.float32(0.5f))).isEqualTo(key(b -> b.float64(0.5)));
        assertThat(key(b -> b.float64(-0.0))).isEqualTo(key(b -> b.float64(0.0)));
        assertThat(key(b -> b.time(1_000_000, 0))).isEqualTo(key(b -> b.time(1_000_000, 6)));
        assertThat(key(b -> b.date(2024, 5, 1))).isEqualTo(key(b -> b.datetime(2024, 5, 1, 0, 0, 0, 0, 3)));
        assertThat(key(b -> b.timestamp(7, 0, 0))).isEqualTo(key(b -> b.timestamp(7, 0, 6)));
    }

    @Test
    void differentValuesHaveDifferentForms() {
        assertThat(List.of(
                        key(b -> b.int64(-1)),
                        key(b -> b.uint64(-1)),
                        key(b -> b.int64(1)),
                        key(b -> text(b, "1")),
                        key(b -> b.binary(new byte[] {'1'}, 0, 1)),
                        key(ValueReceiver::nullValue),
                        key(b -> text(b, "")),
                        key(b -> b.date(0, 0, 0)),
                        key(b -> b.date(0, 0, 1)),
                        key(b -> b.date(0, 1, 0)),
                        key(b -> b.date(2023, 1, 31)),
                        key(b -> b.date(2023, 2, 0)),
                        key(b -> b.timestamp(0, 0, 0)),
                        key(b -> b.time(0, 0)),
                        key(b -> b.geometry(1, new byte[] {2}, 0, 1)),
                        key(b -> b.geometry(2, new byte[] {2}, 0, 1)),
                        new EventKey.Builder("s", "t").build()))
                .doesNotHaveDuplicates();
    }

    @Test
    void noTwoListsOfPartsHaveOneForm() {
        assertThat(key(b -> {
                    text(b, "a");
                    text(b, "b");
                }))
                .isNotEqualTo(key(b -> text(b, "ab")))
                .isNotEqualTo(key(b -> text(b, "at\u0001b")));
        // Every list of up to four parts from a handful that would run into each other without lengths and tags.
        Map<EventKey, List<String>> seen = new HashMap<>();
        Random random = new Random(3);
        for (int i = 0; i < 50_000; i++) {
            List<String> parts = random.ints(random.nextInt(5), 0, PIECES.size())
                    .mapToObj(PIECES::get)
                    .toList();
            EventKey key = key(b -> parts.forEach(part -> text(b, part)));
            List<String> other = seen.putIfAbsent(key, parts);
            assertThat(other == null || other.equals(parts)).isTrue();
        }
        assertThat(seen).hasSizeGreaterThan(500);
    }

    @Test
    void formAndHashNeverChangeForKeyedStateIsFoundByThem() {
        // Written down once. A change here loses the state of every running pipeline.
        EventKey.Builder builder = new EventKey.Builder("shop-db", "shop", "orders");
        builder.int64(5);
        text(builder, "Zoë");
        builder.decimal(new BigDecimal("-1.50"));
        builder.nullValue();
        EventKey key = builder.build();

        assertThat(HexFormat.of().formatHex(key.bytes()))
                .isEqualTo("700773686f702d64627004" + "73686f7070066f7264657273" + "690000000000000005" + "74045a6fc3ab"
                        + "64042d312e35" + "6e");
        assertThat(key.hashCode()).isEqualTo(1_973_455_914);
        assertThat(new EventKey.Builder().build().hashCode()).isEqualTo(1);
    }

    @Test
    void aBuilderBeginsEachKeyWithItsPlace() {
        EventKey.Builder builder = new EventKey.Builder("s", "t");
        builder.int64(1);
        EventKey first = builder.build();
        builder.int64(1);

        assertThat(builder.build()).isEqualTo(first);
        assertThat(builder.build()).isEqualTo(new EventKey.Builder("s", "t").build());
    }

    @Test
    void aKeyReadsAsPeopleReadIt() {
        EventKey.Builder builder = new EventKey.Builder("shop-db", "", "shop", "orders");
        builder.int64(-5);
        builder.uint64(-1);
        text(builder, "Zoë");
        builder.decimal(new BigDecimal("1.50"));
        builder.nullValue();
        builder.float64(2.5);
        builder.binary(new byte[] {0, -1}, 0, 2);
        builder.date(2023, 0, 15);
        builder.datetime(2024, 5, 1, 12, 30, 0, 500_000, 3);
        builder.time(-90_000_000, 0);
        builder.timestamp(1_700_000_000, 0, 0);

        assertThat(builder.build())
                .hasToString("shop-db/shop/orders[-5, 18446744073709551615, 'Zoë', 1.5, NULL, 2.5, 0x00ff,"
                        + " 2023-00-15 00:00:00, 2024-05-01 12:30:00.500000, -00:01:30, 2023-11-14T22:13:20Z]");
        assertThat(new EventKey.Builder("s").build()).hasToString("s[]");
    }

    @Test
    void aDamagedKeyStillReadsAsBytes() {
        assertThat(EventKey.ofBytes(new byte[] {'i', 1})).hasToString("0x6901");
        assertThat(EventKey.ofBytes(new byte[] {'t', 9})).hasToString("0x7409");
        assertThat(EventKey.ofBytes(new byte[] {'?'})).hasToString("0x3f");
    }

    private static EventKey key(Consumer<EventKey.Builder> parts) {
        EventKey.Builder builder = new EventKey.Builder("s", "t");
        parts.accept(builder);
        return builder.build();
    }

    private static void text(EventKey.Builder builder, String text) {
        byte[] utf8 = text.getBytes(UTF_8);
        builder.text(utf8, 0, utf8.length);
    }

    @Test
    void thePlaceOfAKeyIsTheTableAndNothingOfTheRow() {
        EventKey.Builder table = new EventKey.Builder("shop-db", "", "shop", "o".repeat(300));
        EventKey place = table.build();
        table.int64(5);
        EventKey row = table.build();
        table.text(new byte[] {'p'}, 0, 1);
        EventKey other = table.build();

        assertThat(row.place()).isEqualTo(place).isEqualTo(other.place());
        assertThat(place.place()).isSameAs(place);
        assertThat(new EventKey.Builder().build().place()).hasToString("[]");
    }

    @Test
    void aTableIsSpreadEvenlyOverItsPartsAndAKeyIsAlwaysInTheSame() {
        EventKey.Builder table = new EventKey.Builder("shop-db", "", "shop", "orders");
        Map<EventKey, Integer> parts = new HashMap<>();
        for (int id = 0; id < 10_000; id++) {
            table.int64(id);
            parts.merge(table.build().part(16), 1, Integer::sum);
        }

        assertThat(parts.keySet())
                .containsExactlyInAnyOrderElementsOf(table.build().parts(16));
        assertThat(parts.values()).allMatch(rows -> rows > 550 && rows < 700);
        table.int64(5);
        // State is found by it: it can never change.
        assertThat(table.build().part(256)).hasToString("shop-db/shop/orders[33]");
    }
}
