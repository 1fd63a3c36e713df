package io.dbus.source.mysql.enumerator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.source.mysql.split.BinlogSplit;
import io.dbus.source.mysql.split.BinlogSplitSerializerTest;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MySqlSourceEnumeratorStateSerializerTest {
    private static final MySqlSourceEnumeratorState FULL = waiting(BinlogSplitSerializerTest.FULL);

    private final MySqlSourceEnumeratorStateSerializer serializer = new MySqlSourceEnumeratorStateSerializer();

    @Test
    void stateWithSplitsOfVersion1IsRead() throws IOException {
        byte[] golden = BinlogSplitSerializerTest.golden("state/enumerator-v1.bin");
        assertThat(serializer.deserialize(1, golden)).isEqualTo(waiting(BinlogSplitSerializerTest.V1));
    }

    @Test
    void stateWithSplitsOfVersion2IsRead() throws IOException {
        byte[] golden = BinlogSplitSerializerTest.golden("state/enumerator-v1-splits-v2.bin");
        assertThat(serializer.deserialize(1, golden)).isEqualTo(waiting(BinlogSplitSerializerTest.V2));
    }

    @Test
    void stateWithSplitsOfVersion3IsReadAndIsStillWrittenSo() throws IOException {
        byte[] golden =
                BinlogSplitSerializerTest.golden("state/enumerator-v1-splits-v3.bin", serializer.serialize(FULL));
        assertThat(serializer.deserialize(1, golden)).isEqualTo(FULL);
        assertThat(serializer.serialize(FULL)).isEqualTo(golden);
    }

    @Test
    void theInitialStateComesBack() throws IOException {
        MySqlSourceEnumeratorState initial = MySqlSourceEnumeratorState.initial();
        assertThat(serializer.deserialize(1, serializer.serialize(initial))).isEqualTo(initial);
    }

    @Test
    void stateOfANewerVersionIsRefusedWithTheCure() {
        assertThatThrownBy(() -> serializer.deserialize(9, new byte[0])).hasMessageContaining("newer");
    }

    private static MySqlSourceEnumeratorState waiting(BinlogSplit split) {
        return new MySqlSourceEnumeratorState(Set.of("eu1", "eu2", "naïve"), List.of(split));
    }
}
