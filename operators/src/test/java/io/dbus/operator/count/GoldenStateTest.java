package io.dbus.operator.count;

import io.dbus.operator.state.GoldenState;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoldenStateTest {
    @Test
    void talliesAreReadAsVersion1WroteThem() throws Exception {
        GoldenState.check(
                getClass(),
                "tally",
                new TallySerializer(),
                List.of(
                        new Tally(Arrays.asList("shop.orders", null, "Zoë"), 1_700_000_040_000L, 17, 1L << 40, true),
                        new Tally(List.of(), 0, 1, 0, false)));
    }
}
