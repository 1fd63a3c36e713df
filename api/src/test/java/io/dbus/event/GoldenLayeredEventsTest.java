package io.dbus.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.LogicalType.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/**
 * Rows of two layers in the serialized form of version 1, kept in a file as {@link GoldenEventsTest} keeps those of one. The layer beneath is {@link
 * CountingRowFormat}'s. {@code -Ddbus.golden=DIR} writes the file there.
 */
class GoldenLayeredEventsTest {
    private static final String FILE = "layered-v1.bin";

    @Test
    void layeredRowsOfVersion1AreReadAsTheyWereWritten() throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(golden());
        EventSerializer serializer = new EventSerializer();

        List<String> read = new ArrayList<>();
        List<RowChange> rows = new ArrayList<>();
        while (in.available() > 0) {
            RowChange row = (RowChange) serializer.deserialize(in);
            rows.add(row);
            read.add(SampleEvents.describe(row));
        }

        assertThat(read)
                .containsExactlyElementsOf(
                        layered().stream().map(SampleEvents::describe).toList());
        assertThat(rows.get(1).schema())
                .as("known by its digest")
                .isSameAs(rows.get(0).schema());
        assertThat(rows.get(0).schema().layout())
                .isEqualTo(layered().get(0).schema().layout());
        assertThat(rows.get(0).schema().layout().format().name()).isEqualTo("layered:counting");
    }

    @Test
    void thisVersionStillWritesTheFormOfItsFile() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(4096);
        EventSerializer serializer = new EventSerializer();
        for (Event event : layered()) {
            serializer.serialize(event, out);
        }
        String directory = System.getProperty("dbus.golden");
        if (directory != null) {
            Files.write(Path.of(directory, FILE), out.getCopyOfBuffer());
        }

        assertThat(out.getCopyOfBuffer()).isEqualTo(golden());
    }

    @Test
    void aFormatBeneathThatNobodyBringsIsNamed() {
        assertThatThrownBy(() -> RowFormats.layout("layered:nobody", List.of()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("No row format is named nobody");
        assertThatThrownBy(() -> RowFormats.layout("layered:layered:dbus", List.of()))
                .isInstanceOf(IllegalStateException.class);
    }

    /** An update with an image of all columns and one of some, twice, and one under other names. */
    private static List<RowChange> layered() {
        TableSchema schema = SampleEvents.schema();
        RowLayout layout = CountingRowFormat.layout(schema.layout());
        RowOverlay overlay = RowOverlay.of(
                layout,
                IntStream.range(0, layout.size()).boxed().toList(),
                List.of(LogicalType.decimal(20, 4), LogicalType.of(Kind.TEXT)));
        List<Column> columns = new ArrayList<>(schema.columns().subList(0, 5));
        columns.add(new Column("total", overlay.added(0)));
        columns.add(new Column("note", overlay.added(1)));
        TableSchema to = new TableSchema(schema.table(), overlay.layout(), columns, schema.key());
        overlay.values().text("-12.5000").nullValue();
        RowImage full = overlay.over(CountingRowFormat.image(SampleEvents.row(schema)));
        overlay.values().absent().text("ë");
        RowImage partial = overlay.over(CountingRowFormat.image(SampleEvents.partial(schema)));
        Event sample = SampleEvents.all().get(0);
        RowChange change = RowChange.update(to, partial, full, sample.origin(), sample.key());
        return List.of(
                change,
                change,
                change.withCounterpart(partial).withSchema(to.renamed(name -> name.equals("note") ? "remark" : name)));
    }

    private static byte[] golden() throws IOException {
        try (InputStream file = GoldenLayeredEventsTest.class.getResourceAsStream(FILE)) {
            return file == null ? new byte[0] : file.readAllBytes();
        }
    }
}
