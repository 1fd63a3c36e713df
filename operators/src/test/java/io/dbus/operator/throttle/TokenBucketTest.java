package io.dbus.operator.throttle;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TokenBucketTest {
    private static final long SECOND = 1_000_000_000;

    @Test
    void aClockThatIsSetBackStopsNothing() {
        TokenBucket bucket = new TokenBucket(1, 1, false, 3_600 * SECOND);

        assertThat(bucket.nanosUntil(1, 0)).isEqualTo(SECOND);
        assertThat(bucket.nanosUntil(1, SECOND)).isZero();
    }
}
