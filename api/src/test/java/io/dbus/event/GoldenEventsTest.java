package io.dbus.event;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.flink.api.common.typeutils.TypeSerializer;
import org.apache.flink.api.common.typeutils.TypeSerializerSnapshot;
import org.apache.flink.core.memory.DataInputDeserializer;
import org.apache.flink.core.memory.DataOutputSerializer;
import org.junit.jupiter.api.Test;

/**
 * The serialized form of version 1, kept in a file: savepoints hold it, so it is read for ever. To add a version, keep the files of the old
 * ones; {@code -Ddbus.golden=DIR} writes the file of this version there.
 */
class GoldenEventsTest {
    private static final String FILE = "events-v1.bin";

    @Test
    void eventsOfVersion1AreReadAsTheyWereWritten() throws IOException {
        DataInputDeserializer in = new DataInputDeserializer(golden());
        TypeSerializerSnapshot<Event> snapshot = readSnapshot(in);
        TypeSerializer<Event> serializer = snapshot.restoreSerializer();

        List<String> read = new ArrayList<>();
        while (in.available() > 0) {
            read.add(SampleEvents.describe(serializer.deserialize(in)));
        }

        assertThat(read)
                .containsExactlyElementsOf(
                        SampleEvents.all().stream().map(SampleEvents::describe).toList());
    }

    @Test
    void thisVersionStillWritesTheFormOfItsFile() throws IOException {
        byte[] written = write();
        String directory = System.getProperty("dbus.golden");
        if (directory != null) {
            Files.write(Path.of(directory, FILE), written);
        }

        assertThat(written).isEqualTo(golden());
    }

    @Test
    void stateOfVersion1IsCompatibleAsItIs() throws IOException {
        TypeSerializerSnapshot<Event> old = readSnapshot(new DataInputDeserializer(golden()));

        assertThat(new EventSerializer()
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(old)
                        .isCompatibleAsIs())
                .isTrue();
    }

    @Test
    void anEventOfALaterVersionIsRefusedWithTheCure() {
        assertThatThrownBy(() -> new EventSerializer().deserialize(new DataInputDeserializer(new byte[] {2, 1})))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("form 2 cannot be read")
                .hasMessageContaining("restore with the dbus that wrote the state, or a newer one");
    }

    @Test
    void anEventCutShortIsNeverReadAsAnother() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        Event event = SampleEvents.all().get(1);
        new EventSerializer().serialize(event, out);
        byte[] whole = out.getCopyOfBuffer();

        for (int length = 0; length < whole.length; length += Math.max(1, length / 50)) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> new EventSerializer().deserialize(new DataInputDeserializer(cut)))
                    .isInstanceOf(IOException.class);
        }
    }

    private static byte[] write() throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(4096);
        EventSerializer serializer = new EventSerializer();
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        for (Event event : SampleEvents.all()) {
            serializer.serialize(event, out);
        }
        return out.getCopyOfBuffer();
    }

    private static TypeSerializerSnapshot<Event> readSnapshot(DataInputDeserializer in) throws IOException {
        return TypeSerializerSnapshot.readVersionedSnapshot(in, GoldenEventsTest.class.getClassLoader());
    }

    private static byte[] golden() throws IOException {
        try (InputStream file = GoldenEventsTest.class.getResourceAsStream(FILE)) {
            return file == null ? new byte[0] : file.readAllBytes();
        }
    }
}
