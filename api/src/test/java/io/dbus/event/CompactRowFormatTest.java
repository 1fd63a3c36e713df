package io.dbus.event;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CompactRowFormatTest {
    @Test
    void aValueOfEveryKindReadsBackAsItWas() {
        TableSchema schema = SampleEvents.schema();
        Map<String, String> expected = new LinkedHashMap<>();
        SampleEvents.values().forEach((name, value) -> expected.put(name, value.text()));

        assertThat(ValueText.of(schema, SampleEvents.row(schema))).isEqualTo(expected);
        assertThat(SampleEvents.values().values().stream()
                        .map(value -> value.type().kind()))
                .contains(Kind.values());
    }

    @Test
    void valuesGoFromOneImageIntoAnotherAsTheyAre() {
        TableSchema schema = SampleEvents.schema();
        RowImage row = SampleEvents.row(schema);
        RowBuilder builder = new RowBuilder(schema.layout());

        for (int i = 0; i < schema.layout().size(); i++) {
            row.read(i, builder);
        }

        assertThat(ValueText.of(schema, builder.build())).isEqualTo(ValueText.of(schema, row));
    }

    @Test
    void aBuilderMakesRowAfterRow() {
        RowLayout layout = RowBuilder.layout(LogicalType.of(Kind.INT), LogicalType.of(Kind.TEXT));
        RowBuilder builder = new RowBuilder(layout);
        builder.int64(1);
        RowImage first = builder.text("one").build();
        builder.nullValue();
        RowImage second = builder.absent().build();

        assertThat(ValueText.of(first, 0)).isEqualTo("1");
        assertThat(ValueText.of(first, 1)).isEqualTo("one");
        assertThat(first.isFull()).isTrue();
        assertThat(second.isNull(0)).isTrue();
        assertThat(second.isPresent(1)).isFalse();
        assertThat(second.isFull()).isFalse();
    }

    @Test
    void aRowWithTooManyOrTooFewValuesIsRefused() {
        RowBuilder builder = new RowBuilder(RowBuilder.layout(LogicalType.of(Kind.INT)));

        assertThatThrownBy(builder::build)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("given 0 values");
        builder.int64(1);
        assertThatThrownBy(() -> builder.int64(2))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("one value more");
    }

    @Test
    void anAbsentColumnCannotBeRead() {
        RowImage partial = SampleEvents.partial(SampleEvents.schema());

        assertThatThrownBy(() -> partial.read(1, new ValueText()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("Column 1 is not in this partial row image");
    }

    @Test
    void anImageMayBePartOfALargerBuffer() {
        TableSchema schema = SampleEvents.schema();
        RowImage row = SampleEvents.row(schema);
        byte[] larger = new byte[row.length() + 20];
        Arrays.fill(larger, (byte) 0x5A);
        System.arraycopy(row.bytes(), row.offset(), larger, 7, row.length());

        RowImage part = RowImage.full(schema.layout(), larger, 7, row.length());

        assertThat(ValueText.of(schema, part)).isEqualTo(ValueText.of(schema, row));
    }

    @Test
    void damagedBytesAreRefusedOrReadButNeverBreakTheReader() {
        TableSchema schema = SampleEvents.schema();
        RowImage row = SampleEvents.row(schema);
        Random random = new Random(7);
        int refused = 0;
        for (int i = 0; i < 20_000; i++) {
            byte[] bytes = Arrays.copyOfRange(row.bytes(), row.offset(), row.offset() + row.length());
            byte[] present = row.present().clone();
            for (int damage = random.nextInt(4); damage >= 0; damage--) {
                bytes[random.nextInt(bytes.length)] = (byte) random.nextInt();
            }
            if (random.nextInt(4) == 0) {
                present[random.nextInt(present.length)] ^= (byte) (1 << random.nextInt(8));
            }
            int length = random.nextInt(4) == 0 ? random.nextInt(bytes.length) : bytes.length;
            try {
                ValueText.of(schema, RowImage.partial(schema.layout(), present, bytes, 0, length));
            } catch (RowDecodeException e) {
                assertThat(e).hasMessageMatching("(?s).+");
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(5_000);
    }

    @Test
    void aValueOfTheWrongLengthIsRefused() {
        for (Kind kind : Kind.values()) {
            LogicalType type = new LogicalType(kind, 8, 0, false, List.of());
            RowLayout layout = RowBuilder.layout(type);
            byte[] three = {0, 0, 0, 3, '1', '2', '3'};
            boolean free = List.of(
                            Kind.DECIMAL,
                            Kind.CHAR,
                            Kind.VARCHAR,
                            Kind.TEXT,
                            Kind.ENUM,
                            Kind.SET,
                            Kind.BINARY,
                            Kind.VARBINARY,
                            Kind.BLOB,
                            Kind.JSON)
                    .contains(kind);
            RowImage image = RowImage.full(layout, three, 0, three.length);

            if (free) {
                assertThatCode(() -> image.read(0, new ValueText())).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(() -> image.read(0, new ValueText()))
                        .isInstanceOf(RowDecodeException.class)
                        .hasMessageContaining(kind.name());
            }
        }
    }

    @Test
    void aBitmapAndLengthsThatDisagreeAreRefused() {
        RowLayout layout = RowBuilder.layout(LogicalType.of(Kind.INT));
        byte[] absent = {-1, -1, -1, -2};
        byte[] isNull = {-1, -1, -1, -1};

        assertThatThrownBy(() -> RowImage.full(layout, absent, 0, 4).isNull(0)).isInstanceOf(RowDecodeException.class);
        assertThatThrownBy(() ->
                        RowImage.partial(layout, new byte[] {0}, isNull, 0, 4).isNull(0))
                .isInstanceOf(RowDecodeException.class);
        assertThat(RowImage.full(layout, isNull, 0, 4).isNull(0)).isTrue();
    }

    @Test
    void aBitmapTooShortForTheLayoutIsRefused() {
        assertThatThrownBy(() -> RowImage.partial(SampleEvents.schema().layout(), new byte[] {1}, new byte[4], 0, 4))
                .isInstanceOf(RowDecodeException.class)
                .hasMessageContaining("presence bitmap of 1 bytes");
    }

    @Test
    void anExponentOrAPartOutOfRangeIsRefused() {
        assertRefused(LogicalType.decimal(10, 2), "1e999999999".getBytes(US_ASCII));
        assertRefused(LogicalType.decimal(10, 2), "-".getBytes(US_ASCII));
        assertRefused(LogicalType.decimal(10, 2), new byte[0]);
        assertRefused(
                LogicalType.of(Kind.DATE),
                ByteBuffer.allocate(12).putInt(2024).putInt(13).putInt(1).array());
        assertRefused(
                LogicalType.of(Kind.DATE),
                ByteBuffer.allocate(12).putInt(-1).putInt(1).putInt(1).array());
    }

    private static void assertRefused(LogicalType type, byte[] value) {
        byte[] bytes = ByteBuffer.allocate(4 + value.length)
                .putInt(value.length)
                .put(value)
                .array();
        RowImage image = RowImage.full(RowBuilder.layout(type), bytes, 0, bytes.length);

        assertThatThrownBy(() -> image.read(0, new ValueText())).isInstanceOf(RowDecodeException.class);
    }
}
