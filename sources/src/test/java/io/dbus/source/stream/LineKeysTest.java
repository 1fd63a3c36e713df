package io.dbus.source.stream;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class LineKeysTest {
    @Test
    void noLineHoldsTheReaderUp() {
        LineKeys keys = new LineKeys("lines", "^(a|aa)+$");

        // An expression that tries all ways would need longer than the universe is old, or a stack without end.
        assertThat(keys.of(("a".repeat(1 << 20) + "b").getBytes(ISO_8859_1)).recordKey())
                .isEmpty();
    }

    @Test
    void bytesThatAreNoUtf8AreFoundAsTheyAre() {
        LineKeys keys = new LineKeys("lines", "k=([^ ]+)");

        assertThat(keys.of("x k=\u00ff\u0080 y".getBytes(ISO_8859_1))
                        .recordKey()
                        .orElseThrow())
                .containsExactly(0xFF, 0x80);
    }
}
