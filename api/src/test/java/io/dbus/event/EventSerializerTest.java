package io.dbus.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

class EventSerializerTest {
    private static final RowLayout LAYOUT =
            RowBuilder.layout(LogicalType.of(LogicalType.Kind.INT), LogicalType.of(LogicalType.Kind.VARCHAR, 20));
    private static final TableSchema SCHEMA =
            TableSchema.of(new TableId("shop", "orders"), LAYOUT, List.of("id", "name"), List.of("id"));
    private static final Transaction TRANSACTION = new Transaction(
            "shop-db",
            "shop-db",
            "24bc7850-2c16-11e6-a073-0242ac110002",
            7,
            "24bc7850-2c16-11e6-a073-0242ac110002:23",
            "binlog.000003",
            484,
            12,
            99,
            1_700_000_000_123_456L);

    @Test
    void aRowChangeReadsBackAsItWas() throws IOException {
        RowChange change = RowChange.update(SCHEMA, row(1, "a"), row(1, null), origin(3), key(1))
                .withTable(new TableId("sales", "o"));

        RowChange read = (RowChange) readBack(change);

        assertThat(ValueText.of(read)).isEqualTo("U[1, a -> 1, null]");
        assertThat(read.table()).isEqualTo(new TableId("sales", "o"));
        assertThat(read.schema()).isEqualTo(SCHEMA);
        assertThat(read.origin()).isEqualTo(origin(3));
        assertThat(read.key()).isEqualTo(key(1));
    }

    @Test
    void aKeyChangeWhoseImagesAreNotFullKeepsBothKeys() throws IOException {
        RowChange change = RowChange.partialKeyChange(SCHEMA, row(1, "a"), row(2, "a"), origin(3), key(1), key(2));

        RowChange read = (RowChange) readBack(change.withTable(new TableId("sales", "o")));

        assertThat(read.key()).isEqualTo(key(1));
        assertThat(read.newKey()).contains(key(2));
        assertThat(ValueText.of(read)).isEqualTo("U[1, a -> 2, a]");
        assertThat(read.table()).isEqualTo(new TableId("sales", "o"));
    }

    @Test
    void aTruncateReadsBackAsItWas() throws IOException {
        Truncate truncate =
                new Truncate(SCHEMA.table(), SCHEMA.table(), origin(3), key(1)).withTable(new TableId("sales", "o"));

        assertThat(readBack(truncate)).isEqualTo(truncate);
    }

    @Test
    void aColumnThatIsAbsentIsStillAbsentAndNotNull() throws IOException {
        RowBuilder builder = new RowBuilder(LAYOUT);
        builder.int64(1);
        RowImage partial = builder.absent().build();

        RowChange read = (RowChange) readBack(RowChange.delete(SCHEMA, partial, origin(0), key(1)));

        assertThat(read.image().isPresent(1)).isFalse();
        assertThat(read.image().isFull()).isFalse();
        assertThat(ValueText.of(read)).isEqualTo("-D[1]");
    }

    @Test
    void rowsOfOneTableShareOneSchemaAfterReading() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        EventSerializer serializer = new EventSerializer();
        serializer.serialize(RowChange.insert(SCHEMA, row(1, "a"), origin(0), key(1)), out);
        serializer.serialize(RowChange.insert(SCHEMA, row(2, "b"), origin(1), key(2)), out);
        DataInputDeserializer in = new DataInputDeserializer(out.getCopyOfBuffer());

        RowChange first = (RowChange) serializer.deserialize(in);
        RowChange second = (RowChange) serializer.deserialize(in);

        assertThat(second.schema()).isSameAs(first.schema());
        assertThat(ValueText.of(second)).isEqualTo("+I[2, b]");
    }

    private static Event readBack(Event event) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        new EventSerializer().serialize(event, out);
        return new EventSerializer().deserialize(new DataInputDeserializer(out.getCopyOfBuffer()));
    }

    private static RowImage row(long id, String name) {
        RowBuilder builder = new RowBuilder(LAYOUT);
        builder.int64(id);
        if (name == null) {
            builder.nullValue();
        } else {
            builder.text(name);
        }
        return builder.build();
    }

    private static Origin origin(long ordinal) {
        return new Origin(
                TRANSACTION, 500, 0, ordinal, 1_700_000_000_123_456_000L + ordinal, 1_700_000_000_200L, false, "");
    }

    private static EventKey key(long id) {
        EventKey.Builder builder = new EventKey.Builder("shop-db", "", "shop", "orders");
        builder.int64(id);
        return builder.build();
    }
}
