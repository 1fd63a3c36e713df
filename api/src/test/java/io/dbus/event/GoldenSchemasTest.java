package io.dbus.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/** Schemas in state, as version 1 wrote them; {@code -Ddbus.golden=DIR} writes the file of this version there. */
class GoldenSchemasTest {
    private static final String FILE = "schemas-v1.bin";

    @Test
    void schemasOfVersion1AreReadAsTheyWereWrittenAndStillWrittenSo() throws IOException {
        TableSchemaSerializer serializer = new TableSchemaSerializer();
        DataOutputSerializer out = new DataOutputSerializer(1024);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        serializer.serialize(SampleEvents.schema(), out);
        String directory = System.getProperty("dbus.golden");
        if (directory != null) {
            Files.write(Path.of(directory, FILE), out.getCopyOfBuffer());
        }
        byte[] golden = golden();

        DataInputDeserializer in = new DataInputDeserializer(golden);
        TypeSerializerSnapshot<TableSchema> snapshot =
                TypeSerializerSnapshot.readVersionedSnapshot(in, getClass().getClassLoader());
        TableSchema read = snapshot.restoreSerializer().deserialize(in);

        assertThat(read).isEqualTo(SampleEvents.schema());
        assertThat(read.id()).isEqualTo(SampleEvents.schema().id());
        assertThat(out.getCopyOfBuffer()).isEqualTo(golden);
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(snapshot)
                        .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void theIdOfASchemaNeverChanges() {
        assertThat(SampleEvents.schema().id()).isEqualTo(new SchemaId(-6448451323723283299L, 85905582111286749L));
    }

    @Test
    void aSchemaOfALaterVersionIsRefusedWithTheCure() {
        assertThatThrownBy(() -> new TableSchemaSerializer().deserialize(new DataInputDeserializer(new byte[] {2})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("restore with the dbus that wrote the state, or a newer one");
    }

    private static byte[] golden() throws IOException {
        try (InputStream file = GoldenSchemasTest.class.getResourceAsStream(FILE)) {
            return file == null ? new byte[0] : file.readAllBytes();
        }
    }
}
