package io.dbus.operator.state;

import io.dbus.operator.state.ServerSequences.Entry;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoldenStateTest {
    @Test
    void sequencesOfServersAreReadAsVersion1WroteThem() throws Exception {
        GoldenState.check(
                getClass(),
                "server-sequences",
                new ServerSequencesSerializer(),
                List.of(
                        new ServerSequences(List.of(
                                new Entry("shop-db", "eu1", 1_700_000_000_123_456_789L), new Entry("ß", "", -1))),
                        ServerSequences.NONE));
    }
}
