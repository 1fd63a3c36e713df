package io.dbus.source.mysql.reader;

import static org.assertj.core.api.Assertions.assertThat;

import io.dbus.source.mysql.split.PreparedXa;
import java.util.List;
import org.junit.jupiter.api.Test;

class ServerFiguresTest {
    private final CountedFigures counted = new CountedFigures();
    private final ServerFigures figures = new ServerFigures(counted);

    @Test
    void xaTransactionsInDoubtAreCountedWithTheFileAndAgeOfTheFirst() {
        assertThat(counted.gauge("xaPrepared")).isEqualTo(0);
        assertThat(counted.gauge("xaOldestAgeMs")).isEqualTo(0L);
        assertThat(counted.gauge("xaOldestFile")).isEqualTo("");
        long hourAgo = (System.currentTimeMillis() - 3_600_000) * 1000;
        figures.undecided(List.of(
                new PreparedXa("X'61',X'',1", "", "binlog.000002", 4, hourAgo),
                new PreparedXa("X'62',X'',1", "", "binlog.000007", 4, hourAgo + 1_000_000)));
        assertThat(counted.gauge("xaPrepared")).isEqualTo(2);
        assertThat((Long) counted.gauge("xaOldestAgeMs")).isGreaterThanOrEqualTo(3_600_000);
        assertThat(counted.gauge("xaOldestFile")).isEqualTo("binlog.000002");
        figures.undecided(List.of());
        assertThat(counted.gauge("xaPrepared")).isEqualTo(0);
        assertThat(counted.gauge("xaOldestAgeMs")).isEqualTo(0L);
    }
}
