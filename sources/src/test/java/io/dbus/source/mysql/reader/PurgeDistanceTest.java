package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.source.mysql.connection.BinlogFile;
import java.util.List;
import org.junit.jupiter.api.Test;

class PurgeDistanceTest {
    private static final List<BinlogFile> FILES = List.of(
            new BinlogFile("b.98", 100),
            new BinlogFile("b.99", 200),
            new BinlogFile("b.100", 300),
            new BinlogFile("b.101", 50));

    @Test
    void filesBeforeAndBehindThePositionAreCountedInTheServersOrder() {
        assertThat(PurgeDistance.of(FILES, "b.100", 260, "")).isEqualTo(new PurgeDistance(2, 1, 90));
        assertThat(PurgeDistance.of(FILES, "b.98", 4, "")).isEqualTo(new PurgeDistance(0, 3, 646));
    }

    @Test
    void theFileBeingWrittenHasNoneBehindIt() {
        assertThat(PurgeDistance.of(FILES, "b.101", 50, "")).isEqualTo(new PurgeDistance(3, 0, 0));
    }

    @Test
    void anXaTransactionInDoubtNeedsItsOlderFile() {
        assertThat(PurgeDistance.of(FILES, "b.101", 20, "b.99")).isEqualTo(new PurgeDistance(1, 2, 30));
    }

    @Test
    void aFileThatIsGoneIsNotTakenForTheOldest() {
        assertThat(PurgeDistance.of(FILES, "b.97", 4, "")).isEqualTo(PurgeDistance.UNKNOWN);
        assertThat(PurgeDistance.of(FILES, "", 0, "")).isEqualTo(PurgeDistance.UNKNOWN);
        assertThat(PurgeDistance.of(FILES, "b.101", 20, "b.97")).isEqualTo(new PurgeDistance(-1, -1, 30));
    }

    @Test
    void aServerThatTellsLessThanWasReadMeanwhileIsNotNegative() {
        assertThat(PurgeDistance.of(FILES, "b.101", 60, "")).isEqualTo(new PurgeDistance(3, 0, 0));
    }
}
