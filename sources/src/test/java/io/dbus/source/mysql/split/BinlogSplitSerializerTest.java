package io.dbus.source.mysql.split;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.dbus.event.ColumnDefinition;
import io.dbus.event.TableDefinition;
import io.dbus.event.TableId;
import io.dbus.source.mysql.gtid.GtidPosition;
import io.dbus.source.mysql.position.BinlogMark;
import io.dbus.source.mysql.position.BinlogPosition;
import io.dbus.source.mysql.position.TransactionMark;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

public class BinlogSplitSerializerTest {
    /** A split with something in every field; {@code state/binlog-split-v1.bin} is its form of version 1. */
    public static final BinlogSplit V1 = new BinlogSplit(
            "eu1",
            new BinlogPosition(
                    GtidPosition.deserialize("mysql:3e11fa47-71ca-11e1-9e33-c80aa9429562:1-5:7:nightly:1-3"),
                    "3e11fa47-71ca-11e1-9e33-c80aa9429562",
                    "binlog.000042",
                    0x1_2345_6789L,
                    17,
                    1_700_000_000_000_000_123L),
            Map.of(
                    "3e11fa47-71ca-11e1-9e33-c80aa9429562:6", 17L,
                    "3e11fa47-71ca-11e1-9e33-c80aa9429562:8", 3L),
            Map.of(
                    new TableId("shop", "orders"),
                    new TableDefinition(
                            new TableId("shop", "orders"),
                            List.of(
                                    new ColumnDefinition("id", "int unsigned", "", false),
                                    new ColumnDefinition("naïve", "enum('a','b')", "utf8mb4", true)),
                            List.of("id")),
                    new TableId("shop", "log"),
                    new TableDefinition(new TableId("shop", "log"), List.of(), List.of())),
            Map.of(),
            List.of(),
            BinlogMark.NONE);

    /** What version 1 did not know; {@code state/binlog-split-v2.bin} is its form of version 2. */
    public static final BinlogSplit V2 = new BinlogSplit(
            V1.server(),
            V1.position(),
            V1.unfinished(),
            Map.of(
                    new TableId("shop", "orders"),
                    new TableDefinition(
                            new TableId("shop", "orders"),
                            List.of(
                                    new ColumnDefinition(
                                            "id", "int unsigned", "", false, true, false, false, "", "the key"),
                                    new ColumnDefinition(
                                            "naïve", "enum('a','b')", "utf8mb4", true, false, false, true, "'a'", ""),
                                    new ColumnDefinition("twice", "bigint", "", true, false, true, false, "", "")),
                            List.of("id"),
                            "latin1",
                            "what was bought")),
            Map.of("shop", "latin1", "log", "utf8mb4"),
            List.of(
                    new PreparedXa(
                            "X'61',X'',1",
                            "3e11fa47-71ca-11e1-9e33-c80aa9429562:9",
                            "binlog.000041",
                            4711,
                            1_700_000_000_123_456L),
                    new PreparedXa("X'62',X'63',7", "", "binlog.000042", 0x1_0000_0000L, 0)),
            BinlogMark.NONE);

    /** What version 2 did not know; {@code state/binlog-split-v3.bin} is its form of version 3. */
    public static final BinlogSplit FULL = new BinlogSplit(
            V2.server(),
            V2.position(),
            V2.unfinished(),
            V2.schemas(),
            V2.charsets(),
            V2.prepared(),
            new BinlogMark(
                    1_700_000_000L,
                    new TransactionMark(
                            "3e11fa47-71ca-11e1-9e33-c80aa9429562:5",
                            "binlog.000042",
                            0x1_2345_0000L,
                            1_700_000_000_123_456L)));

    private final BinlogSplitSerializer serializer = new BinlogSplitSerializer();

    @Test
    void aSplitComesBackAsItWas() throws IOException {
        assertThat(serializer.deserialize(3, serializer.serialize(FULL))).isEqualTo(FULL);
        BinlogSplit mariaDb = BinlogSplit.startingAt(
                "m", BinlogPosition.ofGtids(GtidPosition.deserialize("mariadb:0-1-100,1-2-7")), Map.of());
        assertThat(serializer.deserialize(3, serializer.serialize(mariaDb))).isEqualTo(mariaDb);
        BinlogSplit byFile = BinlogSplit.startingAt("f", BinlogPosition.ofFile("id", "b.1", 4), Map.of());
        assertThat(serializer.deserialize(3, serializer.serialize(byFile))).isEqualTo(byFile);
    }

    @Test
    void stateOfVersion1IsRead() throws IOException {
        assertThat(serializer.deserialize(1, golden("state/binlog-split-v1.bin")))
                .isEqualTo(V1);
    }

    @Test
    void stateOfVersion2IsRead() throws IOException {
        assertThat(serializer.deserialize(2, golden("state/binlog-split-v2.bin")))
                .isEqualTo(V2);
    }

    @Test
    void stateOfVersion3IsReadAndIsStillWrittenSo() throws IOException {
        byte[] golden = golden("state/binlog-split-v3.bin", serializer.serialize(FULL));
        assertThat(serializer.deserialize(3, golden)).isEqualTo(FULL);
        assertThat(serializer.serialize(FULL)).isEqualTo(golden);
    }

    @Test
    void stateOfANewerVersionIsRefusedWithTheCure() {
        assertThatThrownBy(() -> serializer.deserialize(4, new byte[0]))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("newer");
    }

    @Test
    void stateThatIsCutOffIsRefused() throws IOException {
        byte[] whole = serializer.serialize(FULL);
        for (int length = 0; length < whole.length; length++) {
            byte[] cut = java.util.Arrays.copyOf(whole, length);
            assertThatThrownBy(() -> serializer.deserialize(3, cut)).isInstanceOf(IOException.class);
        }
    }

    /** A file of the tests' resources. With {@code -Ddbus.golden=DIR} the file of this version is written there first. */
    public static byte[] golden(String name, byte[] written) throws IOException {
        String directory = System.getProperty("dbus.golden");
        if (directory != null) {
            Files.write(Path.of(directory, name), written);
        }
        return golden(name);
    }

    /** A file of the tests' resources. */
    public static byte[] golden(String name) throws IOException {
        try (InputStream in = BinlogSplitSerializerTest.class.getClassLoader().getResourceAsStream(name)) {
            assertThat(in).as(name).isNotNull();
            return in.readAllBytes();
        }
    }
}
