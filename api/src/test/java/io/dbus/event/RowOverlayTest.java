package io.dbus.event;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.IntUnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowOverlayTest {
    private static final TableSchema SCHEMA = SampleEvents.schema();
    private static final int SIZE = SCHEMA.layout().size();
    private static final LogicalType TEXT = LogicalType.of(Kind.TEXT);

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void newValuesLieOverAllKindsOfOthersWhichStayAsTheyAre(boolean source) {
        RowImage image = image(source, SampleEvents.row(SCHEMA));
        RowOverlay overlay = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT, LogicalType.of(Kind.BIGINT)));

        overlay.values().text("new").int64(7);
        RowImage made = overlay.over(image);

        Map<String, String> expected = new LinkedHashMap<>(ValueText.of(SCHEMA, SampleEvents.row(SCHEMA)));
        assertThat(values(made, i -> overlay.position(i), SIZE)).containsExactlyElementsOf(expected.values());
        assertThat(ValueText.of(made, overlay.added(0))).isEqualTo("new");
        assertThat(ValueText.of(made, overlay.added(1))).isEqualTo("7");
        assertThat(made.isFull()).isTrue();
        assertThat(made.layout()).isSameAs(overlay.layout());
    }

    @Test
    void anImageOfASourceIsNeitherWalkedNorDecodedWhenValuesAreLaidOverIt() {
        RowImage image = image(true, SampleEvents.row(SCHEMA));
        RowOverlay overlay = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT));
        long walks = CountingRowFormat.walks();
        long reads = CountingRowFormat.reads();

        overlay.values().text("a");
        RowImage once = overlay.over(image);
        RowOverlay again = RowOverlay.of(once.layout(), all(SIZE), List.of(TEXT));
        again.values().text("b");
        RowImage twice =
                again.over(RowImage.partial(once.layout(), once.present(), once.bytes(), once.offset(), once.length()));

        assertThat(CountingRowFormat.walks()).as("where the values above begin").isEqualTo(walks + 1);
        assertThat(ValueText.of(twice, again.added(0))).isEqualTo("b");
        assertThat(CountingRowFormat.reads()).isEqualTo(reads);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void absentColumnsStayAbsentAndNewOnesCanBe(boolean source) {
        RowImage image = image(source, SampleEvents.partial(SCHEMA));
        RowOverlay overlay = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT, TEXT, TEXT));

        overlay.values().absent().nullValue();
        overlay.values().text("x");
        RowImage made = overlay.over(image);

        assertThat(made.isFull()).isFalse();
        assertThat(IntStream.range(0, made.layout().size()).filter(made::isPresent))
                .containsExactly(overlay.position(0), overlay.added(1), overlay.added(2));
        assertThat(made.isNull(overlay.added(1))).isTrue();
        assertThat(ValueText.of(made, overlay.added(2))).isEqualTo("x");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void imagesDoNotGrowWithTheNumberOfOverlays(boolean source) {
        RowImage image = image(source, SampleEvents.row(SCHEMA));
        int grown = 0;
        List<Integer> kept = new ArrayList<>(all(SIZE));
        for (int round = 0; round < 50; round++) {
            RowOverlay overlay = RowOverlay.of(image.layout(), kept, List.of(TEXT));
            overlay.values().text("round " + round % 10);
            image = overlay.over(image);
            List<Integer> moved =
                    new ArrayList<>(kept.stream().map(overlay::position).toList());
            if (moved.size() > SIZE) {
                moved.remove(SIZE);
            }
            moved.add(overlay.added(0));
            // The value of the round before is not kept.
            kept = moved.stream()
                    .filter(position -> position != overlay.added(0))
                    .toList();
            grown = round == 0 ? image.length() : grown;
            assertThat(ValueText.of(image, overlay.added(0))).isEqualTo("round " + round % 10);
            assertThat(image.length()).isEqualTo(grown);
            assertThat(image.layout().size()).isEqualTo(SIZE + 1);
        }
        assertThat(image.layout().format().name()).isEqualTo(source ? "layered:counting" : "dbus");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void valuesOfAnEarlierOverlayAreKeptWhereTheyAreAskedFor(boolean source) {
        RowImage image = image(source, SampleEvents.row(SCHEMA));
        RowOverlay first = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT, TEXT, TEXT, TEXT));
        first.values().text("a").absent().nullValue();
        first.values().text("d");
        RowImage once = first.over(image);
        RowOverlay second =
                RowOverlay.of(once.layout(), List.of(0, first.added(0), first.added(1), first.added(2)), List.of(TEXT));
        second.values().text("e");

        RowImage twice = second.over(once);

        assertThat(ValueText.of(twice, second.position(0))).isEqualTo("-128");
        assertThat(ValueText.of(twice, second.position(first.added(0)))).isEqualTo("a");
        assertThat(twice.isPresent(second.position(first.added(1)))).isFalse();
        assertThat(twice.isNull(second.position(first.added(2)))).isTrue();
        assertThat(ValueText.of(twice, second.added(0))).isEqualTo("e");
        assertThatThrownBy(() -> second.position(first.added(3)))
                .hasMessage("Column " + first.added(3) + " was not kept");
    }

    @ParameterizedTest
    @ValueSource(strings = {"source", "compact", "layered"})
    void anErasedValueIsNotInTheBytesAnyMoreAndTheOthersAre(String kind) {
        RowImage image = image(!kind.equals("compact"), SampleEvents.row(SCHEMA));
        if (kind.equals("layered")) {
            RowOverlay first = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT));
            first.values().text("secret above");
            image = first.over(image);
        }
        int size = image.layout().size();
        int text = SCHEMA.columns().get(SCHEMA.indexOf("text").orElseThrow()).position();
        List<Integer> erased = size > SIZE ? List.of(text, SIZE) : List.of(text);
        List<Integer> kept =
                all(SIZE).stream().filter(position -> position != text).toList();
        RowOverlay overlay = RowOverlay.of(image.layout(), kept, erased, List.of(TEXT));
        overlay.values().text("masked");

        RowImage made = overlay.over(image);

        String bytes = new String(made.bytes(), made.offset(), made.length(), ISO_8859_1);
        assertThat(bytes).doesNotContain("xx").doesNotContain("secret").contains("masked");
        assertThat(kept).allSatisfy(position -> assertThat(ValueText.of(made, overlay.position(position)))
                .isEqualTo(ValueText.of(SampleEvents.row(SCHEMA), position)));
        assertThat(ValueText.of(made, overlay.added(0))).isEqualTo("masked");
        assertThat(ValueText.of(image, text)).as("the image before").startsWith("xxx");
    }

    @Test
    void anOverlayMakesImageAfterImageAndForgetsNothingAndKeepsNothing() {
        RowImage image = image(true, SampleEvents.row(SCHEMA));
        RowOverlay overlay = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT));
        overlay.values().text("a");
        RowImage first = overlay.over(image);
        overlay.values().nullValue();
        RowImage second = overlay.over(image);

        assertThat(ValueText.of(first, overlay.added(0))).isEqualTo("a");
        assertThat(second.isNull(overlay.added(0))).isTrue();
        assertThatThrownBy(() -> overlay.over(image)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void damagedBytesAreRefusedOrReadButNeverBreakTheReader() {
        RowImage image = image(true, SampleEvents.row(SCHEMA));
        RowOverlay overlay = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT, LogicalType.decimal(10, 2)));
        overlay.values().text("abc").text("1.25");
        RowImage good = overlay.over(image);
        Random random = new Random(11);
        int refused = 0;
        for (int i = 0; i < 5_000; i++) {
            byte[] bytes = Arrays.copyOf(good.bytes(), good.length());
            byte[] present = good.present().clone();
            bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            present[random.nextInt(present.length)] ^= (byte) (random.nextInt(4) == 0 ? 1 << random.nextInt(8) : 0);
            int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            RowImage damaged = RowImage.partial(overlay.layout(), present, bytes, 0, length);
            try {
                for (int position = 0; position < overlay.layout().size(); position++) {
                    if (damaged.isPresent(position)) {
                        damaged.read(position, new ValueText());
                    }
                }
            } catch (RowDecodeException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(500);
    }

    @Test
    void aChangeIsRemadeInAllItsImagesAndOnlyUnderTheirLayout() {
        RowImage image = image(true, SampleEvents.row(SCHEMA));
        RowChange change = RowChange.delete(
                        new TableSchema(SCHEMA.table(), image.layout(), SCHEMA.columns(), SCHEMA.key()),
                        image,
                        SampleEvents.all().get(0).origin(),
                        SampleEvents.all().get(0).key())
                .withCounterpart(image);
        RowOverlay overlay = RowOverlay.of(image.layout(), all(SIZE), List.of(TEXT));
        List<Column> columns = new ArrayList<>(SCHEMA.columns());
        columns.add(new Column("added", overlay.added(0)));
        TableSchema to = new TableSchema(SCHEMA.table(), overlay.layout(), columns, SCHEMA.key());
        int[] count = {0};

        RowChange made = change.withImages(to, one -> {
            overlay.values().int64(count[0]++);
            return overlay.over(one);
        });

        assertThat(count).containsExactly(2);
        assertThat(made.before()).isPresent();
        assertThat(made.after()).isEmpty();
        assertThat(made.counterpart()).isPresent();
        assertThat(made.schema()).isSameAs(to);
        assertThatThrownBy(() -> change.withImages(to, one -> one))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("another layout");
    }

    private static RowImage image(boolean source, RowImage compact) {
        return source ? CountingRowFormat.image(compact) : compact;
    }

    private static List<Integer> all(int size) {
        return IntStream.range(0, size).boxed().toList();
    }

    private static List<String> values(RowImage image, IntUnaryOperator position, int size) {
        List<String> values = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            values.add(ValueText.of(image, position.applyAsInt(i)));
        }
        return values;
    }
}
