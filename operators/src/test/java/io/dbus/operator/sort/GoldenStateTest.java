package io.dbus.operator.sort;

import io.dbus.operator.state.GoldenState;
import io.dbus.operator.state.ServerSequences;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoldenStateTest {
    @Test
    void marksAreReadAsVersion1WroteThem() throws Exception {
        GoldenState.check(
                getClass(),
                "sort-mark",
                new SortMarkSerializer(),
                List.of(
                        new SortMark(
                                1_700_000_000_123_456L,
                                "shop-db",
                                "eu1",
                                ServerSequences.NONE.with("shop-db", "eu1", 9)),
                        SortMark.NONE));
    }
}
