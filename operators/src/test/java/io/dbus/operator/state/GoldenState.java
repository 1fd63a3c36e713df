package io.dbus.operator.state;

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
import org.assertj.core.api.recursive.comparison.RecursiveComparisonConfiguration;

/**
 * The golden file of a serializer of state: what version 1 wrote. Savepoints hold it, so it is read for ever. To add a version, keep the files of the old ones; {@code
 * -Ddbus.golden=DIR} writes the files of this version there.
 */
public final class GoldenState {
    private GoldenState() {}

    /** Holds a serializer to its file {@code name-v1.bin} beside a test. */
    public static <T> void check(Class<?> test, String name, TypeSerializer<T> serializer, List<T> values)
            throws IOException {
        String file = name + "-v1.bin";
        byte[] written = write(serializer, values);
        String directory = System.getProperty("dbus.golden");
        if (directory != null) {
            Files.write(Path.of(directory, file), written);
        }
        byte[] golden = golden(test, file);

        DataInputDeserializer in = new DataInputDeserializer(golden);
        TypeSerializerSnapshot<T> snapshot = TypeSerializerSnapshot.readVersionedSnapshot(in, test.getClassLoader());
        TypeSerializer<T> old = snapshot.restoreSerializer();
        List<T> read = new ArrayList<>();
        while (in.available() > 0) {
            read.add(old.deserialize(in));
        }
        assertThat(read)
                .usingRecursiveFieldByFieldElementComparator(
                        RecursiveComparisonConfiguration.builder().build())
                .containsExactlyElementsOf(values);
        assertThat(written).as("this version still writes the form of its file").isEqualTo(golden);
        assertThat(serializer
                        .snapshotConfiguration()
                        .resolveSchemaCompatibility(snapshot)
                        .isCompatibleAsIs())
                .isTrue();
        refusesLaterFormsAndCutOnes(serializer, values.get(0));
    }

    private static <T> void refusesLaterFormsAndCutOnes(TypeSerializer<T> serializer, T value) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(64);
        serializer.serialize(value, out);
        byte[] whole = out.getCopyOfBuffer();
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> serializer.deserialize(new DataInputDeserializer(cut)))
                    .isInstanceOf(IOException.class);
        }
        whole[0]++;
        assertThatThrownBy(() -> serializer.deserialize(new DataInputDeserializer(whole)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("restore with the dbus that wrote the state, or a newer one");
    }

    private static <T> byte[] write(TypeSerializer<T> serializer, List<T> values) throws IOException {
        DataOutputSerializer out = new DataOutputSerializer(256);
        TypeSerializerSnapshot.writeVersionedSnapshot(out, serializer.snapshotConfiguration());
        for (T value : values) {
            serializer.serialize(value, out);
        }
        return out.getCopyOfBuffer();
    }

    private static byte[] golden(Class<?> test, String file) throws IOException {
        try (InputStream in = test.getResourceAsStream(file)) {
            assertThat(in).as(file).isNotNull();
            return in.readAllBytes();
        }
    }
}
